import { oncePer, oncePerText } from '../cache.ts'
import type { Severity } from '../checks/check.ts'
import { failingRows } from '../model/failing-checks.ts'
import type { Component, Translation } from '../model/model.ts'
import { severityOf } from './severity.ts'

/** Numbers of units that fail checks by gitglot's own verdict, each unit counted under its worst severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>

/** Returns the sum over some translations. */
export function countSeverities(translations: readonly Translation[]): SeverityCounts {
  const sum = { error: 0, warning: 0, note: 0 }
  for (const translation of translations) {
    if (translation.verdict.length === 0) continue
    const counts = countIn(translation)
    sum.error += counts.error
    sum.warning += counts.warning
    sum.note += counts.note
  }
  return sum
}

const countIn = oncePer(({ verdict, component }: Translation): SeverityCounts => {
  const severityIn = severitiesIn(component)
  const counts = { error: 0, warning: 0, note: 0 }
  for (const [, ids] of failingRows(verdict)) counts[worstOf(ids, severityIn)]++
  return counts
})

const severitiesIn = oncePer((component: Component) =>
  oncePerText((id) => severityOf(id, component) ?? 'note'),
)

function worstOf(ids: readonly string[], severityIn: (id: string) => Severity): Severity {
  let worst: Severity = 'note'
  for (const id of ids) {
    const severity = severityIn(id)
    if (severity === 'error') return severity
    if (severity === 'warning') worst = severity
  }
  return worst
}
