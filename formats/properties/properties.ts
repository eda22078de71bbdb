import type { DiscoveryRule } from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import type { Format } from '../format.ts'
import { templateRule } from '../template-discovery.ts'
import { decodeLatin1, decodeMarkedUtf8, decodeUtf16 } from './decode.ts'
import { JAVA, JAVA_2026 } from './dialect.ts'
import { type KeyValueRules, parseKeyValues } from './read.ts'

/** A key of a plural form, as GWT has it: `apples[one]`. */
const GWT = /^[ \t]*[^\s=[]+\[(?:none|one|two|few|many)\][ \t]*=/m
/** Marks that XWiki writes: https://www.xwiki.org/xwiki/bin/view/Documentation/DevGuide/Tutorials/InternationalizingApplications/ */
const XWIKI = /^#(?:@deprecated(?:start|end)|## Missing: )/m

/** Java's bundles: `messages.properties` beside `messages_de.properties`, or in folders; in UTF-8 only where that shows. */
const propertiesDiscovery = (...readers: readonly EntryReader[]): DiscoveryRule =>
  templateRule({
    readers,
    files: /\.properties$/i,
    dataMasks: /^(?!.*_\*\.properties$)/i,
    isOwn(_, paths, contents) {
      const texts = paths.map((path) => contents.text(path) ?? '')
      const isLatin1 = texts.some((text) => text.includes('\ufffd'))
      // Only UTF-16 contains zero bytes.
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
const langDiscovery = templateRule({
  files: /\.lang$/,
  masks: /\*\.lang$/,
  isOwn: (text) => text.split(/\r?\n/).every((line) => LINE.test(line)),
})

/** What a format of the family has besides its encoding. */
type KeyValueFormat = Omit<Format, 'decode' | 'parse' | 'as2026'> & {
  readonly decode: Format['decode']
  readonly rules: KeyValueRules
  /** How Weblate 2026.10 reads it, if differently. */
  readonly in2026?: { readonly checkFlags: string; readonly rules: KeyValueRules }
}

/** Creates a format of the family from its encoding and rules. */
export function keyValueFormat({ rules, in2026, ...format }: KeyValueFormat): Format {
  const parse =
    (keyValueRules: KeyValueRules): Format['parse'] =>
    (bytes, options) =>
      parseKeyValues(format.decode(bytes), options, keyValueRules)
  if (in2026 === undefined) return { ...format, parse: parse(rules) }
  const { checkFlags } = in2026
  return { ...format, parse: parse(rules), as2026: { checkFlags, parse: parse(in2026.rules) } }
}

const rules: KeyValueRules = { dialect: JAVA }
const in2026 = { checkFlags: 'auto-java-messageformat', rules: { dialect: JAVA_2026 } }

/** What the formats below share; only one of them has the rule that discovers files of them all. */
export const javaFacts = {
  id: 'properties',
  name: 'Java Properties (ISO 8859-1)',
  extension: 'properties',
  mediaType: 'text/plain',
  template: 'both',
  placeholdersOf: 'java',
  encoding: 'iso-8859-1',
  decode: decodeLatin1,
} as const satisfies Partial<Format>

/** The same for UTF-8. */
export const utf8Facts = {
  ...javaFacts,
  id: 'properties-utf8',
  name: 'Java Properties (UTF-8)',
  checkFlags: 'auto-java-messageformat',
  encoding: undefined,
  decode: decodeMarkedUtf8,
} as const satisfies Partial<Format>

export const propertiesUtf8: Format = keyValueFormat({ ...utf8Facts, rules, in2026 })

export const propertiesUtf16: Format = keyValueFormat({
  ...javaFacts,
  id: 'properties-utf16',
  name: 'Java Properties (UTF-16)',
  encoding: 'utf-16',
  decode: decodeUtf16,
  rules,
  in2026,
})

/** Java's properties, as https://docs.oracle.com/javase/8/docs/api/java/util/Properties.html defines them, nearly. */
export const properties: Format = keyValueFormat({
  ...javaFacts,
  discovery: propertiesDiscovery(propertiesUtf8, propertiesUtf16),
  rules,
  in2026,
  withParams: ({ properties_encoding: encoding }) =>
    encoding === 'utf-8' ? propertiesUtf8 : encoding === 'utf-16' ? propertiesUtf16 : properties,
})

/** Files of https://www.npmjs.com/package/@draggable/i18n */
export const mi18nLang: Format = keyValueFormat({
  ...utf8Facts,
  id: 'mi18n-lang',
  name: '@draggable/i18n lang file',
  template: 'always',
  checkFlags: 'es-format',
  placeholdersOf: undefined,
  discovery: langDiscovery,
  rules,
  in2026: { ...in2026, checkFlags: 'es-format' },
})
