import { isJoomla } from '../properties/joomla-discovery.ts'
import { templateRule } from '../template-discovery.ts'

/** INI with texts; what Joomla reads is its own format. Most files have to be in UTF-8, as Inno Setup's often are not. */
export const iniDiscovery = templateRule({
  files: /\.(?:ini|islu?|cfg|lng|lang)$/i,
  dataMasks: /\*/,
  formatOf(paths, contents) {
    const texts = paths.map((path) => contents.text(path) ?? '')
    const [template = ''] = texts
    const unreadable = texts.filter((text) => text.includes('\ufffd'))
    if (isJoomla(template) || unreadable.length * 2 >= texts.length) return undefined
    return paths.some((path) => /islu?$/i.test(path)) ? 'islu' : 'ini'
  },
})
