import type { Progress } from '../../../engine/work.ts'
import { WORK_TREE_OID } from '../../../git/work-tree.ts'
import type { Store } from '../../../storage/store.ts'
import type { WeblateVersion } from '../../../weblate-version.ts'
import { runsOf } from '../changes/runs.ts'
import type { StoredRuns } from '../changes/stored-runs.ts'
import type { Timeline } from '../timeline/timeline.ts'
import type { UnitReader } from '../timeline/unit-reader.ts'
import { createFold, type Fold } from './fold.ts'
import type { FuzzyState, FuzzyUnit } from './unit-step.ts'

/** What a Weblate that followed a component's branch knew besides its files. */
export interface Following {
  /** Returns what it knew about a language's translation after a step; nothing for -1. */
  fuzzyStateOf(language: string, step: number): FuzzyState
}

interface FollowOptions {
  readonly timeline: Timeline
  readonly weblate: WeblateVersion
  readonly reader: UnitReader
  readonly store: Store
  /** Key of the component, its settings and where its history begins. */
  readonly key: string
  /** Stores what each replayed step logged, so that the log need not read it again. */
  readonly logged: StoredRuns
  readonly progress?: Progress | undefined
}

/** The units whose state a step changed, by language and context; null if they no longer need editing. */
type Difference = readonly (readonly [language: string, units: readonly UnitDifference[]])[]

type UnitDifference = readonly [
  context: string,
  memory: readonly [previousSource: string, isAwaiting: 0 | 1] | null,
]

const NOTHING: FuzzyState = new Map()

/**
 * Follows a component from the beginning of its history. Steps followed before are cheap; others are read. Throws
 * RepositoryError for unreadable objects.
 */
export function followSteps({
  timeline,
  weblate,
  reader,
  store,
  key,
  logged,
  progress,
}: FollowOptions): Following {
  const log = new FuzzyStateLog()
  const stored = store.bucket<Difference>({ name: 'fuzzy-states' })
  const keyOf = (commit: string) => `${key}/${commit}`
  let storedCount = 0
  for (const { commit } of timeline.steps) {
    const difference = stored.get(keyOf(commit))
    if (difference === undefined) break
    log.add(storedCount++, difference)
  }
  const fold = createFold({
    timeline,
    weblate,
    reader,
    isFollowing: true,
    after: storedCount - 1,
    fuzzyStateOf: (language) => log.fuzzyStateOf(language, storedCount - 1),
  })
  for (const { index, commit } of timeline.steps.slice(storedCount)) {
    logged.set(index, runsOf(fold.next()))
    progress?.(index, timeline.steps.length, 'commits')
    const difference = differenceOf(fold.changed)
    log.add(index, difference)
    if (commit !== WORK_TREE_OID) stored.set(keyOf(commit), difference)
  }
  return log
}

class FuzzyStateLog implements Following {
  /** The differences in each language, oldest first. */
  readonly #languages = new Map<string, { step: number; difference: readonly UnitDifference[] }[]>()

  add(step: number, difference: Difference): void {
    for (const [language, unitDifferences] of difference) {
      const list = this.#languages.get(language) ?? []
      this.#languages.set(language, list)
      list.push({ step, difference: unitDifferences })
    }
  }

  fuzzyStateOf(language: string, step: number): FuzzyState {
    const fuzzy = new Map<string, FuzzyUnit>()
    for (const entry of this.#languages.get(language) ?? []) {
      if (entry.step > step) break
      for (const [context, memory] of entry.difference) {
        if (memory === null) fuzzy.delete(context)
        else fuzzy.set(context, { previousSource: memory[0], isAwaiting: memory[1] === 1 })
      }
    }
    return fuzzy.size === 0 ? NOTHING : fuzzy
  }
}

function differenceOf(changed: Fold['changed']): Difference {
  const difference: [string, UnitDifference[]][] = []
  for (const [language, { before, after }] of changed) {
    const unitDifferences: UnitDifference[] = []
    for (const context of before.keys())
      if (!after.has(context)) unitDifferences.push([context, null])
    for (const [context, { previousSource, isAwaiting }] of after) {
      const old = before.get(context)
      if (old?.previousSource === previousSource && old.isAwaiting === isAwaiting) continue
      unitDifferences.push([context, [previousSource, isAwaiting ? 1 : 0]])
    }
    if (unitDifferences.length > 0) difference.push([language, unitDifferences])
  }
  return difference
}
