import { once } from '../cache.ts'
import data from './languages.json' with { type: 'json' }

/** A plural rule: the number of forms, and a C expression over `n` for the index of the form. */
export interface Plural {
  /** 0 for the language's default, 1 gettext, 4 CLDR, 6 Qt. */
  readonly source: number
  readonly number: number
  readonly formula: string
  /** Weblate's number for the set of forms: 0 one form, 1 one/other, `UNNAMED` ... */
  readonly type: number
}

/** Type of sets that Weblate has no name for. */
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

/** Look-ups over the default table. Keys of `byLowerCode`, `byLowerName` and `aliases` are in lower case. */
interface LanguageTable {
  readonly byCode: ReadonlyMap<string, LanguageRow>
  readonly byLowerCode: ReadonlyMap<string, LanguageRow>
  readonly byLowerName: ReadonlyMap<string, LanguageRow>
  /** Other spellings to codes of the table. */
  readonly aliases: ReadonlyMap<string, string>
  /** `de_de`: the language together with its main country; sorted. */
  readonly defaultCountries: ReadonlySet<string>
  readonly rightToLeft: ReadonlySet<string>
  /** Codes in lower case that stand for a country, of two and of three letters. */
  readonly countryCodes: ReadonlySet<string>
}

/** The look-ups, built on first use (about a millisecond). */
export const table: () => LanguageTable = once(buildTable)

/** The rows of the default table in its own order. */
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
