import { SEP } from '../../formats/entry.ts'
import type { ComponentConfig } from '../config/config.ts'
import { isWhitespace, WHITESPACE_CLASS } from '../text.ts'

const UNUSED = '<unused singular'

const CJK =
  '\\u1100-\\u11ff\\u2e80-\\u2fdf\\u2ff0-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef' +
  '\\u{1aff0}-\\u{1b16f}\\u{1f200}-\\u{1f2ff}\\u{20000}-\\u{3ffff}'
const CJK_WORDS = new RegExp(`[${CJK}]|[^${CJK}${WHITESPACE_CLASS}]+`, 'gu')

/**
 * How to count the words of sources: by spaces, or by characters in Chinese, Japanese and Korean. For these, Weblate
 * 5.14 counts all forms of a plural once per form.
 */
export type WordRule = 'spaces' | 'characters' | 'characters-per-form'

/** Returns the rule for the sources of a component. */
export function wordRuleOf({
  sourceLanguage,
  weblate,
}: Pick<ComponentConfig, 'sourceLanguage' | 'weblate'>): WordRule {
  const isCjk = ['ja', 'ko', 'zh'].includes(sourceLanguage.split(/[-_@+]/)[0] ?? '')
  if (!isCjk) return 'spaces'
  return weblate === '5.14' ? 'characters-per-form' : 'characters'
}

/** Counts the words of a source whose plural forms are joined with `SEP`: runs between white space, or characters. */
export function countWords(source: string, rule: WordRule): number {
  if (rule === 'spaces' && !source.includes(SEP))
    return source.startsWith(UNUSED) ? 0 : countRuns(source)
  const forms = source.split(SEP).filter((form) => !form.startsWith(UNUSED))
  if (rule === 'characters-per-form') return forms.length * countCharacterWords(source)
  const count = rule === 'spaces' ? countRuns : countCharacterWords
  return forms.reduce((sum, form) => sum + count(form), 0)
}

function countCharacterWords(text: string): number {
  return text.match(CJK_WORDS)?.length ?? 0
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

/** Counts the code points of a text; `SEP` counts as 2. */
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
