import { createTailFinder, type Tail } from './bracket.ts'
import type { Named } from './compare.ts'
import { createIdReader, createTargetReader } from './link-tail.ts'

/**
 * A link, named by its target; a reference, named `[id]`; or an address in angle brackets, whose name is empty.
 */
export interface MarkdownLink extends Named {
  /** Whether the target is followed by a title. */
  readonly hasTitle?: boolean
}

/** Returns links and autolinks of a Markdown text, from left to right and without overlap. */
export function findLinks(text: string): MarkdownLink[] {
  const tailOf = text.includes('](')
    ? createTailFinder(text, createTargetReader(text))
    : () => undefined
  return findAll(text, tailOf, createAutolinkReader(text))
}

/** Returns references to links, `[label][id]`, from left to right and without overlap. */
export function findReferences(text: string): MarkdownLink[] {
  const isPossible = text.includes('[') && text.includes(']')
  return isPossible ? findAll(text, createTailFinder(text, createIdReader(text)), () => -1) : []
}

function findAll(
  text: string,
  tailOf: (open: number) => Tail | undefined,
  autolinkEnd: (open: number) => number,
): MarkdownLink[] {
  const markdownLinks: MarkdownLink[] = []
  const opening = /[[<]/g
  let last = 0
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const at = match.index
    if (match[0] === '<') {
      const end = autolinkEnd(at)
      if (end < 0) continue
      markdownLinks.push({ name: '', start: at, end })
      last = end
    } else {
      const tail = tailOf(at)
      if (tail === undefined) continue
      const start = at > last && text[at - 1] === '!' ? at - 1 : at
      markdownLinks.push({ ...tail, start })
      last = tail.end
    }
    opening.lastIndex = last
  }
  return markdownLinks
}

/**
 * Returns a function that finds the end of the address that starts with this `<`, or -1: `http://`, `https://` or a
 * mail address, containing anything but `>`. Must be called from left to right.
 */
export function createAutolinkReader(text: string): (open: number) => number {
  let close = -1
  let isLast = false
  let at = -1
  return (open) => {
    if (isLast) return -1
    if (close <= open) {
      const from = close + 1
      close = text.indexOf('>', open)
      isLast = close < 0
      if (isLast) return -1
      // Finds the last `@` that is followed by text, a full stop and more text.
      const part = text.slice(from, close)
      const dot = part.lastIndexOf('.', part.length - 2)
      at = dot < 2 ? -1 : part.lastIndexOf('@', dot - 2)
      if (at >= 0) at += from
    }
    return isUrl(text, open, close) || at >= open + 2 ? close + 1 : -1
  }
}

function isUrl(text: string, open: number, close: number): boolean {
  if (!text.startsWith('http', open + 1)) return false
  const end = text[open + 5] === 's' ? open + 6 : open + 5
  return text.startsWith('://', end) && close > end + 3
}
