import { diffArrays } from 'diff'
import type { Language } from '../../languages/language.ts'
import { languageTag } from '../language-name.ts'
import { Pieces } from './text.tsx'

/** Texts that differ in more words are replaced as a whole: to compare them takes too long. */
const MAX_EDITS = 1000

/** What became of a text, word by word. */
export function Difference({
  before,
  after,
  language,
}: {
  readonly before: string
  readonly after: string
  readonly language: Language
}) {
  const { code, direction } = language
  const changes = diffArrays(wordsOf(before, code), wordsOf(after, code), {
    maxEditLength: MAX_EDITS,
  }) ?? [
    { value: [before], added: false, removed: true },
    { value: [after], added: true, removed: false },
  ]
  return (
    <p class="txt" lang={languageTag(code)} dir={direction}>
      {changes.map(({ value, added, removed }) => {
        const piece = <Pieces text={value.join('')} isPart />
        if (added) return <ins>{piece}</ins>
        return removed ? <del>{piece}</del> : piece
      })}
    </p>
  )
}

/** Words as the language has them, each with the blanks after it; signs are words of their own. */
function wordsOf(text: string, code: string): string[] {
  let segmenter: Intl.Segmenter
  try {
    segmenter = new Intl.Segmenter(languageTag(code), { granularity: 'word' })
  } catch {
    // No tag of BCP 47.
    segmenter = new Intl.Segmenter('en', { granularity: 'word' })
  }
  const words: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    if (segment.trim() === '' && words.length > 0) words[words.length - 1] += segment
    else words.push(segment)
  }
  return words
}
