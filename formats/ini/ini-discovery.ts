import { isJoomla } from '../properties/joomla-discovery.ts'
import { templateRule } from '../template-discovery.ts'

/** INI with texts; what Joomla reads is its own format. */
export const iniDiscovery = templateRule({
  files: /\.(?:ini|islu)$/i,
  masks: /\*/,
  needsWords: true,
  formatOf([template = ''], contents) {
    if (isJoomla(contents.text(template) ?? '')) return undefined
    return /islu$/i.test(template) ? 'islu' : 'ini'
  },
})
