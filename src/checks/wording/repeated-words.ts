import type { Check, CheckedUnit, Range } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { duplicateSeparators, repeatableWords } from '../lists.ts'
import { stripPlaceholders } from '../placeholders/strip.ts'
import { quote } from '../sentence.ts'
import { baseLanguage, countCodePoints } from '../text.ts'

/** Languages in which words are repeated for emphasis or number, in Weblate 2026.10. */
const REPEATING: ReadonlySet<string> = new Set(
  'as bn gu hi kn ml mr ne or pa sd si ta te tok ur'.split(' '),
)

/** Checks that the translation repeats a word only where the source does. */
export const repeatedWordsCheck: Check = formCheck({
  id: 'duplicate',
  name: 'Consecutive duplicated words',
  description: 'Text contains the same word twice in a row',
  severity: 'warning',
  fails(source, target, unit) {
    const base = baseLanguage(unit.language.code)
    const inTarget = repetitionsOf(stripped(target, unit), base)
    if (inTarget.length === 0 || mayRepeat(base, unit)) return undefined
    const sourceBase = baseLanguage(unit.sourceLanguage.code)
    const inSource = repetitionsOf(stripped(source, unit), sourceBase)
    const isShared =
      inSource.length === inTarget.length &&
      inSource.every(({ count }, i) => count === inTarget[i]?.count)
    if (isShared) return undefined
    const words = new Set(inSource.map(({ word }) => word))
    return inTarget.find(({ word }) => !words.has(word))
  },
  explain({ target, unit, fault: { word, count, start, end } }) {
    // If placeholders were removed, the offsets are not those of the translation.
    const isWhole = stripped(target, unit) === target
    return [
      `The translation has ${quote(word)} ${count} times in a row`,
      ['target', start, isWhole ? end : start],
    ]
  },
})

function stripped(text: string, { flags, weblate }: CheckedUnit): string {
  if (flags.size === 0) return text
  return stripPlaceholders(text, flags, weblate === '5.14' ? 'markup' : 'all')
}

function mayRepeat(base: string, { weblate }: CheckedUnit): boolean {
  return weblate === '5.14' ? base === 'tok' : REPEATING.has(base)
}

/** A repeated word, with UTF-16 offsets of the start of the first and the end of the last occurrence. */
interface Repetition extends Range {
  readonly word: string
  readonly count: number
}

const NONE: readonly Repetition[] = []

/** By UTF-16 unit: 1 for a separator of words, 2 for the first half of a pair that may be one. */
const kinds = new Uint8Array(0x10000).fill(2, 0xd800, 0xdc00)
for (const [first, last] of duplicateSeparators) {
  if (first <= 0xffff) kinds.fill(1, first, last + 1)
}
const separatingPairs = duplicateSeparators.filter(([, last]) => last > 0xffff)

/**
 * Returns the words that occur twice or more in a row, in order, except words that the language may repeat. Ignores
 * words of one character. Allocates nothing for a text without repetitions.
 */
export function repetitionsOf(text: string, base: string): readonly Repetition[] {
  let repetitions: Repetition[] | undefined
  let start = -1
  let end = -1
  let runStart = -1
  let count = 1
  for (let at = nextWord(text, 0); at < text.length; ) {
    const wordEnd = endOfWord(text, at)
    const length = wordEnd - at
    const isSame =
      length > 1 &&
      length === end - start &&
      areEqual(text, start, at, length) &&
      counts(text.slice(at, wordEnd), base)
    if (isSame) {
      count++
      repetitions ??= []
      if (count > 2) repetitions.pop()
      repetitions.push({ word: text.slice(at, wordEnd), count, start: runStart, end: wordEnd })
    } else {
      runStart = at
      count = 1
    }
    start = at
    end = wordEnd
    at = nextWord(text, wordEnd)
  }
  return repetitions ?? NONE
}

function counts(word: string, base: string): boolean {
  const isLong = word.length > 3 || countCodePoints(word) > 1
  return isLong && repeatableWords.get(base)?.has(word) !== true
}

function areEqual(text: string, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) {
    if (text.charCodeAt(a + i) !== text.charCodeAt(b + i)) return false
  }
  return true
}

/** Returns the offset of the next word, or the length of the text. */
function nextWord(text: string, from: number): number {
  let at = from
  for (let width = widthOfSeparator(text, at); width > 0; width = widthOfSeparator(text, at)) {
    at += width
  }
  return at
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const kind = kinds[text.charCodeAt(at)]
    if (kind === 1 || (kind === 2 && widthOfSeparator(text, at) > 0)) break
    at++
  }
  return at
}

/** Returns the length of a separator in UTF-16 units (1 or 2); 0 for other characters and at the end. */
function widthOfSeparator(text: string, at: number): number {
  if (at >= text.length) return 0
  const kind = kinds[text.charCodeAt(at)]
  if (kind !== 2) return kind ?? 0
  const point = text.codePointAt(at) ?? 0
  return separatingPairs.some(([first, last]) => first <= point && point <= last) ? 2 : 0
}
