import type { Check } from '../check.ts'
import { type FormExplanation, formCheck } from '../form-check.ts'
import { countNoun } from '../sentence.ts'
import { findNested } from './bbcode-tree.ts'
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
  fails: hasOtherElements,
  explain: ({ source, target }) => explainElements(findBbcode(source), findBbcode(target)),
  as2026: {
    fails: (source, target) => !haveSameNames(findNested(source), findNested(target)),
    explain: ({ source, target }) => explainElements(findNested(source), findNested(target)),
  },
})

function explainElements(expected: readonly Named[], elements: readonly Named[]): FormExplanation {
  const explanation = compareNames(expected, elements)
  if (explanation.length > 1) return explanation
  const counts = `The translation has ${countNoun(elements.length, 'element')}; the source has ${expected.length}`
  return [counts, ...partsOf('target', elements)]
}

function hasOtherElements(source: string, target: string): boolean {
  const [expected, elements] = [findBbcode(source), findBbcode(target)]
  return expected.length !== elements.length || !haveSameNameSet(expected, elements)
}
