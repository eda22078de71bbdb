import type { Check, Range } from '../check.ts'
import { type FailingForm, type FormExplanation, formCheck } from '../form-check.ts'
import { countNoun } from '../sentence.ts'
import { compareNames, haveSameNameSet, haveSameNames, type Named, partsOf } from './compare.ts'

/** Longer tags do not count: nobody writes them, and the search for them would take time. */
const MAX_TAG_LENGTH = 64

/** Start offsets of the closing tags of one name, ascending. The first `used` ones have been passed. */
interface Closing {
  readonly starts: number[]
  used: number
}

/**
 * Returns BBCode elements (`[tag]...[/tag]` on one line) from left to right, neither overlapping nor nested. A closing
 * tag may omit what follows `@` in the opening tag. The name of an element is `[tag]`.
 */
export function findBbcode(text: string): Named[] {
  const elements: Named[] = []
  if (!text.includes('[/')) return elements
  const closing = findClosing(text)
  let lineFeed = -1
  let bracket = -1
  for (let start = text.indexOf('['); start >= 0; ) {
    if (bracket <= start) bracket = text.indexOf(']', start)
    if (bracket < 0) break
    if (lineFeed <= bracket && lineFeed !== text.length) {
      lineFeed = text.indexOf('\n', bracket)
      if (lineFeed < 0) lineFeed = text.length
    }
    const element = closeElement(text, { closing, start, bracket, lineFeed })
    if (element !== undefined) elements.push(element)
    start = text.indexOf('[', element?.end ?? start + 1)
  }
  return elements
}

function findClosing(text: string): ReadonlyMap<string, Closing> {
  const closing = new Map<string, Closing>()
  let bracket = -1
  for (let start = text.indexOf('[/'); start >= 0; start = text.indexOf('[/', start + 1)) {
    if (bracket <= start) bracket = text.indexOf(']', start)
    if (bracket < 0) break
    const tag = text.slice(start + 2, bracket)
    if (tag === '' || tag.length > MAX_TAG_LENGTH) continue
    const same = closing.get(tag)
    if (same === undefined) closing.set(tag, { starts: [start], used: 0 })
    else same.starts.push(start)
  }
  return closing
}

/**
 * Returns the element of the opening tag between `start` and `bracket`: with the whole name, or else cut at the last
 * possible `@`.
 */
function closeElement(
  text: string,
  place: {
    readonly closing: ReadonlyMap<string, Closing>
    readonly start: number
    readonly bracket: number
    readonly lineFeed: number
  },
): Named | undefined {
  const { closing, start, bracket, lineFeed } = place
  const label = text.slice(start + 1, Math.min(bracket, start + 2 + MAX_TAG_LENGTH))
  for (let end = label.length; end > 0; end = label.lastIndexOf('@', end - 1)) {
    const tag = label.slice(0, end)
    const places = closing.get(tag)
    if (places === undefined) continue
    while ((places.starts[places.used] ?? text.length) <= bracket) places.used++
    const close = places.starts[places.used]
    if (close !== undefined && close < lineFeed) {
      return { name: `[${tag}]`, start, end: close + tag.length + 3 }
    }
  }
  return undefined
}

/** Checks that source and translation have the same BBCode. */
export const bbcodeCheck: Check = formCheck({
  id: 'bbcode',
  name: 'BBCode markup',
  description: 'BBCode in translation does not match source',
  severity: 'error',
  enabledBy: ['bbcode-text'],
  fails(source, target, { weblate }) {
    if (weblate !== '5.14') return !haveSameNames(findNested(source), findNested(target))
    const [expected, elements] = [findBbcode(source), findBbcode(target)]
    return expected.length !== elements.length || !haveSameNameSet(expected, elements)
  },
  explain: explainElements,
})

function explainElements({ source, target, unit }: FailingForm): FormExplanation {
  const find = unit.weblate === '5.14' ? findBbcode : findNested
  const [expected, elements] = [find(source), find(target)]
  const explanation = compareNames(expected, elements)
  if (explanation.length > 1) return explanation
  const counts = `The translation has ${countNoun(elements.length, 'element')}; the source has ${expected.length}`
  return [counts, ...partsOf('target', elements)]
}

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
function findNested(text: string): readonly Named[] {
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
