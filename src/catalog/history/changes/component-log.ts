import { type Cache, once } from '../../../cache.ts'
import type { ComponentConfig } from '../../../config/config.ts'
import type { Progress } from '../../../engine/work.ts'
import { WORK_TREE_OID } from '../../../git/work-tree.ts'
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
import { createStoredRuns } from './stored-runs.ts'

/** The log of one component: the entries of each step, read on demand. */
export interface ComponentLog {
  /** Indexes of steps by time, oldest first; steps of the same time stay in order. */
  readonly order: readonly number[]
  /** Returns what a step logged; undefined until it has been read. */
  known(step: number): readonly Run[] | undefined
  /**
   * Returns whether a step may have logged something in a language: whether it changed the language's file or one that
   * all share.
   */
  concerns(step: number, language: string): boolean
  /** What a step logged. */
  runs(step: number): readonly Run[]
  /** Returns the entries of a step, oldest first; those of one language alone if that is cheaper. */
  changes(step: number, language?: string): readonly StepChange[]
  /** Returns some entries of a step, all of one language if it is given, for lists. */
  entries(step: number, wantedEntries: WantedEntries): readonly StepChange[]
}

interface WantedEntries {
  /** Indexes among the entries of the step. */
  readonly offsets: readonly number[]
  readonly language: string | undefined
  /** What the step logged. */
  readonly runs: readonly Run[]
}

/** What logs share: earlier entries, and the store for everything else. */
export interface LogStores {
  readonly entries: Cache<readonly StepChange[]>
  readonly store: Store
  /** Whether the store keeps the entries of lists, which then another thread reads. */
  readonly keepsEntries?: boolean
}

/** A component, its history, and the places for results. */
export interface ComponentLogOptions extends LogStores {
  readonly component: Pick<ReadOptions, 'config' | 'project'>
  readonly timeline: Timeline
  readonly reader: UnitReader
  /** Follows states from step to step; undefined if states are those of the files. */
  readonly following: Following | undefined
}

/** Memory of an entry besides its texts, which may be whole documents. */
const BYTES_PER_ENTRY = 500

function bytesOf(changes: readonly StepChange[]): number {
  let bytes = BYTES_PER_ENTRY * changes.length
  for (const { target, old, unit } of changes) {
    bytes += target.length + old.length + (unit?.source.length ?? 0)
  }
  return bytes
}

/** Creates a log, which reads nothing yet. Its methods throw RepositoryError for unreadable objects. */
export function createComponentLog(options: ComponentLogOptions): ComponentLog {
  return new ReadLog(options)
}

function orderOf({ steps }: Timeline): number[] {
  const indexes = steps.map(({ index }) => index)
  return indexes.sort((a, b) => steps[a]!.seconds - steps[b]!.seconds || a - b)
}

class ReadLog implements ComponentLog {
  readonly #order = once(() => orderOf(this.#options.timeline))
  readonly #options: ComponentLogOptions
  readonly #config: ComponentConfig
  readonly #stored: ReturnType<typeof createStoredRuns>
  readonly #storedEntries: ReturnType<typeof createStoredEntries>
  readonly #runs = new Map<number, readonly Run[]>()
  /** The language of each path that a translation ever had; undefined for a shared file. */
  readonly #languages = new Map<string, string | undefined>()

  constructor(options: ComponentLogOptions) {
    const { component, timeline, following, store } = options
    this.#options = options
    this.#config = component.config
    const isFollowing = following !== undefined
    this.#stored = createStoredRuns(store, { component, timeline, isFollowing })
    const { keyOf } = this.#stored
    this.#storedEntries = createStoredEntries(store, { timeline, keyOf })
  }

  get order(): readonly number[] {
    return this.#order()
  }

  known(step: number): readonly Run[] | undefined {
    // A missing value is not cached, since another thread may read it meanwhile.
    const runs = this.#runs.get(step) ?? this.#stored.get(step)
    if (runs !== undefined) this.#runs.set(step, runs)
    return runs
  }

  concerns(step: number, language: string): boolean {
    const { template, sourceLanguage } = this.#config
    // Bilingual files add units to the source language.
    if (template === '' && language === languageForCode(sourceLanguage).code) return true
    if (hasAllLanguages(this.#config)) return true
    return this.#options.timeline.steps[step]!.changed.some((path) => {
      const code = this.#languageOf(path, step)
      return code === undefined || code === language
    })
  }

  runs(step: number): readonly Run[] {
    return this.known(step) ?? runsOf(this.changes(step))
  }

