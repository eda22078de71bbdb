import type { Child } from 'hono/jsx'
import type { Highlight } from '../../checks/highlight.ts'
import type { Language } from '../../languages/language.ts'
import { languageTag } from '../language-name.ts'

/** A part of a text, as UTF-16 offsets. */
type Part = Pick<Highlight, 'start' | 'end'>

/** A text of a unit: what programs read is set apart, `marked` is where a check fails, spaces that matter are drawn. */
export function Text({
  text,
  language,
  highlights = [],
  marked = [],
  classes = '',
}: {
  readonly text: string
  readonly language: Language
  readonly highlights?: readonly Highlight[] | undefined
  readonly marked?: readonly Part[] | undefined
  readonly classes?: string
}) {
  const { code, direction } = language
  return (
    <p class={`txt ${classes}`.trim()} lang={languageTag(code)} dir={direction}>
      {text === '' ? <None /> : <Pieces text={text} highlights={highlights} marked={marked} />}
    </p>
  )
}

/** What stands for a text that there is not. */
export function None({ children = 'not translated' }: { readonly children?: string }) {
  return (
    <span class="none" lang="en" dir="ltr">
      {children}
    </span>
  )
}

/** The same without its paragraph. */
export function Pieces({
  text,
  highlights = [],
  marked = [],
  isPart = false,
}: {
  readonly text: string
  readonly highlights?: readonly Highlight[]
  readonly marked?: readonly Part[]
  /** Whether other texts stand before and after it: then its first and last spaces are none that matter. */
  readonly isPart?: boolean
}) {
  const edges = new Set([0, text.length])
  for (const { start, end } of [...highlights, ...marked]) edges.add(start).add(end)
  const cuts = [...edges].filter((at) => at <= text.length).sort((a, b) => a - b)
  const pieces: Child[] = []
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1]
    if (end === undefined) break
    const isIn = (part: Part) => part.start <= start && end <= part.end
    const kind = highlights.find(isIn)?.kind
    const piece = kind === undefined ? spacesIn(text, [start, end], isPart) : text.slice(start, end)
    const shown =
      kind === undefined ? piece : <b class={kind === 'placeholder' ? 'ph' : 'tg'}>{piece}</b>
    pieces.push(marked.some(isIn) ? <mark>{shown}</mark> : shown)
  }
  return <>{pieces}</>
}

/** Spaces that are first, last or doubled, and what cannot be seen; joiners belong to their letters. */
const BLANKS = /^ +| +$| {2,}|(?![\u200c\u200d])[\p{Cc}\p{Cf}\u00a0\u202f\u2007\u2028\u2029]/gu

/** The text between two offsets, its spaces drawn over themselves: what is copied is what is in the file. */
function spacesIn(text: string, [from, to]: readonly [number, number], isPart: boolean): Child[] {
  const shown: Child[] = []
  let end = from
  for (const { index, 0: found } of text.matchAll(BLANKS)) {
    if (index < from || index >= to || (isPart && found === ' ')) continue
    if (index > end) shown.push(text.slice(end, index))
    for (const character of found) shown.push(space(character))
    end = index + found.length
  }
  if (end < to) shown.push(text.slice(end, to))
  return shown
}

function space(character: string) {
  if (character === '\n') return <b class="nl">{'\n'}</b>
  if (character === ' ' || character === '\t') return <b class="sp">{character}</b>
  if (/[\u00a0\u202f\u2007]/.test(character)) return <b class="sp nb">{character}</b>
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  // HTML has no place for control characters; others stay, in an element that they cannot leave.
  return (
    <b class="tg cc" data-code={`U+${code}`}>
      {/\p{Cc}/u.test(character) ? '' : character}
    </b>
  )
}
