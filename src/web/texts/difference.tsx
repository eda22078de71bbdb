import { diffArrays } from 'diff'
import { oncePer } from '../../cache.ts'
import { beginningOf } from '../../errors.ts'
import { changedLines, LONG } from '../../facts/changed-lines.ts'
import type { Language } from '../../languages/language.ts'
import { nextTurn } from '../../next-turn.ts'
import { localeOf, textAttributes } from '../language-name.ts'
import { Pieces } from './text.tsx'

/** Texts with more edits are shown as replaced, because comparing them takes too long. */
const MAX_EDITS = 1000

/** Maximum length compared in a text, because a page compares many texts. */
const MAX_COMPARED = LONG
/** Characters shown before the first difference of longer texts. */
const CONTEXT = 100

/** Longer texts take a millisecond to compare, so others get a turn before each. */
const MAX_AT_ONCE = 80

interface Texts {
  readonly between: readonly [before: string, after: string]
  readonly language: Language
  /** How many characters of each text are compared (default: 1,000). */
  readonly maxCharacters?: number
}

/** Shows the word-by-word difference of a text; for a long text only differing lines, starting with the first. */
export function Difference(texts: Texts) {
  const isShort = Math.max(...texts.between.map(({ length }) => length)) <= MAX_AT_ONCE
  return isShort ? differenceOf(texts) : nextTurn().then(() => differenceOf(texts))
}

function differenceOf({ between, language, maxCharacters = MAX_COMPARED }: Texts) {
  const [old, now] = cutBoth(between, maxCharacters)
  const changes = diffArrays(wordsOf(old, language), wordsOf(now, language), {
    maxEditLength: MAX_EDITS,
  }) ?? [
    { value: [old], added: false, removed: true },
    { value: [now], added: true, removed: false },
  ]
  return (
    <p class="txt" {...textAttributes(language)}>
      {changes.map(({ value, added, removed }) => {
        const piece = <Pieces text={value.join('')} isPart />
        if (added) return <ins>{piece}</ins>
        return removed ? <del>{piece}</del> : piece
      })}
    </p>
  )
}

function cutBoth(between: Texts['between'], maxCharacters: number): Texts['between'] {
  const [before, after] = changedLines(...between)
  if (Math.max(before.length, after.length) <= maxCharacters) return [before, after]
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  const start = Math.max(0, same - CONTEXT)
  const cut = (text: string): string =>
    beginningOf(start === 0 ? text : `…${text.slice(start)}`, maxCharacters)
  return [cut(before), cut(after)]
}

/** Memoized, because creating a segmenter takes far longer than using it. */
const segmenterOf = oncePer(
  ({ code }: Language) => new Intl.Segmenter(localeOf(code), { granularity: 'word' }),
)

/** Splits a text into words by the language's rules, each with the spaces after it, and into punctuation marks. */
function wordsOf(text: string, language: Language): string[] {
  const words: string[] = []
  for (const { segment } of segmenterOf(language).segment(text)) {
    if (segment.trim() === '' && words.length > 0) words[words.length - 1] += segment
    else words.push(segment)
  }
  return words
}
