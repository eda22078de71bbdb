import { WORD } from '../../regexp/pattern.ts'
import type { Check, Span } from '../check.ts'
import { unitCheck } from '../form-check.ts'
import { endOfName } from '../placeholders/placeholder.ts'
import { unnamedPlaceholders } from '../placeholders/strip.ts'
import { listNames } from '../sentence.ts'

const plural = new RegExp(`(?<=[${WORD}])\\(s\\)(?![${WORD}])`, 'gu')

/** Checks of the source text alone. */
export const sourceChecks: readonly Check[] = [
  unitCheck({
    id: 'optional_plural',
    name: 'Unpluralised',
    description: 'The string is used as plural, but not using plural forms',
    severity: 'note',
    kind: 'source',
    fails: ({ sources: [source = '', ...others] }) =>
      others.length === 0 && source.includes('(s)') && source.search(plural) >= 0,
    explain: ({ sources }) => ({
      explanation: 'The source has `(s)` instead of plural forms',
      spans: spansOf(plural, sources),
    }),
  }),
  unitCheck({
    id: 'ellipsis',
    name: 'Ellipsis',
    description: 'The string uses three dots (...) instead of an ellipsis character (…)',
    severity: 'note',
    kind: 'source',
    fails: ({ sources }) => (sources[0] ?? '').includes('...'),
    explain: ({ sources }) => ({
      explanation: 'The source has three dots instead of `…`',
      spans: spansOf(/\.\.\./g, sources),
    }),
  }),
  unitCheck({
    id: 'unnamed_format',
    name: 'Multiple unnamed variables',
    description:
      'There are multiple unnamed variables in the string, making it impossible for translators to reorder them',
    severity: 'warning',
    kind: 'source',
    fails({ sources: [source = ''], flags }) {
      const placeholders = flags.size === 0 ? [] : unnamedPlaceholders(source, flags)
      return placeholders.length > 1 && placeholders
    },
    explain({ sources: [source = ''] }, placeholders) {
      const spans = placeholders.map((placeholder): Span => {
        const end = endOfName(source, placeholder)
        return { side: 'source', form: 0, start: placeholder.start, end }
      })
      const names = listNames([...new Set(spans.map(({ start, end }) => source.slice(start, end)))])
      return { explanation: `The source has ${spans.length} unnamed variables: ${names}`, spans }
    },
  }),
]

/** Returns the matches of a global expression in the first form. */
function spansOf(pattern: RegExp, [source = '']: readonly string[]): Span[] {
  return Array.from(source.matchAll(pattern), ({ index, 0: text }) => {
    return { side: 'source', form: 0, start: index, end: index + text.length }
  })
}
