import { type Language, languageOf } from './create.ts'
import { compareCodePoints } from './order.ts'
import { languageRows, type Plural, table } from './table.ts'

export type { Language } from './create.ts'

export {
  type CodeOptions,
  findLanguage,
  LanguageCodeError,
  languageForCode,
  parseAliases,
} from './resolve.ts'
export type { Plural } from './table.ts'

/** The language of the default table with exactly this code; undefined for any other. */
export function knownLanguage(code: string): Language | undefined {
  const row = table().byCode.get(code)
  return row && languageOf(row)
}

/** The 799 languages of the default table, sorted by code, capitals before small letters. */
export function allLanguages(): readonly Language[] {
  return languageRows().map(languageOf)
}

/**
 * The plural rule. Without a format it is the default set, which the API shows; with the id of a file format
 * (`arb`, `json`, `json-nested`, `aresource`, `tbx`) the set that counts the forms of units in such files.
 */
export function pluralFor(language: Language, format?: string): Plural {
  return format === undefined ? language.plural : language.filePlural
}

/** The name for pages, with the code in parentheses if the language is not in the default table. */
export function displayName(language: Language): string {
  return table().byCode.has(language.code) ? language.name : `${language.name} (${language.code})`
}

/** Compares languages by name, by code point. */
export function compareLanguages(a: Language, b: Language): number {
  return compareCodePoints(a.name, b.name) || compareCodePoints(a.code, b.code)
}
