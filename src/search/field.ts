import { QueryError } from '../errors.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import type { SearchColumns, TextColumn } from './columns.ts'
import { LOG_FIELDS, logKeyOf, logTestOf } from './log-term.ts'
import { type Term, WORDING } from './query.ts'
import { type Condition, matchAny, type RowTest } from './row-test.ts'
import {
  contains,
  equalsFolded,
  matchText,
  onColumn,
  refuseLongText,
  type TextKind,
} from './text-match.ts'
import {
  matchFalse,
  matchId,
  matchNumber,
  matchStates,
  rows,
  stateTest,
  textOf,
} from './value-match.ts'

/** What conditions depend on besides their term. */
export interface Context {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly weblate: WeblateVersion
}

type Field = (term: Term, context: Context) => Condition

/** Fields of what only a Weblate with users has. */
const ABSENT = [
  ...['dismissed_check', 'label', 'screenshot', 'suggestion', 'suggestion_author'],
  ...['comment', 'comment_author', 'resolved_comment'],
]

/** All fields of the language. Fields that no unit has here match nothing, but their values must be well-formed. */
const FIELDS: ReadonlyMap<string, Field> = new Map([
  ['source', column((columns) => columns.sources)],
  ['target', column((columns) => columns.targets)],
  ['context', column((columns) => columns.contexts)],
  ['note', column((columns) => columns.notes)],
  ['location', column((columns) => columns.locations)],
  ['key', column((columns) => columns.contexts, 'related')],
  ['explanation', column((columns) => columns.explanations, 'related')],
  ['state', (term) => matchStates(stateTest(term))],
  ['source_state', matchSourceState],
  ['position', (term) => matchNumber(term, (columns, row) => columns.position(row))],
  ['priority', (term) => matchNumber(term, (columns, row) => columns.priority(row))],
  ['labels_count', (term) => matchNumber(term, () => 0)],
  ['id', matchId],
  ['language', value((columns) => columns.language)],
  ['project', value((columns) => columns.project)],
  ['component', matchComponent],
  ['path', matchPath],
  ['check', matchCheck],
  ['is', keyword('is')],
  ['has', keyword('has')],
  ['pending', matchFalse],
  ...LOG_FIELDS.map((name): [string, Field] => [name, matchLogged]),
  ...ABSENT.map((name): [string, Field] => [name, matchNothing]),
])

/** Returns the condition of a term. Throws QueryError for an unknown field or value. */
export function conditionOf(term: Term, context: Context): Condition {
  if (term.field === undefined) return matchAnywhere(term)
  const field = FIELDS.get(term.field)
  if (field === undefined) {
    throw new QueryError(WORDING[context.weblate].field(term.field), term.position)
  }
  return field(term, context)
}

/** Matches words and quoted texts. As in Weblate, an expression without a field matches nothing. */
function matchAnywhere(term: Term): Condition {
  const { value } = term
  refuseLongText(term)
  if (value.kind !== 'text') return never
  if (value.text === '') return () => true
  const match = contains(value.text)
  return matchAny([
    onColumn(match, (columns) => columns.sources),
    onColumn(match, (columns) => columns.targets),
    onColumn(match, (columns) => columns.contexts),
  ])
}

function column(columnOf: (columns: SearchColumns) => TextColumn, kind: TextKind = 'part'): Field {
  return (term) => onColumn(matchText(term, kind), columnOf)
}

function value(textOfColumns: (columns: SearchColumns) => string): Field {
  return (term) => {
    const match = matchText(term, 'whole')
    return (columns) => match.test(textOfColumns(columns))
  }
}

function matchCheck(term: Term): Condition {
  const match = matchText(term, 'whole')
  return (columns) =>
    these(
      columns
        .failingChecks()
        .flatMap(([row, ids]) => (ids.some((id) => match.test(id)) ? [row] : [])),
    )
}

/** Matches these rows, given ascending, and no others. */
function these(candidates: readonly number[]): RowTest {
  const rows = new Set(candidates)
  return rows.size > 0 && { test: (row) => rows.has(row), candidates, count: rows.size }
}

function matchSourceState(term: Term): Condition {
  const isWanted = stateTest(term)
  return rows((columns, row) => isWanted(columns.sourceState(row)))
}

/** Matches slug or name; `:=` compares the whole value ignoring case. */
function matchComponent(term: Term): Condition {
  refuseLongText(term)
  const isWhole = term.operator === ':=' && term.value.kind === 'text'
  const match = isWhole ? equalsFolded(textOf(term)) : matchText(term, 'part')
  return ({ component, componentName }) => match.test(component) || match.test(componentName)
}

/**
 * Matches `p`, `p/c` or `p/c/l`, with categories before the component; `p/category` matches everything in it. With `-`
 * in place of the component, matches a language of a project or category; `-/-/l` matches a language everywhere.
 */
function matchPath(term: Term): Condition {
  const [project, ...parts] = textOf(term).split('/')
  const isLanguage = parts.length >= 2 && parts.at(-2) === '-'
  const languageCode = isLanguage ? parts.at(-1) : undefined
  const prefix = (isLanguage ? parts.slice(0, -2) : parts).map((part) => `/${part}`).join('')
  const isEverywhere = project === '-' && isLanguage && prefix === ''
  return (columns) => {
    if (!isEverywhere && columns.project !== project) return false
    const { componentPath, language } = columns
    if (languageCode !== undefined)
      return languageCode === language && `/${componentPath}/`.startsWith(`${prefix}/`)
    return `/${componentPath}/${language}/`.startsWith(`${prefix}/`)
  }
}

function matchLogged(term: Term, { now }: Context): Condition {
  logTestOf(term, now)
  const key = logKeyOf(term)
  return ({ logged }) => {
    if (logged === undefined) throw new QueryError(UNLOGGED, term.position)
    return these(logged(key))
  }
}

/** Finding when strings changed means reading the whole log, which only servers do. */
const UNLOGGED = 'only the pages and the API of gitglot serve know when strings changed'

function matchNothing(term: Term): Condition {
  matchText(term, 'related')
  return never
}

/** Returns the condition of `is:` or `has:`. Throws QueryError for an unknown keyword. */
function keyword(field: 'is' | 'has'): Field {
  return (term, { weblate }) => {
    const word = textOf(term)
    if (field === 'is' && word === OUTDATED) return matchOutdated(term)
    const condition = (field === 'is' ? IS : HAS).get(word)
    if (condition !== undefined) return condition
    throw new QueryError(WORDING[weblate].keyword(field, word), term.position)
  }
}

const never: Condition = () => false
const isFuzzy = matchStates((state) => state >= 10 && state < 20)
const isReadOnly = matchStates((state) => state === 100)
const isTranslated = matchStates((state) => state >= 20)
const isAutomatic: Condition = (columns) => these([...columns.automatic()])
const isFailing: Condition = (columns) => these(columns.failingChecks().map(([row]) => row))

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
const ABSENT_KEYWORDS = [
  ...['dismissed-check', 'dismissed_check', 'ignored-check', 'ignored_check', 'flags', 'variant'],
  ...['shaping', 'label', 'screenshot', 'suggestion', 'comment', 'resolved-comment'],
  ...['resolved_comment', 'glossary'],
]

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
  ...ABSENT_KEYWORDS.map((name) => [name, never] as const),
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
