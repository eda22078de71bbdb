import type { DiscoveryRule } from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import { templateRule } from '../template-discovery.ts'

/** A key of a plural form, as GWT has it: `apples[one]`. */
const GWT = /^[ \t]*[^\s=[]+\[(?:none|one|two|few|many)\][ \t]*=/m
/** Marks that XWiki writes: https://www.xwiki.org/xwiki/bin/view/Documentation/DevGuide/Tutorials/InternationalizingApplications/ */
const XWIKI = /^#(?:@deprecated(?:start|end)|## Missing: )/m

/** Java's bundles: `messages.properties` beside `messages_de.properties`, or in folders; in UTF-8 only where that shows. */
export const propertiesDiscovery = (...readers: readonly EntryReader[]): DiscoveryRule =>
  templateRule({
    readers,
    files: /\.properties$/i,
    dataMasks: /^(?!.*_\*\.properties$)/i,
    formatOf(paths, contents) {
      const texts = paths.map((path) => contents.text(path) ?? '')
      const isLatin1 = texts.some((text) => text.includes('\ufffd'))
      // Only UTF-16 has zero bytes.
      if (texts.every((text) => text.includes('\0'))) return 'properties-utf16'
      if (texts.some((text) => GWT.test(text))) return isLatin1 ? 'gwt-iso' : 'gwt'
      if (texts.some((text) => XWIKI.test(text))) return 'xwiki-java-properties'
      const isWide = texts.some((text) => /[^\0-\x7f]/.test(text))
      return isWide && !isLatin1 ? 'properties-utf8' : 'properties'
    },
  })

/** A comment, a key with its text, or nothing. */
const LINE = /^\s*(?:[#!].*|[^\s=:]+[ \t]*[=:].*)?$/

/** Files of @draggable/i18n, which hold nothing but keys with texts. */
export const langDiscovery = templateRule({
  files: /\.lang$/,
  masks: /\*\.lang$/,
  formatOf: ([template = ''], contents) =>
    (contents.text(template) ?? '').split(/\r?\n/).every((line) => LINE.test(line))
      ? 'mi18n-lang'
      : undefined,
})
