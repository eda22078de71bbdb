import { oncePer } from '../cache.ts'
import { type LanguageRow, type Plural, table } from './table.ts'

/** A language, with its plurals. */
export interface Language {
  readonly code: string
  /** English. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** Number of speakers; 0 if unknown. */
  readonly population: number
  /** Sorted by code point. */
  readonly aliases: readonly string[]
  /** The default set, source 0. */
  readonly plural: Plural
  /** The set for the forms in files: CLDR's if the table has it, else the default set. */
  readonly filePlural: Plural
  /** All sets, by source. */
  readonly plurals: readonly Plural[]
}

/** Longest code of a language, in characters. */
const MAX_CODE_LENGTH = 50

/**
 * A language outside the default table, with name, direction and default plural set of `base`, else a generated name and
 * two forms. Undefined if the code is longer than 50 characters.
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
    // A plain prefix test, as the reference does it: `a` lists `af_za`.
    aliases: [...defaultCountries].filter((country) => country.startsWith(code)),
    plural,
    filePlural: plural,
    plurals: [plural],
  }
}

/** The language of a row of the table: the same object each time. */
export const languageOf: (row: LanguageRow) => Language = oncePer((row) => {
  const { code, name, population, aliases, plural, other_plurals: others = [] } = row
  const direction = row.direction === 'rtl' ? 'rtl' : 'ltr'
  const filePlural = row.file_plural ?? plural
  const plurals = [...new Set([plural, filePlural, ...others])].sort((a, b) => a.source - b.source)
  return { code, name, direction, population, aliases, plural, filePlural, plurals }
})
