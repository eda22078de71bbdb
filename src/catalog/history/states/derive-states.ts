import { once } from '../../../cache.ts'
import type { ComponentConfig } from '../../../config/config.ts'
import type { Progress } from '../../../engine/work.ts'
import { WORK_TREE_OID } from '../../../git/work-tree.ts'
import { type ComponentLogOptions, createComponentLog } from '../changes/component-log.ts'
import { createStoredRuns, logKey } from '../changes/stored-runs.ts'
import type { ComponentHistory, PreviousSources } from '../component-history.ts'
import { type Following, followSteps } from './follow.ts'
import { mirrorSteps } from './mirror.ts'

type StatesOptions = Omit<ComponentLogOptions, 'following'> &
  Pick<ComponentHistory, 'repository' | 'rows'> & {
    /** The result of a worker, if this thread must not compute it. */
    readonly outdated?: PreviousSources | undefined
    readonly progress?: Progress | undefined
  }
type States = Pick<ComponentHistory, 'outdated' | 'outdatedAt' | 'log'>

/**
 * Applies a component's `stateFrom`: returns its states, and the log that goes with them. Rejects with RepositoryError.
 */
export async function deriveStates(options: StatesOptions): Promise<States> {
  const { stateFrom, template } = options.component.config
  // In bilingual files a changed source makes another unit.
  if (stateFrom === 'follow' && template !== '') return followStates(options)
  const outdated = keepsStates(options.component.config)
    ? (options.outdated ?? (await mirrorStates(options)))
    : undefined
  const { timeline } = options
  return {
    outdated,
    outdatedAt: (step) => (step === timeline.steps.length - 1 ? outdated : undefined),
    log: createComponentLog({ ...options, following: undefined }),
  }
}

/** Returns whether units may need editing although their files cannot say so. */
export function keepsStates({ stateFrom, template }: ComponentConfig): boolean {
  return (stateFrom === 'follow' || stateFrom === 'mirror') && template !== ''
}

function followStates(options: StatesOptions): States {
  const { component, timeline, reader, store, progress } = options
  const key = logKey(component, timeline)
  const logged = createStoredRuns(store, { component, timeline, isFollowing: true })
  const { weblate } = component.config
  const followed = once(() =>
    followSteps({ timeline, weblate, reader, store, key, logged, progress }),
  )
  const following: Following = { fuzzyStateOf: (...of) => followed().fuzzyStateOf(...of) }
  const outdatedAt = (step: number): PreviousSources =>
    new Map(
      timeline.files(step).files.map(({ language: { code } }) => {
        const fuzzy = [...following.fuzzyStateOf(code, step)]
        return [
          code,
          new Map(fuzzy.map(([context, fuzzyUnit]) => [context, fuzzyUnit.previousSource])),
        ]
      }),
    )
  const outdated = options.outdated ?? outdatedAt(timeline.steps.length - 1)
  return { outdated, outdatedAt, log: createComponentLog({ ...options, following }) }
}

async function mirrorStates(options: StatesOptions): Promise<PreviousSources> {
  const { component, timeline, store } = options
  const stored = store.bucket<StoredSources>({ name: 'mirror' })
  const { mirrorBaseline } = component.config
  const settings = JSON.stringify([mirrorBaseline, timeline.completeness])
  const key = `${logKey(component, timeline)}/${timeline.tip}/${settings}`
  const storedSources = stored.get(key)
  if (storedSources !== undefined)
    return new Map(storedSources.map(([code, texts]) => [code, new Map(texts)]))
  const previousSources = mirrorSteps({ ...options, rows: await options.rows('ancestors') })
  // Tomorrow the files on disk may differ under the same id.
  if (timeline.tip !== WORK_TREE_OID) {
    stored.set(
      key,
      [...previousSources].map(([code, texts]) => [code, [...texts]]),
    )
  }
  return previousSources
}

type StoredSources = [code: string, [context: string, source: string][]][]
