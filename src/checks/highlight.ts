import type { CheckedUnit, Range } from './check.ts'
import { findIcuArguments } from './icu/icu.ts'
import { findPlaceholders, withoutOverlap } from './placeholders/find.ts'

/** A part of a text that programs interpret, as UTF-16 offsets. */
export interface Highlight extends Range {
  /** `markup` means tags and message syntax. */
  readonly kind: 'placeholder' | 'markup'
}

/** A tag. Excludes `<`, so that an unclosed tag is not scanned repeatedly. */
const TAG = /<\/?[a-zA-Z][^<>]*>/g

/**
 * Returns placeholders, tags and message syntax in a form of a unit's source or target, in order and without overlap.
 * In an ICU message, everything but the texts of options is syntax.
 */
export function findHighlights(unit: CheckedUnit, text: string): Highlight[] {
  const isMessage = findIcuArguments(unit, text).some(({ options }) => options.size > 0)
  const highlights: Highlight[] = isMessage
    ? findMessageParts(text)
    : findPlaceholders(unit, text).map(({ start, end }) => ({ start, end, kind: 'placeholder' }))
  for (const { index: start, 0: tag } of text.matchAll(TAG)) {
    highlights.push({ start, end: start + tag.length, kind: 'markup' })
  }
  return withoutOverlap(highlights)
}

/** `OPEN` matches `{count, plural, one{`; `CLOSE` matches `} other{` or `}}` at the end of an option. */
const OPEN = /\{\s*[^{},\s]+\s*,\s*(?:plural|selectordinal|select)\s*,[^{}]*\{/y
const CLOSE = /\}(?:\s*\}|[^{}]*\{)/y
const ARGUMENT = /\{[^{}]*\}/y
const QUOTED = /'[{}<#][^']*'/y

/** Requires a message without syntax errors. */
function findMessageParts(text: string): Highlight[] {
  const parts: Highlight[] = []
  let depth = 0
  let at = 0
  const take = (pattern: RegExp, kind: Highlight['kind']): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    parts.push({ start: at, end: pattern.lastIndex, kind })
    at = pattern.lastIndex
    return true
  }
  while (at < text.length) {
    QUOTED.lastIndex = at
    if (QUOTED.test(text)) at = QUOTED.lastIndex
    else if (take(OPEN, 'markup')) depth++
    else if (take(ARGUMENT, 'placeholder')) continue
    else if (depth > 0 && take(CLOSE, 'markup')) depth -= Number(text[at - 1] === '}')
    else if (depth > 0 && take(/#/y, 'placeholder')) continue
    else at++
  }
  return parts
}
