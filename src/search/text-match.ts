import { QueryError } from '../errors.ts'
import { compileRegExp } from '../regexp/compile.ts'
import type { Expression } from '../regexp/expression.ts'
import { escapeRegExp } from '../regexp/pattern.ts'
import { translatePython } from '../regexp/python.ts'
import type { SearchColumns, TextColumn } from './columns.ts'
import type { Operator, Term } from './query.ts'
import type { Condition, RowTest } from './row-test.ts'

/** A condition on one text. */
interface TextMatch {
  test(text: string): boolean
  /** The only text that passes. */
  readonly only?: string
}

/**
 * What `:` and the comparisons mean: `part` looks for a substring, also for `<5`; `related` does so for `:` and compares
 * texts; `whole` takes the whole value in any case and compares texts.
 */
export type TextKind = 'part' | 'related' | 'whole'

/** Longer texts to look for are refused: an expression for them could overflow the stack of JavaScript's compiler. */
const MAX_LENGTH = 1000

/** The condition of a term on a text. Throws QueryError. */
export function matchText(term: Term, kind: TextKind): TextMatch {
  const { value, operator } = term
  refuseLongText(term)
  if (value.kind === 'range') throw new QueryError('Unsupported range lookup', term.position)
  if (value.kind === 'regexp') return matchExpression(value.pattern, term.position)
  const { text } = value
  if (operator === ':=') return { test: (value) => value === text, only: text }
  if (operator === ':') return kind === 'whole' ? equalsFolded(text) : contains(text)
  return kind === 'part'
    ? contains(operator.slice(1) + text)
    : { test: (value) => compareTexts(value, operator, text) }
}

/** Throws QueryError for a text of over 1,000 characters. */
export function refuseLongText({ value, position }: Term): void {
  if (value.kind !== 'text' || value.text.length <= MAX_LENGTH) return
  throw new QueryError(`The text to look for has more than ${MAX_LENGTH} characters`, position)
}

function matchExpression(pattern: string, position: number): TextMatch {
  const expression = compileExpression(pattern, position)
  return {
    test(text) {
      const answer = expression.test(text)
      if (answer !== undefined) return answer
      const message = `The regular expression ${pattern} takes too long for a text of ${text.length} characters`
      throw new QueryError(message, position)
    },
  }
}

/** An expression in the syntax of those in flags, that of Python, unanchored. Throws QueryError. */
function compileExpression(pattern: string, position: number): Expression {
  try {
    return compileRegExp(translatePython(pattern))
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    // JavaScript's own messages repeat the expression as it was translated.
    const reason = cause.message.replace(/^Invalid regular expression: .*: /s, '')
    const message = `Invalid regular expression: invalid regular expression: ${reason}`
    throw new QueryError(message, position, { cause })
  }
}

/** Whether a text contains another in any case, by simple case folding; makes no folded copies. */
export function contains(part: string): TextMatch {
  if (part === '') return { test: () => true }
  if (!hasCase(part)) return { test: (text) => text.includes(part) }
  const pattern = new RegExp(escapeRegExp(part), 'iu')
  return { test: (text) => pattern.test(text) }
}

/** Whether a text is another in any case. */
export function equalsFolded(whole: string): TextMatch {
  const pattern = new RegExp(`^${escapeRegExp(whole)}$`, 'iu')
  return { test: (text) => pattern.test(text) }
}

/** The rows whose text in a column matches. */
export function onColumn(
  match: TextMatch,
  columnOf: (columns: SearchColumns) => TextColumn,
): Condition {
  const testColumn = createColumnTest(match)
  return (columns) => testColumn(columnOf(columns), columns.count)
}

/** All rows or none, by a text of the whole translation. */
export function onValue(match: TextMatch, textOf: (columns: SearchColumns) => string): Condition {
  return (columns) => match.test(textOf(columns))
}

type ColumnTest = (column: TextColumn, count: number) => RowTest

/** Remembers what it found in the last column that others share: translations of a component follow each other. */
function createColumnTest({ test, only }: TextMatch): ColumnTest {
  let owner: object | undefined
  let cached: Uint8Array = new Uint8Array(0)
  let candidates: readonly number[] | undefined
  return (column, count) => {
    const shared = column.shared?.()
    const isSame = shared !== undefined && shared === owner
    if (!isSame) candidates = only === undefined ? undefined : column.rowsWith?.(only)
    if (candidates !== undefined) {
      owner = shared
      const rows = new Set(candidates)
      return candidates.length === 0 ? false : { test: (row) => rows.has(row), candidates }
    }
    if (shared === undefined) return { test: (row) => test(column.text(row)) }
    if (!isSame || cached.length < count) cached = new Uint8Array(count)
    owner = shared
    const answers = cached
    return {
      test(row) {
        const answer = answers[row]
        if (answer !== 0) return answer === YES
        const isMatch = test(column.text(row))
        answers[row] = isMatch ? YES : NO
        return isMatch
      },
    }
  }
}

const YES = 1
const NO = 2

/** Code point order. */
function compareTexts(left: string, operator: Operator, right: string): boolean {
  const order = Buffer.compare(Buffer.from(left), Buffer.from(right))
  switch (operator) {
    case ':<':
      return order < 0
    case ':<=':
      return order <= 0
    case ':>':
      return order > 0
    default:
      return order >= 0
  }
}

function hasCase(text: string): boolean {
  return text.toLowerCase() !== text || text.toUpperCase() !== text
}
