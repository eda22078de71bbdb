import type { Cache } from '../cache.ts'
import type { PreviousSources } from '../checking/needs-edit.ts'
import type { Progress } from '../engine/work.ts'
import { hasStatesOfHistory } from '../model/readiness.ts'
import type { Library } from '../reading/library.ts'
import type { KeptVersion } from '../reading/read-entries.ts'
import { rememberAnswer } from './answer.ts'
import { ComponentLog, type LogStores } from './changes/component-log.ts'
import type { ComponentHistory } from './component-history.ts'
import { mirrorSteps } from './states/mirror.ts'
import { Timeline } from './timeline/timeline.ts'
import { UnitReader } from './timeline/unit-reader.ts'

/** What all histories share. */
export interface HistoryStores extends LogStores {
  /** The versions of files that were read last. */
  readonly versions: Cache<KeptVersion>
}

interface ComponentHistoryOptions
  extends HistoryStores,
    Pick<ComponentHistory, 'place' | 'repository' | 'rows' | 'ask'> {
  /** Library of former versions of translations. */
  readonly library: Library
  /** The states that a worker found, if this thread must not compute them. */
  readonly outdated?: PreviousSources | undefined
  readonly progress?: Progress
}

/** Opens the history behind a component's commit, with its states. Rejects with RepositoryError. */
export async function readComponentHistory(
  options: ComponentHistoryOptions,
): Promise<ComponentHistory> {
  const { place, repository, rows, library, versions, store, ask } = options
  const timeline = new Timeline(await rows('first-parent-moves'), place, repository)
  const { project, config } = place
  const past = {
    place,
    timeline,
    reader: new UnitReader({ project, config, repository, library }, versions),
  }
  const log = new ComponentLog({ ...options, ...past })
  const history = { ...past, log, repository, rows, store, ask }
  const last = timeline.steps.length - 1
  if (log.isFollowing) {
    const outdated = options.outdated ?? log.previousSourcesAt(last)
    return { ...history, outdated, outdatedAt: log.previousSourcesAt }
  }
  const outdated = hasStatesOfHistory(config)
    ? (options.outdated ?? (await mirrorStates(history)))
    : undefined
  return { ...history, outdated, outdatedAt: (step) => (step === last ? outdated : undefined) }
}

function mirrorStates(
  history: Omit<ComponentHistory, 'outdated' | 'outdatedAt'>,
): Promise<PreviousSources> {
  const question = [history.place.config.mirrorBaseline, history.timeline.completeness]
  return rememberAnswer(history, 'mirror', question, async () =>
    mirrorSteps({ ...history, rows: await history.rows('ancestors') }),
  )
}
