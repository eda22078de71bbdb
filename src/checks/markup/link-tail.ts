import { isWhitespace } from '../../text.ts'
import type { ReadTail } from './bracket.ts'

/** What has been scanned so far. Positions are pushed from right to left, so the last is the nearest. */
interface Seen {
  from: number
  /** First character that is not white space. */
  solid: number
  paren: number
  /** Quotes after white space, where a title may start. */
  readonly quotes: number[]
  /** Quotes before optional white space and `)`, where a title may end, and where the link would end. */
  readonly titles: { readonly at: number; readonly end: number }[]
  /** The nearest `>` that may end a target, and where the link would end. */
  angle: { readonly at: number; readonly end: number } | undefined
}

/**
 * Returns a reader of `(target "title")`. The target is the shortest possible one, without surrounding angle brackets.
 * Must be called from right to left, since it caches what it has scanned.
 */
export function createTargetReader(text: string): ReadTail {
  const { length } = text
  const seen: Seen = {
    from: length,
    solid: length,
    paren: -1,
    quotes: [],
    titles: [],
    angle: undefined,
  }
  const runs = new Map<number, number>()
  const targetEnd = (end: number): number => {
    let at = runs.get(end)
    if (at === undefined) {
      at = end
      while (isWhitespace(text.charCodeAt(at - 1))) at--
      runs.set(end, at)
    }
    return at
  }
  return (close) => {
    if (text[close + 1] !== '(') return undefined
    while (seen.from > close + 2) scan(text, seen)
    const { solid, paren, angle } = seen
    if (text[solid] === '<') {
      return angle && { name: text.slice(solid + 1, angle.at), end: angle.end }
    }
    if (paren < 0) return undefined
    const quote = after(seen.quotes, (at) => at, solid)
    if (quote !== undefined && quote < paren) {
      const title = after(seen.titles, ({ at }) => at, quote)
      if (title) {
        return { name: text.slice(solid, targetEnd(quote)), end: title.end, hasTitle: true }
      }
    }
    return { name: text.slice(solid, Math.max(solid, targetEnd(paren))), end: paren + 1 }
  }
}

function scan(text: string, seen: Seen): void {
  seen.from--
  const at = seen.from
  const character = text[at]
  if (isWhitespace(text.charCodeAt(at))) return
  if (character === '>') {
    const end = linkEnd(text, seen)
    if (end >= 0) seen.angle = { at, end }
  } else if (character === ')') {
    seen.paren = at
  } else if (character === '"' || character === "'") {
    if (text[seen.solid] === ')') seen.titles.push({ at, end: seen.solid + 1 })
    if (isWhitespace(text.charCodeAt(at - 1))) seen.quotes.push(at)
  }
  seen.solid = at
}

/** Returns the end of a link whose target ends just before the scanned part; -1 if it cannot end there. */
function linkEnd(text: string, { from, solid, titles }: Seen): number {
  const character = text[solid]
  if (character === ')') return solid + 1
  if (solid === from + 1 || (character !== '"' && character !== "'")) return -1
  return after(titles, ({ at }) => at, solid)?.end ?? -1
}

/** Returns the nearest position after an offset; at most the last position is not after it. */
function after<T>(places: readonly T[], placeOf: (each: T) => number, at: number): T | undefined {
  const last = places.at(-1)
  return last !== undefined && placeOf(last) <= at ? places.at(-2) : last
}

/**
 * Returns a reader of white space and `[id]`, where the id contains neither `^` nor `]`. Must be called from right to
 * left.
 */
export function createIdReader(text: string): ReadTail {
  let from = text.length
  let solid = from
  let close = -1
  let caret = -1
  return (label) => {
    while (from > label + 1) {
      from--
      const character = text[from]
      if (character === ']') close = from
      if (character === '^') caret = from
      if (!isWhitespace(text.charCodeAt(from))) solid = from
    }
    if (text[solid] !== '[' || close < 0 || (caret >= 0 && caret < close)) return undefined
    return { name: text.slice(solid, close + 1), end: close + 1 }
  }
}
