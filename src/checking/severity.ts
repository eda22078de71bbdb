import { oncePer, oncePerText } from '../cache.ts'
import type { Severity } from '../checks/check.ts'
import { descriptionsById } from '../checks/registry.ts'
import { eachFailing } from '../model/failing-checks.ts'
import type { Component, Translation } from '../model/model.ts'

/** Returns the severity of a check in a component: the component's, the project's or the check's own, if any. */
export function severityOf(id: string, { config, project }: Component): Severity | undefined {
  return config.severity[id] ?? project.config.severity[id] ?? descriptionsById.get(id)?.severity
}

const severitiesIn = oncePer((component: Component) =>
  oncePerText((id) => severityOf(id, component) ?? 'note'),
)

/** Counts the units that fail checks by gitglot's own verdict, each under its worst severity. */
export function countSeverities(
  translations: readonly Translation[],
): Readonly<Record<Severity, number>> {
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
