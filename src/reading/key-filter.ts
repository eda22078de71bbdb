import type { Expression } from '../regexp/expression.ts'
import { compilePython } from '../regexp/python.ts'

/** Which contexts give units. */
export type KeyFilter = Pick<Expression, 'test'>

/** The key filter of a component; undefined if every context passes. */
export function openKeyFilter(keyFilter: string): KeyFilter | undefined {
  return keyFilter === '' ? undefined : compilePython(keyFilter)
}
