import type { DiscoveryRule } from '../discovery.ts'
import { templateRule } from '../template-discovery.ts'

/** Pages of XWiki as its Maven plug-in writes them: `Translations.xml` beside `Translations.de.xml`. */
function pageRule(fileFormat: string, holdsTexts: boolean): DiscoveryRule {
  return templateRule({
    files: /\.xml$/,
    masks: /\.\*\.xml$/,
    formatOf([template = ''], contents) {
      const text = contents.text(template) ?? ''
      const isOwn = text.includes('XWiki.TranslationDocumentClass') === holdsTexts
      return /<xwikidoc[\s>]/.test(text) && isOwn ? fileFormat : undefined
    },
  })
}

/** Pages of keys and texts, which have an object that says so. */
export const xwikiPageDiscovery: DiscoveryRule = pageRule('xwiki-page-properties', true)

/** All other pages. */
export const xwikiFullPageDiscovery: DiscoveryRule = pageRule('xwiki-fullpage', false)
