import type { PreviousSources } from '../checking/needs-edit.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import type { Progress } from '../engine/work.ts'
import type { Commit } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { Library } from '../reading/library.ts'
import type { LogStores } from './changes/component-log.ts'
import type { ComponentHistory } from './component-history.ts'
import { deriveStates } from './states/derive-states.ts'
import { Timeline } from './timeline/timeline.ts'
import { createUnitReader } from './timeline/unit-reader.ts'

interface ComponentHistoryOptions extends LogStores {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly commit: Commit
  readonly repository: Repository
  readonly place: ComponentHistory['place']
  readonly rows: ComponentHistory['rows']
  /** Library of former versions of translations. */
  readonly library: Library
  readonly ask: ComponentHistory['ask']
  /** See `deriveStates`. */
  readonly outdated?: PreviousSources | undefined
  readonly progress?: Progress
}

/** Opens the history behind a commit of a component. Rejects with RepositoryError if objects cannot be read. */
export async function readComponentHistory({
  project,
  config,
  commit,
  place,
  repository,
  rows,
  library,
  ask,
  ...shared
}: ComponentHistoryOptions): Promise<ComponentHistory> {
  const component = { project, config }
  const first = await rows('first-parent-moves')
  const timeline = new Timeline({ rows: first, tip: commit.oid, component, repository })
  const reader = createUnitReader({ ...component, repository, library })
  const states = await deriveStates({ ...shared, place, repository, timeline, reader, rows })
  return { place, repository, timeline, reader, ...states, rows, store: shared.store, ask }
}
