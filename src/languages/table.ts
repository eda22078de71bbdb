import { once } from '../cache.ts'
import data from './languages.json' with { type: 'json' }

/** A set of plural forms: their number, and a C expression over `n` for the index of the form. */
export interface Plural {
  /** Origin of the set: 0 for the language's default, 1 gettext, 4 CLDR, 6 Qt. */
  readonly source: number
  readonly number: number
  readonly formula: string
  /** Weblate's number for the kind of set: 0 one form, 1 one/other, `UNNAMED` ... */
  readonly type: number
}

/** Type of the sets that have no name in Weblate. */
export const UNNAMED = 666

/** A language, with its plurals. */
export interface Language {
  readonly code: string
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

/** Returns look-up tables over the default table, built on first use (about a millisecond). */
export const table = once(() => {
  const languages = data.languages.map(languageOf)
  return {
    byCode: new Map(languages.map((language) => [language.code, language])),
    byLowerCode: new Map(languages.map((language) => [language.code.toLowerCase(), language])),
    byLowerName: new Map(languages.map((language) => [language.name.toLowerCase(), language])),
    /** Maps other spellings, in lower case, to codes of the table. */
    aliases: new Map(Object.entries(data.alias_table)),
    /** Codes of languages with their main country, such as `de_de`; sorted. */
    defaultCountries: new Set([...data.default_countries].sort()),
    rightToLeft: new Set(data.rtl),
  }
})

/** A language as `languages.json` has it. */
type Row = Omit<Language, 'direction' | 'filePlural' | 'plurals'> & {
  readonly direction: string
  readonly file_plural?: Plural
  readonly other_plurals?: readonly Plural[]
}

function languageOf(row: Row): Language {
  const { code, name, population, aliases, plural, file_plural, other_plurals = [] } = row
  const direction = row.direction === 'rtl' ? 'rtl' : 'ltr'
  const filePlural = file_plural ?? plural
  const sets = new Set([plural, filePlural, ...other_plurals])
  const plurals = [...sets].sort((a, b) => a.source - b.source)
  return { code, name, direction, population, aliases, plural, filePlural, plurals }
}
