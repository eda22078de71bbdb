import type { DiscoveryRule } from '../discovery.ts'
import { templateRule } from '../template-discovery.ts'

/** Apple's strings in UTF-16, in folders of languages: `de.lproj/Localizable.strings`. */
export const stringsDiscovery: DiscoveryRule = appleRule('strings', true)

/** Those in UTF-8. */
export const stringsUtf8Discovery: DiscoveryRule = appleRule('strings-utf8', false)

function appleRule(fileFormat: string, isWide: boolean): DiscoveryRule {
  return templateRule({
    files: /\.strings$/,
    sourcesFormat: () => fileFormat,
    // Only UTF-16 has zero bytes.
    formatOf: (paths, contents) => {
      const texts = paths.flatMap((path) => contents.text(path) ?? [])
      const isOwn = texts.length > 0 && texts[0]?.includes('\0') === isWide
      return isOwn ? fileFormat : undefined
    },
  })
}
