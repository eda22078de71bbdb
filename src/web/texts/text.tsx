import type { Child } from 'hono/jsx'
import type { Highlight } from '../../checks/highlight.ts'
import { beginningOf } from '../../errors.ts'
import type { Language } from '../../languages/language.ts'
import { languageTag } from '../language-name.ts'

/** A part of a text, as UTF-16 offsets. */
export type Part = Pick<Highlight, 'start' | 'end'>

/**
 * Maximum length shown of a text on its own page, because rendering thousands of highlighted parts would block other
 * requests.
 */
export const MAX_CHARACTERS = 10_000

/**
 * Shows a text of a unit. Highlights machine-readable parts, marks where a check fails, and makes significant spaces
 * visible.
 */
export function Text({
  text,
  language,
  highlights = [],
  marked = [],
  classes = '',
}: {
  text: string
  language: Language
  highlights?: readonly Highlight[] | undefined
  marked?: readonly Part[] | undefined
  classes?: string
}) {
  const { code, direction } = language
  const shown = beginningOf(text, MAX_CHARACTERS)
  return (
    <p class={`txt ${classes}`.trim()} lang={languageTag(code)} dir={direction}>
      {text === '' ? <None /> : <Pieces text={shown} highlights={highlights} marked={marked} />}
    </p>
  )
}

/** Stands in for a missing text. */
export function None({ children = 'not translated' }: { children?: string }) {
  return (
    <span class="none" lang="en" dir="ltr">
      {children}
    </span>
  )
}

/** Shows the text without its paragraph. */
export function Pieces({
  text,
  highlights = [],
  marked = [],
  isPart = false,
}: {
  readonly text: string
  readonly highlights?: readonly Highlight[]
  readonly marked?: readonly Part[]
  /** Whether other texts surround this one. Its first and last spaces are not significant then. */
  readonly isPart?: boolean
}) {
  const edges = new Set([0, text.length])
  for (const { start, end } of [...highlights, ...marked]) edges.add(start).add(end)
  const cuts = [...edges].filter((at) => at <= text.length).sort((a, b) => a - b)
  const spaces = createSpaces(text, isPart)
  const kindAt = createFinder(highlights)
  const isMarkedAt = createFinder(marked)
  const pieces: Child[] = []
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1]
    if (end === undefined) break
    const kind = kindAt(start)?.kind
    const piece = kind === undefined ? spaces(start, end) : text.slice(start, end)
    const shown =
      kind === undefined ? piece : <b class={kind === 'placeholder' ? 'ph' : 'tg'}>{piece}</b>
    pieces.push(isMarkedAt(start) ? <mark>{shown}</mark> : shown)
  }
  return <>{pieces}</>
}

/**
 * Returns a function that finds the part at an offset; offsets must grow from call to call. Among overlapping parts it
 * returns the one that ends last.
 */
function createFinder<T extends Part>(parts: readonly T[]): (at: number) => T | undefined {
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

/**
 * Matches leading, trailing and repeated spaces, and invisible characters. Joiners are left alone, since they belong to
 * their letters.
 */
const SPACES = /^ +| +$| {2,}|(?![\u200c\u200d])[\p{Cc}\p{Cf}\u00a0\u202f\u2007\u2028\u2029]/gu

/**
 * Returns a function that renders the text between two growing offsets. Visible spaces are drawn over the real ones, so
 * that copied text equals the file's.
 */
function createSpaces(text: string, isPart: boolean): (from: number, to: number) => Child[] {
  const matches = [...text.matchAll(SPACES)].filter(([space]) => !isPart || space !== ' ')
  let next = 0
  return (from, to) => {
    const shown: Child[] = []
    let end = from
    for (
      let match = matches[next];
      match !== undefined && match.index < to;
      match = matches[++next]
    ) {
      const matchEnd = match.index + match[0].length
      const [start, stop] = [Math.max(match.index, end), Math.min(matchEnd, to)]
      if (start > end) shown.push(text.slice(end, start))
      for (const character of text.slice(start, stop)) shown.push(space(character))
      end = Math.max(end, stop)
      // The next piece renders the rest.
      if (matchEnd > to) break
    }
    if (end < to) shown.push(text.slice(end, to))
    return shown
  }
}

function space(character: string) {
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
