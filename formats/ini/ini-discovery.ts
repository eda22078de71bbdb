import { isJoomla } from '../properties/joomla-discovery.ts'
import { templateRule } from '../template-discovery.ts'

/** INI with texts; what Joomla reads is its own format, and messages of Inno Setup have to be in UTF-8. */
export const iniDiscovery = templateRule({
  files: /\.(?:ini|islu?)$/i,
  masks: /\*/,
  needsWords: true,
  formatOf([template = ''], contents) {
    const text = contents.text(template) ?? ''
    if (isJoomla(text) || text.includes('\ufffd')) return undefined
    return /islu?$/i.test(template) ? 'islu' : 'ini'
  },
})
