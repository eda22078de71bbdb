import type { Highlight } from '../../checks/highlight.ts'
import { beginningOf } from '../../errors.ts'
import type { Language } from '../../languages/language.ts'
import { textAttributes } from '../language-name.ts'

/** A part of a text, as UTF-16 offsets. */
export type Part = Pick<Highlight, 'start' | 'end'>

/** Maximum length of a text on its own page: rendering thousands of highlighted parts would block other requests. */
export const MAX_CHARACTERS = 10_000

/** Shows a text of a unit: highlights machine-readable parts, marks where a check fails, makes spaces visible. */
export function Text({
  text,
  language,
  classes = '',
  ...parts
}: PiecesProps & { readonly language: Language; readonly classes?: string }) {
  return (
    <p class={`txt ${classes}`.trim()} {...textAttributes(language)}>
      {text === '' ? (
        <span class="none" lang="en" dir="ltr">
          not translated
        </span>
      ) : (
        <Pieces text={beginningOf(text, MAX_CHARACTERS)} {...parts} />
      )}
    </p>
  )
}

interface PiecesProps {
  readonly text: string
  readonly highlights?: readonly Highlight[]
  readonly marked?: readonly Part[]
  /** Whether other texts surround this one. Its first and last spaces are not significant then. */
  readonly isPart?: boolean
}

/** Shows the text without its paragraph. */
export function Pieces({ text, highlights = [], marked = [], isPart = false }: PiecesProps) {
  const highlightAt = finder(highlights)
  const spaces = [...text.matchAll(SPACES)]
    .map(({ 0: space, index: start }) => ({ space, start, end: start + space.length }))
    .filter(({ space, start }) => !highlightAt(start) && !(isPart && space === ' '))
  const parts = [...highlights, ...marked, ...spaces]
  const edges = new Set([0, text.length, ...parts.flatMap(({ start, end }) => [start, end])])
  const cuts = [...edges].filter((at) => at <= text.length).sort((a, b) => a - b)
  const [kindAt, markAt, spaceAt] = [finder(highlights), finder(marked), finder(spaces)]
  const pieces = cuts.slice(0, -1).map((start, index) => {
    const piece = text.slice(start, cuts[index + 1])
    const kind = kindAt(start)?.kind
    const isSpace = spaceAt(start) !== undefined
    const shown =
      kind !== undefined ? (
        <b class={kind === 'placeholder' ? 'ph' : 'tg'}>{piece}</b>
      ) : (
        (isSpace && [...piece].map(visible)) || piece
      )
    return markAt(start) ? <mark>{shown}</mark> : shown
  })
  return <>{pieces}</>
}

/** Returns a function that finds the part at an offset, which must grow; of overlapping parts the one that ends last. */
function finder<T extends Part>(parts: readonly T[]): (at: number) => T | undefined {
  const sorted = parts.toSorted((a, b) => a.start - b.start)
  let next = 0
  let last: T | undefined
  return (at) => {
    for (let part = sorted[next]; part !== undefined && part.start <= at; part = sorted[++next]) {
      if (last === undefined || part.end > last.end) last = part
    }
    return last !== undefined && at < last.end ? last : undefined
  }
}

/** Matches leading, trailing and repeated spaces, and invisible characters but joiners, which belong to letters. */
const SPACES = /^ +| +$| {2,}|(?![\u200c\u200d])[\p{Cc}\p{Cf}\u00a0\u202f\u2007\u2028\u2029]/gu

/** Draws a visible space over the real one, so that copied text equals the file's. */
function visible(character: string) {
  if (character === '\n') return <b class="nl">{'\n'}</b>
  if (character === ' ' || character === '\t') return <b class="sp">{character}</b>
  if (/[\u00a0\u202f\u2007]/.test(character)) return <b class="sp nb">{character}</b>
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  // HTML does not allow control characters. Others are kept inside an element that isolates them.
  return (
    <b class="tg cc" data-code={`U+${code}`}>
      {/\p{Cc}/u.test(character) ? '' : character}
    </b>
  )
}
