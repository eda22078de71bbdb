import { readXml } from '../../xml/parse.ts'
import type { Check, CheckedUnit, Range } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { quote } from '../sentence.ts'
import { blankEntities } from './entity.ts'

const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:[^<>"']|"[^"]*"|'[^']*')*>/g
const LETTER = /\p{L}/u

/** Checks that letters stand next to tags only where they do in the source: `a <b>` must not become `a<b>`. */
export const aroundTagsCheck: Check = formCheck({
  id: 'xml-chars-around-tags',
  name: 'Chars around XML tags',
  description: 'Characters around XML tags do not match source',
  severity: 'note',
  since: '2026.10',
  fails: (source, target, unit) =>
    target.includes('<') && source.includes('<') && !isHtml(unit) && findDifference(source, target),
  explain({ target, fault: { inSource, inTarget, side } }) {
    const isLetter = LETTER.test(side === 'before' ? inTarget.before : inTarget.behind)
    const tag = quote(target.slice(inTarget.start, inTarget.end))
    const place = side === 'before' ? 'before' : 'behind'
    return [
      isLetter
        ? `The translation has a letter ${place} ${tag}; the source does not`
        : `The translation has no letter ${place} ${tag}; the source does`,
      ['source', inSource.start, inSource.end],
      ['target', inTarget.start, inTarget.end],
    ]
  },
})

function isHtml({ flags }: CheckedUnit): boolean {
  return flags.has('safe-html') || flags.has('auto-safe-html')
}

/** A tag, comment or section with its adjacent characters; `''` at the edge of the text. */
interface PlacedTag extends Range {
  readonly before: string
  readonly behind: string
}

interface Difference {
  readonly inSource: PlacedTag
  readonly inTarget: PlacedTag
  readonly side: 'before' | 'behind'
}

/** Finds the first tag next to which only one of the texts has a letter. */
function findDifference(source: string, target: string): Difference | undefined {
  const placedTags = findTags(target)
  const others = placedTags === undefined ? undefined : findTags(source)
  if (placedTags === undefined || others?.length !== placedTags.length) return undefined
  for (const [index, inTarget] of placedTags.entries()) {
    const inSource = others[index]
    if (inSource === undefined) continue
    for (const side of ['before', 'behind'] as const) {
      if (areDifferent(inSource[side], inTarget[side])) return { inSource, inTarget, side }
    }
  }
  return undefined
}

function areDifferent(left: string, right: string): boolean {
  return left !== '' && right !== '' && LETTER.test(left) !== LETTER.test(right)
}

/** Returns the tags of a text that is well-formed as the content of an element; otherwise undefined. */
function findTags(text: string): PlacedTag[] | undefined {
  const { fault } = readXml(blankEntities(text), { entities: 'keep', isContent: true })
  if (fault !== undefined) return undefined
  return Array.from(text.matchAll(TAG), ({ 0: tag, index: start }) => {
    const end = start + tag.length
    return { start, end, before: characterBefore(text, start), behind: characterAt(text, end) }
  })
}

function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at)
  return point === undefined ? '' : String.fromCodePoint(point)
}

function characterBefore(text: string, at: number): string {
  const isPair = at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff
  return isPair ? characterAt(text, at - 2) : text.charAt(at - 1)
}
