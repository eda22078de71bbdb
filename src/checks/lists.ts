import data from './data.json' with { type: 'json' }

function classOf(ranges: readonly (readonly string[])[]): string {
  return ranges.map(([first, last]) => `\\u{${first}}-\\u{${last}}`).join('')
}

/** Sets of characters for use inside a character class with the flag `u`. */
export const characters: {
  readonly entityNameFirst: string
  readonly entityNameRest: string
  readonly prohibitedInitial: string
} = {
  entityNameFirst: classOf(data.entity_name_first),
  entityNameRest: classOf(data.entity_name_rest),
  prohibitedInitial: classOf(data.prohibited_initial_characters),
}

/** Characters that separate words in the search for duplicates, as inclusive ranges of code points. */
export const duplicateSeparators: readonly (readonly [first: number, last: number])[] =
  data.duplicate_separators.map(([first = '', last = '']) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ])

/** Base languages without spaces between words. */
export const noSpaceLanguages: ReadonlySet<string> = new Set(data.no_space_languages)

/** Languages (full or base codes) whose script has no case. */
export const caseInsensitiveLanguages: ReadonlySet<string> = new Set(
  data.case_insensitive_languages,
)

/** Lower-case words that may stay untranslated: technical terms, and names of languages and places. */
export const untranslatedWords: ReadonlySet<string> = new Set([
  ...data.same_ignore_words,
  ...data.same_language_names,
])

/** Words that may be repeated, by base language. */
export const repeatableWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(data.duplicate_ignored_words).map(([code, words]) => [code, new Set(words)]),
)

/** Names of flags without a value, except the `ignore-` flags of gitglot's checks. */
export const plainFlags: ReadonlySet<string> = new Set(data.flags_plain)

/** Names of flags that require a value. */
export const valueFlags: ReadonlySet<string> = new Set(data.flags_with_value)
