import type { Range } from '../check.ts'
import type { Named } from './compare.ts'

/** A tag; longer names are not tags. */
const TAG = /\[(\/?)([^\][=@\n/]{1,64})(?:[=@][^\][\n]{0,1000})?\]/g

interface OpenTag {
  readonly tag: string
  readonly start: number
  /** Child elements. If the tag is never closed, they become children of the parent. */
  readonly children: Element[]
}

interface Element extends Range {
  readonly tag: string
  readonly children: readonly Element[]
}

/**
 * Returns BBCode elements as Weblate 2026.10 sees them: nested, possibly across lines, with an optional value, which is
 * ignored. The name of an element includes its ancestors: `[b]`, `[b][i]`.
 */
export function findNested(text: string): readonly Named[] {
  if (!text.includes('[/')) return []
  const root: OpenTag = { tag: '', start: -1, children: [] }
  const open = [root]
  const opened = new Map<string, number>()
  for (const { index: start, 0: whole, 1: slash, 2: tag = '' } of text.matchAll(TAG)) {
    const count = opened.get(tag) ?? 0
    if (slash === '') {
      open.push({ tag, start, children: [] })
      opened.set(tag, count + 1)
    } else if (count > 0) {
      closeTag(open, opened, { tag, end: start + whole.length })
    }
  }
  const top = open.flatMap(({ children }) => children)
  return nameAll(top)
}

/** Closes the last open tag of this name. Unclosed tags inside it become text. */
function closeTag(
  open: OpenTag[],
  opened: Map<string, number>,
  { tag, end }: { readonly tag: string; readonly end: number },
): void {
  const inside: Element[][] = []
  for (;;) {
    const last = open.pop()
    if (last === undefined) return
    opened.set(last.tag, (opened.get(last.tag) ?? 1) - 1)
    inside.push(last.children)
    if (last.tag !== tag) continue
    const children = inside.reverse().flat()
    open.at(-1)?.children.push({ tag, start: last.start, end, children })
    return
  }
}

/** Maximum depth of names; real texts are never nested deeper. */
const MAX_LEVELS = 20

function nameAll(top: readonly Element[]): readonly Named[] {
  const named: Named[] = []
  let level = top.map((element) => ({ element, around: '' }))
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = []
    for (const { element, around } of level) {
      const { tag, start, end, children } = element
      const name = depth < MAX_LEVELS ? `${around}[${tag}]` : around
      named.push({ name, start, end })
      for (const child of children) next.push({ element: child, around: name })
    }
    level = next
  }
  return named.sort((a, b) => a.start - b.start)
}
