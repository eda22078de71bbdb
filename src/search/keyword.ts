import { QueryError } from '../errors.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import type { Term } from './query.ts'
import type { Condition } from './row-test.ts'
import { matchStates, rows, textOf } from './value-match.ts'
import { WORDING } from './wording.ts'

const never: Condition = () => false
const isFuzzy = matchStates((state) => state >= 10 && state < 20)
const isReadOnly = matchStates((state) => state === 100)
const isTranslated = matchStates((state) => state >= 20)
const isAutomatic: Condition = (columns) => {
  const automatic = columns.automatic()
  return automatic.size > 0 && { test: (row) => automatic.has(row), candidates: [...automatic] }
}
const isFailing = rows((columns, row) => columns.failingChecks(row).length > 0)

const IS: ReadonlyMap<string, Condition> = new Map([
  ['translated', isTranslated],
  ['untranslated', matchStates((state) => state < 20)],
  ['fuzzy', isFuzzy],
  ['needs-editing', isFuzzy],
  ['approved', matchStates((state) => state === 30)],
  ['readonly', isReadOnly],
  ['read-only', isReadOnly],
  ['pending', never],
  ['automatically-translated', isAutomatic],
])

/** Keywords of what only a Weblate with users has. */
const ABSENT = [
  ...['dismissed-check', 'dismissed_check', 'ignored-check', 'ignored_check', 'flags', 'variant'],
  ...['shaping', 'label', 'screenshot', 'suggestion', 'comment', 'resolved-comment'],
  ...['resolved_comment', 'glossary'],
]

/** Conditions of `has:`. */
const HAS: ReadonlyMap<string, Condition> = new Map([
  ['translation', isTranslated],
  ['plural', rows((columns, row) => columns.isPlural(row))],
  ['context', rows((columns, row) => columns.contexts.text(row) !== '')],
  ['note', rows((columns, row) => columns.notes.text(row) !== '')],
  ['explanation', rows((columns, row) => columns.explanations.text(row) !== '')],
  ['check', isFailing],
  ['failing-check', isFailing],
  ['failing_check', isFailing],
  ['location', rows((columns, row) => columns.locations.text(row) !== '')],
  ...ABSENT.map((name) => [name, never] as const),
])

/** An addition to Weblate's language: strings whose source changed after their translation. */
const OUTDATED = 'outdated'

/** Returns whether a term matches outdated strings, which requires the history. */
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

/** Returns the condition of `is:` or `has:`. Throws QueryError for an unknown keyword. */
export function matchKeyword(term: Term, field: 'is' | 'has', weblate: WeblateVersion): Condition {
  const keyword = textOf(term)
  if (field === 'is' && keyword === OUTDATED) return matchOutdated(term)
  const condition = (field === 'is' ? IS : HAS).get(keyword)
  if (condition === undefined) {
    throw new QueryError(WORDING[weblate].keyword(field, keyword), term.position)
  }
  return condition
}
