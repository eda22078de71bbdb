import type { Check } from '../check.ts'
import { type FormExplanation, formCheck } from '../form-check.ts'
import { countNoun } from '../sentence.ts'
import { findNested } from './bbcode-tree.ts'
import { compareNames, haveSameNames, type Named, partsOf } from './compare.ts'

/** Longer tags do not count: nobody writes them, and the search for them would take time. */
const MAX_TAG_LENGTH = 64

/** `[tag]...[/tag]` on one line. */
interface BbcodeElement {
  readonly tag: string
  readonly start: number
  readonly end: number
}

/** Start offsets of the closing tags of one name, ascending. The first `used` ones have been passed. */
interface Closing {
  readonly starts: number[]
  used: number
}

/** Closing tags by the length of their name, which limits the names to try, then by name. */
type ClosingTags = ReadonlyMap<number, Map<string, Closing>>

/**
 * Returns BBCode elements from left to right, neither overlapping nor nested. A closing tag may omit what follows `@`
 * in the opening tag.
 */
export function findBbcode(text: string): BbcodeElement[] {
  const bbcodeElements: BbcodeElement[] = []
  if (!text.includes('[/')) return bbcodeElements
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
    if (element !== undefined) bbcodeElements.push(element)
    start = text.indexOf('[', element?.end ?? start + 1)
  }
  return bbcodeElements
}

function findClosing(text: string): ClosingTags {
  const closing = new Map<number, Map<string, Closing>>()
  let bracket = -1
  for (let start = text.indexOf('[/'); start >= 0; start = text.indexOf('[/', start + 1)) {
    if (bracket <= start) bracket = text.indexOf(']', start)
    if (bracket < 0) break
    const tag = text.slice(start + 2, bracket)
    if (tag === '' || tag.length > MAX_TAG_LENGTH) continue
    const byName = closing.get(tag.length) ?? new Map<string, Closing>()
    closing.set(tag.length, byName)
    const same = byName.get(tag)
    if (same === undefined) byName.set(tag, { starts: [start], used: 0 })
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
    readonly closing: ClosingTags
    readonly start: number
    readonly bracket: number
    readonly lineFeed: number
  },
): BbcodeElement | undefined {
  const { closing, start, bracket, lineFeed } = place
  const label = text.slice(start + 1, Math.min(bracket, start + 2 + MAX_TAG_LENGTH))
  for (let end = label.length; end > 0; end = label.lastIndexOf('@', end - 1)) {
    const byName = closing.get(end)
    if (byName === undefined) continue
    const tag = label.slice(0, end)
    const places = byName.get(tag)
    if (places === undefined) continue
    while ((places.starts[places.used] ?? text.length) <= bracket) places.used++
    const close = places.starts[places.used]
    if (close !== undefined && close < lineFeed) {
      return { tag, start, end: close + tag.length + 3 }
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
  explain: ({ source, target }) => explainElements(named(source), named(target)),
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
  const expected = findBbcode(source)
  const bbcodeElements = findBbcode(target)
  if (expected.length !== bbcodeElements.length) return true
  const tags = new Set(expected.map(({ tag }) => tag))
  const others = new Set(bbcodeElements.map(({ tag }) => tag))
  return tags.size !== others.size || [...tags].some((tag) => !others.has(tag))
}

function named(text: string): Named[] {
  return findBbcode(text).map(({ tag, start, end }) => ({ name: `[${tag}]`, start, end }))
}
