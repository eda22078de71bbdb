import { QueryError } from '../errors.ts'
import { compareCodePoints } from '../languages/order.ts'
import { compileRegExp } from '../regexp/compile.ts'
import type { Expression } from '../regexp/expression.ts'
import { escapeRegExp } from '../regexp/pattern.ts'
import { translatePostgres } from '../regexp/postgres.ts'
import type { SearchColumns, TextColumn } from './columns.ts'
import type { Term } from './query.ts'
import type { Condition, RowTest } from './row-test.ts'
import { comparison } from './value-match.ts'

interface TextMatch {
  test(text: string): boolean
  /** The only text that passes. */
  readonly only?: string
}

/**
 * Meaning of `:` and comparisons: `part` searches for a substring, even with `<5`; `related` searches with `:` and
 * compares with other operators; `whole` matches the whole value ignoring case, and compares.
 */
export type TextKind = 'part' | 'related' | 'whole'

/** Longer search texts are rejected: their expression could overflow the stack of JavaScript's compiler. */
const MAX_LENGTH = 1000

/** Returns the condition of a term on a text. Throws QueryError. */
export function matchText(term: Term, kind: TextKind): TextMatch {
  const { value, operator } = term
  refuseLongText(term)
  if (value.kind === 'range') throw new QueryError('Unsupported range lookup', term.position)
  if (value.kind === 'regexp') return matchExpression(value.pattern, term.position)
  const { text } = value
  if (operator === ':=') return { test: (value) => value === text, only: text }
  if (operator === ':') return kind === 'whole' ? equalsFolded(text) : contains(text)
  if (kind === 'part') return contains(operator.slice(1) + text)
  const isWanted = comparison(operator, 0)
  return { test: (value) => isWanted(compareCodePoints(value, text)) }
}

/** Throws QueryError for a text of more than 1,000 characters. */
export function refuseLongText({ value, position }: Term): void {
  if (value.kind !== 'text' || value.text.length <= MAX_LENGTH) return
  throw new QueryError(`The search text has more than ${MAX_LENGTH} characters`, position)
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

/** Compiles an unanchored expression. Throws QueryError. */
function compileExpression(pattern: string, position: number): Expression {
  try {
    return compileRegExp(translatePostgres(pattern))
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    // JavaScript's messages start with the translated expression.
    const reason = cause.message.replace(/^Invalid regular expression: .*: /s, '')
    const message = `Invalid regular expression: invalid regular expression: ${reason}`
    throw new QueryError(message, position, { cause })
  }
}

/** Returns a test for texts that contain `part`, ignoring case by simple case folding without folded copies. */
export function contains(part: string): TextMatch {
  if (part === '') return { test: () => true }
  if (!hasCase(part)) return { test: (text) => text.includes(part) }
  const pattern = new RegExp(escapeRegExp(part), 'iu')
  return { test: (text) => pattern.test(text) }
}

/** Returns a test for texts that equal `whole`, ignoring case. */
export function equalsFolded(whole: string): TextMatch {
  const pattern = new RegExp(`^${escapeRegExp(whole)}$`, 'iu')
  return { test: (text) => pattern.test(text) }
}

/**
 * Returns a condition on a text of each row. It reuses the test of the last shared column, since translations of a component
 * are searched one after another.
 */
export function onColumn(
  match: TextMatch,
  columnOf: (columns: SearchColumns) => TextColumn,
): Condition {
  let last: { readonly owner: object; readonly count: number; readonly test: RowTest } | undefined
  return (columns) => {
    const { count } = columns
    const column = columnOf(columns)
    const owner = column.shared?.()
    if (owner !== undefined && owner === last?.owner && count <= last.count) return last.test
    const test = rowTestOf(match, column, count)
    last = owner && { owner, count, test }
    return test
  }
}

/** Remembers the result of each row of a shared column. */
function rowTestOf({ test, only }: TextMatch, column: TextColumn, count: number): RowTest {
  const candidates = only === undefined ? undefined : column.rowsWith?.(only)
  if (candidates !== undefined) {
    const rows = new Set(candidates)
    return candidates.length === 0 ? false : { test: (row) => rows.has(row), candidates }
  }
  if (column.shared?.() === undefined) return { test: (row) => test(column.text(row)) }
  const answers = new Uint8Array(count)
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

const YES = 1
const NO = 2

function hasCase(text: string): boolean {
  return text.toLowerCase() !== text || text.toUpperCase() !== text
}
