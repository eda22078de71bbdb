import { oncePer } from '../cache.ts'
import type { Translation } from '../model/model.ts'
import { findRow, type SourceTable } from '../model/unit.ts'

const UNITS_PER_SLOT = 65_536

/** A unit's id: the translation's slot × 65,536 + the slot of its id_hash in the translation. */
export function unitId(translation: Translation, row: number): number {
  return unitIds(translation)(row)
}

/** The ids of a translation's units, by row. */
export function unitIds(translation: Translation): (row: number) => number {
  const slots = slotsOf(translation.units().table)
  const first = translation.id() * UNITS_PER_SLOT
  return (row) => first + (slots[row] ?? 0)
}

/** Id of the same string in the source translation, or the unit's own if that lacks it. */
export function sourceUnitId(translation: Translation, row: number): number {
  const source = translation.component.translations.find((candidate) => candidate.isSource)
  if (source === undefined || source === translation) return unitId(translation, row)
  const { table } = translation.units()
  const sourceTable = source.units().table
  if (sourceTable === table) return unitId(source, row)
  const sourceRow = findRow(sourceTable, table, row)
  return sourceRow === undefined ? unitId(translation, row) : unitId(source, sourceRow)
}

/** Returns the row of an id in a translation; undefined if no unit has it. */
export function findRowOfId(translation: Translation, id: number): number | undefined {
  const slot = Math.floor(id / UNITS_PER_SLOT)
  const first = translation.id()
  if (slot < first || slot >= first + widthOf(translation)) return undefined
  const { table, states } = translation.units()
  const row = rowsOf(table).get(id - first * UNITS_PER_SLOT)
  return row === undefined || row >= states.length ? undefined : row
}

/** Returns how many consecutive slots a translation takes. */
export function widthOf({ statistics }: Pick<Translation, 'statistics'>): number {
  return Math.max(1, Math.ceil(statistics.total.units / UNITS_PER_SLOT))
}

/** Slots by row, shared by all languages of a monolingual component. */
const slotsOf = oncePer((table: SourceTable): Uint32Array => {
  const size = UNITS_PER_SLOT * Math.max(1, Math.ceil(table.count / UNITS_PER_SLOT))
  const slots = new Uint32Array(table.count)
  const isTaken = new Uint8Array(size)
  for (const row of rowsByHash(table)) {
    let slot = (table.idHashes[2 * row] ?? 0) % size
    while (isTaken[slot] === 1) slot = (slot + 1) % size
    slots[row] = slot
    isTaken[slot] = 1
  }
  return slots
})

/** Rows by slot, needed only to look up an id. */
const rowsOf = oncePer(
  (table: SourceTable): ReadonlyMap<number, number> =>
    new Map(Array.from(slotsOf(table), (slot, row) => [slot, row])),
)

/** Rows sorted by hash, so that probing does not depend on file order. */
function rowsByHash({ count, idHashes }: SourceTable): number[] {
  const rows = Array.from({ length: count }, (_, row) => row)
  const half = (index: number) => idHashes[index] ?? 0
  return rows.sort((a, b) => half(2 * a + 1) - half(2 * b + 1) || half(2 * a) - half(2 * b))
}
