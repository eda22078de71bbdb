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

/** One language of `languages.json`. */
export interface LanguageRow {
  readonly code: string
  readonly name: string
  readonly direction: string
  readonly population: number
  readonly aliases: readonly string[]
  readonly plural: Plural
  readonly file_plural?: Plural | undefined
  readonly other_plurals?: readonly Plural[] | undefined
}

/** Look-up tables over the default table. Keys of `byLowerCode`, `byLowerName` and `aliases` are in lower case. */
interface LanguageTable {
  readonly byCode: ReadonlyMap<string, LanguageRow>
  readonly byLowerCode: ReadonlyMap<string, LanguageRow>
  readonly byLowerName: ReadonlyMap<string, LanguageRow>
  /** Maps other spellings to codes of the table. */
  readonly aliases: ReadonlyMap<string, string>
  /** Codes of languages with their main country, such as `de_de`; sorted. */
  readonly defaultCountries: ReadonlySet<string>
  readonly rightToLeft: ReadonlySet<string>
  /** Lower-case codes of countries, with two and with three letters. */
  readonly countryCodes: ReadonlySet<string>
}

/** Returns the look-up tables, built on first use (about a millisecond). */
export const table: () => LanguageTable = once(buildTable)

/** Returns the rows of the default table in file order. */
export function languageRows(): readonly LanguageRow[] {
  return data.languages
}

function buildTable(): LanguageTable {
  const rows = languageRows()
  return {
    byCode: new Map(rows.map((row) => [row.code, row])),
    byLowerCode: new Map(rows.map((row) => [row.code.toLowerCase(), row])),
    byLowerName: new Map(rows.map((row) => [row.name.toLowerCase(), row])),
    aliases: new Map(Object.entries(data.alias_table)),
    defaultCountries: new Set([...data.default_countries].sort()),
    rightToLeft: new Set(data.rtl),
    countryCodes: new Set(data.country_codes.split(' ')),
  }
}
