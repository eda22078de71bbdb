import { WORK_TREE_OID } from '../../../git/work-tree.ts'
import type { Store } from '../../../storage/store.ts'
import { digestOf } from '../../digest.ts'
import type { ReadOptions } from '../../reading/translation-file.ts'
import type { Timeline } from '../timeline/timeline.ts'
import type { Run } from './runs.ts'

type Logged = Pick<ReadOptions, 'config' | 'project'>

/** Returns what each step of a history logged, by its index, as stored. */
export interface StoredRuns {
  readonly keyOf: (step: number) => string
  get(step: number): readonly Run[] | undefined
  set(step: number, runs: readonly Run[]): void
}

/** Opens the stored runs of a component's steps. */
export function createStoredRuns(
  store: Store,
  {
    component,
    timeline,
    isFollowing,
  }: {
    readonly component: Logged
    readonly timeline: Timeline
    readonly isFollowing: boolean
  },
): StoredRuns {
  const bucket = store.bucket<readonly Run[]>({ name: 'runs' })
  const key = `${logKey(component, timeline)}${isFollowing ? '/following' : ''}`
  const keyOf = (step: number) => `${key}/${timeline.steps[step]!.commit}`
  return {
    keyOf,
    get: (step) => bucket.get(keyOf(step)),
    set(step, runs) {
      // The next process may find other files on disk.
      if (timeline.steps[step]!.commit !== WORK_TREE_OID) bucket.set(keyOf(step), runs)
    },
  }
}

/**
 * Returns the key for what a commit's entries depend on besides its history: settings, and where the history is cut
 * off.
 */
export function logKey({ config, project }: Logged, { completeness, steps }: Timeline): string {
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
