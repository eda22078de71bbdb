import { compareCodePoints } from './order.ts'
import { type Language, table } from './table.ts'

export { type CodeOptions, findLanguage, languageForCode, parseAliases } from './resolve.ts'
export type { Language, Plural } from './table.ts'

/** Returns the language of the default table with exactly this code; undefined if there is none. */
export function knownLanguage(code: string): Language | undefined {
  return table().byCode.get(code)
}

/** Returns the 799 languages of the default table, sorted by code with capitals before small letters. */
export function allLanguages(): readonly Language[] {
  return [...table().byCode.values()]
}

/** Compares languages by name, in code point order. */
export function compareLanguages(a: Language, b: Language): number {
  return compareCodePoints(a.name, b.name) || compareCodePoints(a.code, b.code)
}
