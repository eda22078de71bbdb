import type { Translation } from './model.ts'
import { contextOf, priorityOf, sourceForms, targetForms, type Units, unitWords } from './unit.ts'

type Key = (units: Units, row: number) => string | number

/** Orders of a translation's units; a leading `-` reverses them. */
const ORDERS: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['context', contextOf],
  ['source', (units, row) => sourceForms(units, row).join('\n')],
  ['target', (units, row) => targetForms(units, row).join('\n')],
  ['num_words', unitWords],
  ['priority', priorityOf],
])

/** Returns the rows of a translation in an order (default: as they are). */
export function sortRows(
  { units: read }: Translation,
  rows: Uint32Array,
  sortBy: string,
): Uint32Array {
  const isDown = sortBy.startsWith('-')
  const keyOf = ORDERS.get(isDown ? sortBy.slice(1) : sortBy)
  let sorted = rows
  if (keyOf !== undefined) {
    const units = read()
    const keys = Array.from(rows, (row) => keyOf(units, row))
    const indexes = Array.from(rows.keys())
    indexes.sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b))
    sorted = Uint32Array.from(indexes, (index) => rows[index]!)
  }
  return isDown ? sorted.toReversed() : sorted
}
