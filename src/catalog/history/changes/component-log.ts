import type { Cache } from '../../../cache.ts'
import type { Progress } from '../../../engine/work.ts'
import { languageForCode } from '../../../languages/language.ts'
import type { Store } from '../../../storage/store.ts'
import { hasAllLanguages } from '../../reading/component.ts'
import type { ReadOptions } from '../../reading/translation-file.ts'
import { createFold } from '../states/fold.ts'
import type { Following } from '../states/follow.ts'
import type { Timeline } from '../timeline/timeline.ts'
import type { UnitReader } from '../timeline/unit-reader.ts'
import { countRuns, type Run, runsOf } from './runs.ts'
import type { StepChange } from './step-change.ts'
import { createStoredEntries } from './stored-entries.ts'
import { createStoredRuns } from './stored-runs.ts'

/** The log of one component: which entries each step has, read when they are asked for. */
export interface ComponentLog {
  /** Indexes of steps by their time, oldest first; of the same time the earlier step first. */
  readonly order: readonly number[]
  /** What a step logged; undefined while that has not been read. */
  known(step: number): readonly Run[] | undefined
  /** Whether a step may have logged something in a language: it changed its file or one that all have. */
  concerns(step: number, language: string): boolean
  /** What a step logged. */
  runs(step: number): readonly Run[]
  /** The entries of a step, oldest first; of one language alone where that is cheaper. */
  changes(step: number, language?: string): readonly StepChange[]
  /** Some entries of a step, all of one language where that is given: those of lists. */
  entries(step: number, wanted: WantedEntries): readonly StepChange[]
}

interface WantedEntries {
  /** Places among the entries of the step. */
  readonly offsets: readonly number[]
  readonly language: string | undefined
  /** What the step logged. */
  readonly runs: readonly Run[]
}

/** What logs share: entries that were made before, and where all else is kept. */
export interface LogStores {
  readonly entries: Cache<readonly StepChange[]>
  readonly store: Store
  /** Whether entries of lists are kept in the store: where they are read for another thread. */
  readonly keepsEntries?: boolean
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
  const storedEntries = createStoredEntries(store, { timeline, keyOf: stored.keyOf })
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

  const entryKey = (step: number, only = '') => `${stored.keyOf(step)}/${only}`
  /** The sources that a bilingual file adds depend on the files before it. */
  const readAlone = (language: string | undefined) =>
    config.template === '' ? undefined : language

  function read(step: number, language?: string): readonly StepChange[] {
    const only = readAlone(language)
    const kept = entries.get(entryKey(step, only))
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
    const changes = fold.next()
    entries.set(entryKey(step, only), changes, BYTES_PER_ENTRY * changes.length)
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
    runs(step) {
      return known(step) ?? runsOf(read(step))
    },
    changes: read,
    entries(step, { offsets, language, runs }) {
      const isAtHand = entries.get(entryKey(step, readAlone(language))) !== undefined
      const kept = isAtHand ? undefined : storedEntries.get(step, offsets)
      if (kept !== undefined) return kept
      const changes = read(step, language)
      // Those of one language stand together.
      const first = runs.findIndex((run) => run.language === language)
      const isWhole = language === undefined || changes.length === countRuns(runs)
      const base = isWhole ? 0 : countRuns(runs.slice(0, first))
      const found = offsets.map((offset) => changes[offset - base]!)
      if (options.keepsEntries) storedEntries.set(step, offsets, found)
      return found
    },
  }
}

/** Reads what every step logged that nobody has read, the newest first. */
export function readRuns(log: ComponentLog, progress?: Progress): void {
  for (const [done, step] of log.order.toReversed().entries()) {
    log.runs(step)
    progress?.(done, log.order.length, 'commits')
  }
}
