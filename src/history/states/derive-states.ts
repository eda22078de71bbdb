import type { PreviousSources } from '../../checking/needs-edit.ts'
import type { ComponentConfig } from '../../config/config.ts'
import { rememberAnswer } from '../answer.ts'
import { ComponentLog, type ComponentLogOptions } from '../changes/component-log.ts'
import type { ComponentHistory } from '../component-history.ts'
import { mirrorSteps } from './mirror.ts'

interface StatesOptions extends ComponentLogOptions, Pick<ComponentHistory, 'repository' | 'rows'> {
  /** The result of a worker, if this thread must not compute it. */
  readonly outdated?: PreviousSources | undefined
}
type States = Pick<ComponentHistory, 'outdated' | 'outdatedAt' | 'log'>

/**
 * Applies a component's `stateFrom`: returns its states, and the log that goes with them. Rejects with RepositoryError.
 */
export async function deriveStates(options: StatesOptions): Promise<States> {
  const { place, timeline } = options
  const log = new ComponentLog(options)
  const last = timeline.steps.length - 1
  if (log.isFollowing) {
    const outdated = options.outdated ?? log.previousSourcesAt(last)
    return { log, outdated, outdatedAt: log.previousSourcesAt }
  }
  const outdated = keepsStates(place.config)
    ? (options.outdated ?? (await mirrorStates(options)))
    : undefined
  return { log, outdated, outdatedAt: (step) => (step === last ? outdated : undefined) }
}

/** Returns whether units may need editing although their files cannot say so. */
export function keepsStates({ stateFrom, template }: ComponentConfig): boolean {
  return (stateFrom === 'follow' || stateFrom === 'mirror') && template !== ''
}

function mirrorStates(options: StatesOptions): Promise<PreviousSources> {
  const { mirrorBaseline } = options.place.config
  const question = [mirrorBaseline, options.timeline.completeness]
  return rememberAnswer(options, { name: 'mirror', question }, async () =>
    mirrorSteps({ ...options, rows: await options.rows('ancestors') }),
  )
}
