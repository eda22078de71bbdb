import { SEP } from '../../../formats/entry.ts'
import { isWhitespace, WHITESPACE_CLASS } from '../../text.ts'

const UNUSED = '<unused singular'

const CJK =
  '\\u1100-\\u11ff\\u2e80-\\u2fdf\\u2ff0-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef' +
  '\\u{1aff0}-\\u{1b16f}\\u{1f200}-\\u{1f2ff}\\u{20000}-\\u{3ffff}'
const CJK_WORDS = new RegExp(`[${CJK}]|[^${CJK}${WHITESPACE_CLASS}]+`, 'gu')

/** Whether Weblate counts the words of a source language as Chinese, Japanese or Korean. */
export function isCjk(languageCode: string): boolean {
  return ['ja', 'ko', 'zh'].includes(languageCode.split(/[-_@+]/)[0] ?? '')
}

/**
 * Words of a source whose plural forms are joined with `SEP`: runs between white space; in CJK each character. A CJK
 * source counts as a whole once for each form, as in Weblate.
 */
export function countWords(source: string, isSourceCjk: boolean): number {
  if (!isSourceCjk && !source.includes(SEP))
    return source.startsWith(UNUSED) ? 0 : countRuns(source)
  const forms = source.split(SEP).filter((form) => !form.startsWith(UNUSED))
  if (!isSourceCjk) return forms.reduce((sum, form) => sum + countRuns(form), 0)
  return forms.length * (source.match(CJK_WORDS)?.length ?? 0)
}

function countRuns(text: string): number {
  let count = 0
  let isInside = false
  for (let index = 0; index < text.length; index++) {
    const isSpace = isWhitespace(text.charCodeAt(index))
    if (!isSpace && !isInside) count++
    isInside = !isSpace
  }
  return count
}

/** Code points of a text; `SEP` counts 2. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let index = 0; index + 1 < text.length; index++) {
    if (
      (text.charCodeAt(index) & 0xfc00) === 0xd800 &&
      (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
    ) {
      count--
    }
  }
  return count
}
