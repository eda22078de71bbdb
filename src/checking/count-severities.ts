import { oncePer, oncePerText } from '../cache.ts'
import type { Severity } from '../checks/check.ts'
import { eachFailing } from '../model/failing-checks.ts'
import type { Component, Translation } from '../model/model.ts'
import { severityOf } from './severity.ts'

/** Numbers of units that fail checks by gitglot's own verdict, each unit counted under its worst severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>

/** Returns the sum over some translations. */
export function countSeverities(translations: readonly Translation[]): SeverityCounts {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { verdict, component } of translations) {
    const severityIn = severitiesIn(component)
    let worst: Severity = 'note'
    eachFailing(verdict, (id, isLastOfRow) => {
      const severity = severityIn(id)
      if (severity === 'error' || worst === 'note') worst = severity
      if (!isLastOfRow) return
      counts[worst]++
      worst = 'note'
    })
  }
  return counts
}

const severitiesIn = oncePer((component: Component) =>
  oncePerText((id) => severityOf(id, component) ?? 'note'),
)