  changes(step: number, language?: string): readonly StepChange[] {
    const { timeline, reader, following, entries } = this.#options
    const only = this.#readAlone(language)
    const stepChanges = entries.get(this.#entryKey(step, only))
    if (stepChanges !== undefined) return stepChanges
    const after = step - 1
    const fold = createFold({
      ...{ timeline, reader, after, only },
      weblate: this.#config.weblate,
      isFollowing: following !== undefined,
      fuzzyStateOf: (language) => following?.fuzzyStateOf(language, after) ?? new Map(),
    })
    const changes = fold.next()
    entries.set(this.#entryKey(step, only), changes, bytesOf(changes))
    if (only === undefined) this.#keep(step, runsOf(changes))
    return changes
  }

  entries(step: number, { offsets, language, runs }: WantedEntries): readonly StepChange[] {
    const { entries, keepsEntries } = this.#options
    const isAtHand = entries.get(this.#entryKey(step, this.#readAlone(language))) !== undefined
    const stored = isAtHand ? undefined : this.#storedEntries.get(step, offsets)
    if (stored !== undefined) return stored
    const changes = this.changes(step, language)
    // Entries of one language are consecutive.
    const first = runs.findIndex((run) => run.language === language)
    const isWhole = language === undefined || changes.length === countRuns(runs)
    const base = isWhole ? 0 : countRuns(runs.slice(0, first))
    const stepChanges = offsets.map((offset) => changes[offset - base]!)
    if (keepsEntries) this.#storedEntries.set(step, offsets, stepChanges)
    return stepChanges
  }

  #keep(step: number, runs: readonly Run[]): void {
    if (this.known(step) !== undefined) return
    this.#runs.set(step, runs)
    this.#stored.set(step, runs)
  }

  #entryKey(step: number, only = ''): string {
    return `${this.#stored.keyOf(step)}/${only}`
  }

  /** The sources that a bilingual file adds depend on the files before it. */
  #readAlone(language: string | undefined): string | undefined {
    return this.#config.template === '' ? undefined : language
  }

  #languageOf(path: string, step: number): string | undefined {
    if (!this.#languages.has(path)) {
      const { timeline } = this.#options
      const files = [step, step - 1].flatMap((index) => timeline.files(index).files)
      const matched = files.find(
        (file) => !file.isTemplate && (file.real?.path ?? file.path) === path,
      )
      this.#languages.set(path, matched?.language.code)
    }
    return this.#languages.get(path)
  }
}

/** Reads what steps logged, newest first, as far as nobody has read it yet. */
export function readRuns(log: ComponentLog, progress?: Progress): void {
  for (const [done, step] of log.order.toReversed().entries()) {
    log.runs(step)
    progress?.(done, log.order.length, 'commits')
  }
}

/** Stored entries of steps, one by one, by their index in the step. */
interface StoredEntries {
  /** Returns the entries; undefined if one is missing. */
  get(step: number, offsets: readonly number[]): readonly StepChange[] | undefined
  set(step: number, offsets: readonly number[], changes: readonly StepChange[]): void
}

/** An entry with its language's code instead of the language. */
type StoredEntry = Omit<StepChange, 'language'> & { readonly language?: string | undefined }

/** Opens the stored entries of a component's steps. `keyOf` returns the key of what a step logged. */
function createStoredEntries(
  store: Store,
  { timeline, keyOf }: { readonly timeline: Timeline; keyOf(step: number): string },
): StoredEntries {
  const bucket = store.bucket<StoredEntry>({ name: 'entries' })

  function find(step: number, offset: number): StepChange | undefined {
    const stored = bucket.get(`${keyOf(step)}/${offset}`)
    if (stored === undefined) return undefined
    const { files } = timeline.files(step)
    const file = files.find(({ language }) => language.code === stored.language)
    return { ...NO_UNIT, ...stored, language: file?.language }
  }

  return {
    get(step, offsets) {
      const stepChanges: StepChange[] = []
      for (const offset of offsets) {
        const change = find(step, offset)
        if (change === undefined) return undefined
        stepChanges.push(change)
      }
      return stepChanges
    },
    set(step, offsets, changes) {
      if (timeline.steps[step]!.commit === WORK_TREE_OID) return
      for (const [index, offset] of offsets.entries()) {
        const { language, ...change } = changes[index]!
        bucket.set(`${keyOf(step)}/${offset}`, { ...change, language: language?.code })
      }
    },
  }
}

/** JSON leaves it out. */
const NO_UNIT = { unit: undefined }
