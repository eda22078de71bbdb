import type { SearchColumns } from './columns.ts'
import { QueryError, type Term } from './query.ts'
import type { Condition } from './row-test.ts'
import { textOf } from './value-match.ts'

type Test = (columns: SearchColumns, row: number) => boolean

const never: Test = () => false
const isFuzzy: Test = (columns, row) => columns.state(row) === 10
const isReadOnly: Test = (columns, row) => columns.state(row) === 100
const isTranslated: Test = (columns, row) => columns.state(row) >= 20
const isFailing: Test = (columns, row) => columns.failingChecks(row).length > 0

const IS: ReadonlyMap<string, Test> = new Map([
  ['translated', isTranslated],
  ['untranslated', (columns, row) => !isTranslated(columns, row)],
  ['fuzzy', isFuzzy],
  ['needs-editing', isFuzzy],
  ['approved', (columns, row) => columns.state(row) === 30],
  ['readonly', isReadOnly],
  ['read-only', isReadOnly],
  ['pending', never],
])

/** Those that only a Weblate with people in it has are `never`. */
const HAS: ReadonlyMap<string, Test> = new Map([
  ['translation', isTranslated],
  ['plural', (columns, row) => columns.isPlural(row)],
  ['context', (columns, row) => columns.contexts.text(row) !== ''],
  ['note', (columns, row) => columns.notes.text(row) !== ''],
  ['explanation', (columns, row) => columns.explanations.text(row) !== ''],
  ['check', isFailing],
  ['failing-check', isFailing],
  ['failing_check', isFailing],
  ['location', (columns, row) => columns.locations.text(row) !== ''],
  ['dismissed-check', never],
  ['dismissed_check', never],
  ['ignored-check', never],
  ['ignored_check', never],
  ['flags', never],
  ['variant', never],
  ['shaping', never],
  ['label', never],
  ['screenshot', never],
  ['suggestion', never],
  ['comment', never],
  ['resolved-comment', never],
  ['resolved_comment', never],
  ['glossary', never],
])

/** Not in Weblate: strings whose source changed after their translation. */
const OUTDATED = 'outdated'

/** Whether a term asks for outdated strings, which need the history. */
export function isAboutOutdated({ field, value }: Term): boolean {
  return field === 'is' && value.kind === 'text' && value.text === OUTDATED
}

function matchOutdated({ position }: Term): Condition {
  return ({ isOutdated }) => {
    if (isOutdated === undefined) {
      throw new QueryError('is:outdated cannot be used here: it needs the history', position)
    }
    return { test: isOutdated }
  }
}

/** `is:` and `has:`. Throws QueryError for an unknown keyword. */
export function matchKeyword(term: Term, field: 'is' | 'has'): Condition {
  const keyword = textOf(term)
  if (field === 'is' && keyword === OUTDATED) return matchOutdated(term)
  const test = (field === 'is' ? IS : HAS).get(keyword)
  if (test === undefined) {
    throw new QueryError(`Unsupported ${field} lookup: ${keyword}`, term.position)
  }
  if (test === never) return () => false
  return (columns) => ({ test: (row) => test(columns, row) })
}
