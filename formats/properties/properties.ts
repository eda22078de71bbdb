import type { Format } from '../format.ts'
import { decodeLatin1, decodeMarkedUtf8, decodeUtf16 } from './decode.ts'
import { JAVA } from './dialect.ts'
import { langDiscovery, propertiesDiscovery } from './properties-discovery.ts'
import { type KeyValueRules, parseKeyValues } from './read.ts'

/** What a format of the family has that its encoding does not decide. */
type KeyValueFormat = Omit<Format, 'decode' | 'parse'> & {
  readonly decode: Format['decode']
  readonly rules: KeyValueRules
}

/** A format of the family by its encoding and its rules. */
export function keyValueFormat({ rules, ...format }: KeyValueFormat): Format {
  const { decode } = format
  return { ...format, parse: (bytes, options) => parseKeyValues(decode(bytes), options, rules) }
}

/** What the formats below share; only one of them has the rule that finds files of them all. */
export const latin1: Format = keyValueFormat({
  id: 'properties',
  name: 'Java Properties (ISO 8859-1)',
  extension: 'properties',
  mediaType: 'text/plain',
  template: 'both',
  checkFlags: '',
  placeholdersOf: 'java',
  encoding: 'iso-8859-1',
  decode: decodeLatin1,
  rules: { dialect: JAVA },
})

export const propertiesUtf8: Format = keyValueFormat({
  ...latin1,
  id: 'properties-utf8',
  name: 'Java Properties (UTF-8)',
  checkFlags: 'auto-java-messageformat',
  encoding: undefined,
  decode: decodeMarkedUtf8,
  rules: { dialect: JAVA },
})

export const propertiesUtf16: Format = keyValueFormat({
  ...latin1,
  id: 'properties-utf16',
  name: 'Java Properties (UTF-16)',
  encoding: 'utf-16',
  decode: decodeUtf16,
  rules: { dialect: JAVA },
})

/** Java's properties, as https://docs.oracle.com/javase/8/docs/api/java/util/Properties.html defines them, nearly. */
export const properties: Format = {
  ...latin1,
  discovery: propertiesDiscovery(propertiesUtf8, propertiesUtf16),
}

/** Files of https://www.npmjs.com/package/@draggable/i18n */
export const mi18nLang: Format = keyValueFormat({
  ...propertiesUtf8,
  id: 'mi18n-lang',
  name: '@draggable/i18n lang file',
  template: 'always',
  checkFlags: 'es-format',
  placeholdersOf: undefined,
  discovery: langDiscovery,
  rules: { dialect: JAVA },
})
