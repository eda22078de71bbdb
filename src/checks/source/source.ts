import type { Check, CheckedUnit, Span } from '../check.ts'
import { ignoreFlag } from '../form-check.ts'
import { endOfName } from '../placeholders/placeholder.ts'
import { unnamedPlaceholders } from '../placeholders/strip.ts'
import { listNames } from '../sentence.ts'
import { wordClass } from '../text.ts'

const plural = new RegExp(`(?<=[${wordClass}])\\(s\\)(?![${wordClass}])`, 'gu')

const optionalPlural: Check = {
  id: 'optional_plural',
  name: 'Unpluralised',
  severity: 'note',
  description: 'The string is used as plural, but not using plural forms',
  kind: 'source',
  ignoredBy: ignoreFlag('optional_plural'),
  fails: ({ sources }) => sources.length === 1 && hasOptionalPlural(sources[0] ?? ''),
  explain: ({ sources }) => ({
    explanation: 'The source has `(s)` instead of plural forms',
    spans: spansOf(plural, sources),
  }),
}

const ellipsis: Check = {
  id: 'ellipsis',
  name: 'Ellipsis',
  severity: 'note',
  description: 'The string uses three dots (...) instead of an ellipsis character (…)',
  kind: 'source',
  ignoredBy: ignoreFlag('ellipsis'),
  fails: ({ sources }) => (sources[0] ?? '').includes('...'),
  explain: ({ sources }) => ({
    explanation: 'The source has three dots instead of `…`',
    spans: spansOf(/\.\.\./g, sources),
  }),
}

const unnamedFormat: Check = {
  id: 'unnamed_format',
  name: 'Multiple unnamed variables',
  severity: 'warning',
  description:
    'There are multiple unnamed variables in the string, making it impossible for translators to reorder them',
  kind: 'source',
  ignoredBy: ignoreFlag('unnamed_format'),
  fails: (unit) => unnamedOf(unit).length > 1,
  explain(unit) {
    const source = unit.sources[0] ?? ''
    const placeholders = unnamedOf(unit)
    const spans = placeholders.map((placeholder): Span => {
      return {
        side: 'source',
        form: 0,
        start: placeholder.start,
        end: endOfName(source, placeholder),
      }
    })
    const names = listNames([...new Set(spans.map(({ start, end }) => source.slice(start, end)))])
    return {
      explanation: `The source has ${placeholders.length} unnamed variables: ${names}`,
      spans,
    }
  },
}

/** Checks of the source text alone. */
export const sourceChecks: readonly Check[] = [optionalPlural, ellipsis, unnamedFormat]

function hasOptionalPlural(text: string): boolean {
  return text.includes('(s)') && text.search(plural) >= 0
}

function unnamedOf({ sources, flags }: CheckedUnit): ReturnType<typeof unnamedPlaceholders> {
  return flags.size === 0 ? [] : unnamedPlaceholders(sources[0] ?? '', flags)
}

/** Returns the matches of a global expression in the first form. */
function spansOf(pattern: RegExp, [source = '']: readonly string[]): Span[] {
  return Array.from(source.matchAll(pattern), ({ index, 0: text }) => {
    return { side: 'source', form: 0, start: index, end: index + text.length }
  })
}
