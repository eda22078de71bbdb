import type { Severity } from '../../checks/check.ts'
import { descriptionsById } from '../../checks/registry.ts'
import type { Component } from '../model.ts'

/** The severity of a check in a component, if the component, its project or the check has one. */
export function severityOf(id: string, { config, project }: Component): Severity | undefined {
  return config.severity[id] ?? project.config.severity[id] ?? descriptionsById.get(id)?.severity
}
