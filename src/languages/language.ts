import { type Language, languageOf } from './create.ts'
import { compareCodePoints } from './order.ts'
import { languageRows, table } from './table.ts'

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

/** Compares languages by name, by code point. */
export function compareLanguages(a: Language, b: Language): number {
  return compareCodePoints(a.name, b.name) || compareCodePoints(a.code, b.code)
}
