import { findRow } from '../model/unit.ts'
import type { ComponentWork } from './component-work.ts'

/** Finds a unit of the first translation in all others: its row in each, or -1. */
export const unitRowsWork: ComponentWork<{ readonly row: number }, Int32Array> = {
  name: 'unit-rows',
  run([selected], { row }) {
    const [first, ...others] = selected?.translations ?? []
    if (first === undefined) return new Int32Array()
    const { table } = first.units()
    return Int32Array.from(
      others,
      (translation) => findRow(translation.units().table, table, row) ?? -1,
    )
  },
}
