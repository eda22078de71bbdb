import type { Cache } from '../../../cache.ts'
import { languageForCode } from '../../../languages/language.ts'
import type { Store } from '../../../storage/store.ts'
import { hasAllLanguages } from '../../reading/component.ts'
import type { ReadOptions } from '../../reading/translation-file.ts'
import { type StepProgress, withProgress } from '../derive.ts'
import { createFold } from '../states/fold.ts'
import type { Following } from '../states/follow.ts'
import type { Timeline } from '../timeline/timeline.ts'
import type { UnitReader } from '../timeline/unit-reader.ts'
import { type Run, runsOf } from './runs.ts'
import type { StepChange } from './step-change.ts'
import { createStoredRuns } from './stored-runs.ts'

/** The log of one component: which entries each step has, read when they are asked for. */
export interface ComponentLog {
  /** Indexes of steps by their time, oldest first; of the same time the earlier step first. */
  readonly order: readonly number[]
  /** What a step logged; undefined while that has not been read. */
  known(step: number): readonly Run[] | undefined
  /** Whether a step may have logged something in a language: it changed its file or one that all have. */
  concerns(step: number, language: string): boolean
  /** What a step logged. Yields after each file. */
  runs(step: number): Generator<void, readonly Run[]>
  /** The entries of a step, oldest first; of one language alone where that is cheaper. Yields after each file. */
  changes(step: number, language?: string): Generator<void, readonly StepChange[]>
}

/** What logs share: entries that were made before, and where all else is kept. */
export interface LogStores {
  readonly entries: Cache<readonly StepChange[]>
  readonly store: Store
}

/** A component, its history, and where what is found is kept. */
export interface ComponentLogOptions extends LogStores {
  readonly component: Pick<ReadOptions, 'config' | 'project'>
  readonly timeline: Timeline
  readonly reader: UnitReader
  /** Where states go from step to step; undefined: they are those of the files. */
  readonly following: Following | undefined
}

const BYTES_PER_ENTRY = 500

/**
 * A log that reads nothing yet. Its generators throw RepositoryError for unreadable objects. It is long because its
 * functions share what was read.
 */
export function createComponentLog(options: ComponentLogOptions): ComponentLog {
  const { component, timeline, reader, following, entries, store } = options
  const { steps } = timeline
  const { config } = component
  const order = steps
    .map(({ index }) => index)
    .sort((a, b) => steps[a]!.seconds - steps[b]!.seconds || a - b)
  const isFollowing = following !== undefined
  const stored = createStoredRuns(store, { component, timeline, isFollowing })
  const runs = new Map<number, readonly Run[]>()

  function known(step: number): readonly Run[] | undefined {
    // What is not there yet may be by the next time: another thread reads it.
    const found = runs.get(step) ?? stored.get(step)
    if (found !== undefined) runs.set(step, found)
    return found
  }

  function keep(step: number, found: readonly Run[]): void {
    if (known(step) !== undefined) return
    runs.set(step, found)
    stored.set(step, found)
  }

  function* read(step: number, only: string | undefined): Generator<void, readonly StepChange[]> {
    const entryKey = `${stored.keyOf(step)}/${only ?? ''}`
    const kept = entries.get(entryKey)
    if (kept !== undefined) return kept
    const after = step - 1
    const fold = createFold({
      timeline,
      reader,
      after,
      only,
      isFollowing,
      fuzzyStateOf: (language) => following?.fuzzyStateOf(language, after) ?? new Map(),
    })
    const changes = yield* fold.next()
    entries.set(entryKey, changes, BYTES_PER_ENTRY * changes.length)
    if (only === undefined) keep(step, runsOf(changes))
    return changes
  }

  /** The language of each path that a translation ever had; undefined for a file that all share. */
  const languages = new Map<string, string | undefined>()
  function languageOf(path: string, step: number): string | undefined {
    if (!languages.has(path)) {
      const files = [step, step - 1].flatMap((index) => timeline.files(index).files)
      const own = files.find((file) => !file.isTemplate && (file.real?.path ?? file.path) === path)
      languages.set(path, own?.language.code)
    }
    return languages.get(path)
  }

  return {
    order,
    known,
    concerns(step, language) {
      // Bilingual files add to the source language.
      if (config.template === '' && language === languageForCode(config.sourceLanguage).code) {
        return true
      }
      if (hasAllLanguages(config)) return true
      return steps[step]!.changed.some((path) => {
        const own = languageOf(path, step)
        return own === undefined || own === language
      })
    },
    *runs(step) {
      return known(step) ?? runsOf(yield* read(step, undefined))
    },
    *changes(step, language) {
      // The sources that a bilingual file adds depend on the files before it.
      const only = config.template === '' ? undefined : language
      return yield* read(step, only)
    },
  }
}

/** Reads what every step logged that nobody has read, the newest first. */
export function* readRuns(log: ComponentLog): Generator<StepProgress, void> {
  for (const [done, step] of log.order.toReversed().entries()) {
    const progress: StepProgress = [done, log.order.length, 'commits']
    yield* withProgress(log.runs(step), progress)
    yield progress
  }
}
