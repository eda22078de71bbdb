import type { Severity } from '../checks/check.ts'
import { descriptionsById } from '../checks/registry.ts'
import type { Component } from '../model/model.ts'

/** Returns the severity of a check in a component: the component's, the project's or the check's own, if any. */
export function severityOf(id: string, { config, project }: Component): Severity | undefined {
  return config.severity[id] ?? project.config.severity[id] ?? descriptionsById.get(id)?.severity
}
