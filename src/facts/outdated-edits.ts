import { groupBy } from '../group-by.ts'
import type { OutdatedUnit } from '../history/states/outdated.ts'
import { contextOf } from '../model/unit.ts'

/** An edit of a source, as the one or more translations that it made outdated. */
export type Edit = readonly [OutdatedUnit, ...OutdatedUnit[]]

/** Groups outdated strings by the edit that made them so, the oldest first. */
export function editsOf(units: readonly OutdatedUnit[]): Edit[] {
  const edits = groupBy(units, ({ translation, row, changed, previousSource }) => {
    const context = contextOf(translation.units(), row)
    return JSON.stringify([translation.component.id, context, changed.commit, previousSource])
  })
  return [...edits.values()].sort(([a], [b]) => a.changed.seconds - b.changed.seconds)
}
