import { oncePer } from '../cache.ts'
import { type LanguageRow, type Plural, table } from './table.ts'

/** A language, with its plurals. */
export interface Language {
  readonly code: string
  /** English name. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** Number of speakers; 0 if unknown. */
  readonly population: number
  /** Sorted by code point. */
  readonly aliases: readonly string[]
  /** The default set of plural forms, source 0. */
  readonly plural: Plural
  /** The set of plural forms in files: CLDR's if the table has it, else the default set. */
  readonly filePlural: Plural
  /** All sets of plural forms, by source. */
  readonly plurals: readonly Plural[]
}

/** Longest language code, in characters. */
const MAX_CODE_LENGTH = 50

/**
 * Creates a language outside the default table, with name, direction and default plurals of `base`, or without one with
 * a generated name and two forms. Returns undefined if the code is longer than 50 characters.
 */
export function createLanguage(code: string, base: Language | undefined): Language | undefined {
  if ([...code].length > MAX_CODE_LENGTH) return undefined
  const { rightToLeft, defaultCountries } = table()
  const stem = code.split(/[_-]/, 1)[0] ?? code
  const direction = rightToLeft.has(code) || rightToLeft.has(stem) ? 'rtl' : 'ltr'
  const plural = base?.plural ?? { source: 0, number: 2, formula: 'n != 1', type: 1 }
  return {
    code,
    name: base?.name ?? `${code} (generated)`,
    direction: base?.direction ?? direction,
    population: 0,
    // A plain prefix test, as in Weblate: `a` lists `af_za`.
    aliases: [...defaultCountries].filter((country) => country.startsWith(code)),
    plural,
    filePlural: plural,
    plurals: [plural],
  }
}

/** Returns the language of a row of the table: the same object for the same row. */
export const languageOf: (row: LanguageRow) => Language = oncePer((row) => {
  const { code, name, population, aliases, plural, other_plurals: others = [] } = row
  const direction = row.direction === 'rtl' ? 'rtl' : 'ltr'
  const filePlural = row.file_plural ?? plural
  const plurals = [...new Set([plural, filePlural, ...others])].sort((a, b) => a.source - b.source)
  return { code, name, direction, population, aliases, plural, filePlural, plurals }
})
