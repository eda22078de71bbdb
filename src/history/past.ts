import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import type { IndexLocation } from '../git/history/history.ts'
import type { RepositoryLocation } from '../git/repository.ts'
import { digestOf } from '../model/digest.ts'
import type { Timeline } from './timeline/timeline.ts'
import type { UnitReader } from './timeline/unit-reader.ts'

/** A component at a commit, and the index of its history: all that a worker needs to open it. */
export interface HistoryLocation extends RepositoryLocation {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly commit: string
  /** Groups of all components in its repository. */
  readonly groups: IndexLocation['groups']
  readonly group: string
}

/** The former files of a component. */
export interface Past {
  readonly place: HistoryLocation
  readonly timeline: Timeline
  readonly reader: UnitReader
}

/** Returns the key for what a commit's entries depend on besides its history: settings, and where that is cut off. */
export function logKey({
  place: { project, config },
  timeline: { completeness, steps },
}: Pick<Past, 'place' | 'timeline'>): string {
  return digestOf([
    project.checkFlags,
    project.languageAliases,
    config.weblate,
    config.filemask,
    config.template,
    config.intermediate,
    config.fileFormat,
    config.fileFormatParams,
    config.languageRegex,
    config.sourceLanguage,
    config.keyFilter,
    config.checkFlags,
    config.editTemplate,
    completeness.complete || steps[0]?.commit,
  ])
}
