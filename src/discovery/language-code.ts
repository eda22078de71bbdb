import { findLanguage, knownLanguage, type Language } from '../languages/language.ts'

/** Codes that are also English words, file extensions or names in programs, and prove nothing by themselves. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'am ar arb arg as at bar base bi bin br bug cat cop cos default div do dry eg ext fa fur gl go gun hit ' +
    'id in io is it lrc lt mac map min my nav new no nor or per pi pr run sa sai sc sin so source src ss sus ' +
    'ter to tr ts uk us wol zen'
  ).split(' '),
)

/** More than the longest code or name of the table. */
const MAX_CODE_LENGTH = 40

/**
 * Returns the language of the default table for a code in a path; undefined if the code would need a new language. With
 * `sourceLanguage`, accepts `source` and `default` too.
 */
export function languageOfCode(code: string, sourceLanguage = ''): Language | undefined {
  if (code === '' || code.length > MAX_CODE_LENGTH || /\s/.test(code)) return undefined
  const language = findLanguage(code, sourceLanguage === '' ? {} : { sourceLanguage })
  return language && knownLanguage(language.code)
}

/** Returns whether a text is the English name of a language (`german`), which counts only as a whole name. */
export function isLanguageName(text: string): boolean {
  return text.length > 3 && languageOfCode(text)?.name.toLowerCase() === text.toLowerCase()
}

/** Returns whether a code could also be a word: `id`, `no`, `bin`. */
export function isAmbiguous(code: string): boolean {
  return WORDS.has(code.toLowerCase())
}

/** Names of up to three letters that files other than translations often have. */
const SHORT_NAMES: ReadonlySet<string> = new Set(
  'all api app css dev doc ios key map new old raw tmp web'.split(' '),
)

/** Returns whether a text looks like a language code, known or not: `xx`, `olo`, `be-tarask`, `zh-Hant-HK`. */
export function isCodeLike(code: string): boolean {
  if (languageOfCode(code)) return true
  const [base = '', ...subtags] = code.split(/[-_@+]/)
  if (!/^[a-z]{2,3}$/i.test(base)) return false
  if (subtags.length === 0) return code === code.toLowerCase() && !SHORT_NAMES.has(code)
  return (
    languageOfCode(base) !== undefined && subtags.every((tag) => /^(?:x|[a-z0-9]{2,8})$/i.test(tag))
  )
}

/** Returns `en` for `en-US`, `zh` for `zh_Hant`. */
export function baseCode(code: string): string {
  return code.split(/[-_@+]/)[0]?.toLowerCase() ?? ''
}
