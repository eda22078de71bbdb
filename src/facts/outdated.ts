import { groupBy } from '../group-by.ts'
import type { OutdatedUnit } from '../history/states/outdated.ts'
import { contextOf } from '../model/unit.ts'
import { counted } from './format-numbers.ts'

const SECONDS_PER_DAY = 86_400
const DAYS_PER_MONTH = 30.44

type Outdated = Pick<OutdatedUnit, 'changed' | 'translation'>

/** Returns the whole days from the source's change to the served commit. */
export function daysOutdated({ changed, translation }: Outdated): number {
  const now = translation.component.commit?.committer.timestamp ?? changed.seconds
  return Math.max(0, Math.floor((now - changed.seconds) / SECONDS_PER_DAY))
}

/** Returns the same time for people: `16 months`. */
export function formatAge(outdated: Outdated): string {
  const days = daysOutdated(outdated)
  const months = Math.floor(days / DAYS_PER_MONTH)
  return months >= 2 ? counted(months, 'month') : counted(days, 'day')
}

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
