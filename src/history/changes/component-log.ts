import { type Cache, once } from '../../cache.ts'
import type { PreviousSources } from '../../checking/needs-edit.ts'
import type { Progress } from '../../engine/work.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { languageForCode } from '../../languages/language.ts'
import { hasAllLanguages } from '../../reading/component.ts'
import type { Bucket, Store } from '../../store/store.ts'
import { logKey, type Past } from '../past.ts'
import { Fold } from '../states/fold.ts'
import { differenceOf, type FuzzyDifference, FuzzyStates } from '../states/follow.ts'
import type { Timeline } from '../timeline/timeline.ts'
import { type Run, runsOf, type StepChange } from './step-change.ts'

/** What logs share: earlier entries, and the store for everything else. */
export interface LogStores {
  readonly entries: Cache<readonly StepChange[]>
  readonly store: Store
}

/** A component, its history, and the places for results. */
export interface ComponentLogOptions extends LogStores, Past {
  readonly progress?: Progress | undefined
}

interface StoredStep {
  readonly runs: readonly Run[]
  /** How the step changed the states of units, if states follow from step to step. */
  readonly fuzzy?: FuzzyDifference
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

function orderOf({ steps }: Timeline): number[] {
  const indexes = steps.map(({ index }) => index)
  return indexes.sort((a, b) => steps[a]!.seconds - steps[b]!.seconds || a - b)
}

/** The log of one component: the entries of each step, read on demand. Its methods throw RepositoryError. */
export class ComponentLog {
  /** Whether states follow from step to step; otherwise they are those of the files. */
  readonly isFollowing: boolean
  readonly #options: ComponentLogOptions
  readonly #order = once(() => orderOf(this.#options.timeline))
  readonly #key = once(() => `${logKey(this.#options)}/${this.isFollowing}`)
  readonly #followed = once(() =>
    this.isFollowing ? this.#replay(this.#options.progress) : new FuzzyStates(),
  )
  readonly #stored: Bucket<StoredStep>
  readonly #runs = new Map<number, readonly Run[]>()
  readonly #firstSteps = once(() => this.#findFirstSteps())
  /** The language of each path that a translation ever had; undefined for a shared file. */
  readonly #languages = new Map<string, string | undefined>()

  constructor(options: ComponentLogOptions) {
    const { stateFrom, template } = options.place.config
    this.#options = options
    this.#stored = options.store.bucket({ name: 'steps' })
    // In bilingual files a changed source makes another unit.
    this.isFollowing = stateFrom === 'follow' && template !== ''
  }

  /** Indexes of steps by time, oldest first; steps of the same time stay in order. */
  get order(): readonly number[] {
    return this.#order()
  }

  /** Returns the key of what a step logged; undefined for files on disk, which may be others in the next process. */
  keyOf(step: number): string | undefined {
    const { commit, key } = this.#options.timeline.steps[step]!
    return commit === WORK_TREE_OID ? undefined : `${this.#key()}/${key}`
  }

  /** Returns what a step logged; undefined until it has been read. */
  knownRuns(step: number): readonly Run[] | undefined {
    // A missing value is not cached, since another thread may read it meanwhile.
    const runs = this.#runs.get(step) ?? this.#storedStep(step)?.runs
    if (runs !== undefined) this.#runs.set(step, runs)
    return runs
  }

  /**
   * Returns whether a step changed a language's file, or one that all share since the language exists, and so may have
   * logged something in it.
   */
  concerns(step: number, language: string): boolean {
    const { config } = this.#options.place
    const isSource = language === languageForCode(config.sourceLanguage).code
    // Bilingual files add units to the source language.
    if ((config.template === '' && isSource) || hasAllLanguages(config)) return true
    const first = isSource ? 0 : (this.#firstSteps().get(language) ?? Number.POSITIVE_INFINITY)
    return this.#options.timeline.changed(step).some((path) => {
      const code = this.#languageOf(path, step)
      return code === undefined ? step >= first : code === language
    })
  }

  runs(step: number): readonly Run[] {
    return this.knownRuns(step) ?? runsOf(this.changes(step))
  }

  /** Returns the entries of a step, oldest first; those of one language alone if that is cheaper. */
  changes(step: number, language?: string): readonly StepChange[] {
    const { place, entries } = this.#options
    // The sources that a bilingual file adds depend on the files before it.
    const only = place.config.template === '' ? undefined : language
    // An entry that concerns all languages has the code `''`.
    const key = `${this.#key()}/${this.#options.timeline.steps[step]!.key}/${only ?? '*'}`
    const cached = entries.get(key)
    if (cached !== undefined) return cached
    const changes = this.#foldAfter(step - 1, this.#followed(), only).next()
    entries.set(key, changes, bytesOf(changes))
    if (only === undefined && this.knownRuns(step) === undefined)
      this.#keep(step, { runs: runsOf(changes) })
    return changes
  }

  /** Reads what every step logged into the store, as far as nobody has read it yet. */
  readAll(progress?: Progress): void {
    if (this.isFollowing) this.#followed()
    else this.#replay(progress)
  }

  /** Returns the units that need editing after a step although their files do not say so, if states follow. */
  readonly previousSourcesAt = (step: number): PreviousSources =>
    this.#followed().previousSourcesAt(step)

  #storedStep(step: number): StoredStep | undefined {
    const key = this.keyOf(step)
    return key === undefined ? undefined : this.#stored.get(key)
  }

  #keep(step: number, storedStep: StoredStep): void {
    const key = this.keyOf(step)
    this.#runs.set(step, storedStep.runs)
    if (key !== undefined) this.#stored.set(key, storedStep)
  }

  #foldAfter(after: number, states: FuzzyStates, only?: string): Fold {
    const { timeline, reader, place } = this.#options
    return new Fold({
      ...{ timeline, reader, after, only, isFollowing: this.isFollowing },
      weblate: place.config.weblate,
      fuzzyStateOf: (language) => states.of(language, after),
    })
  }

  /** Reads every step from the beginning, and returns how states followed. Steps read before are cheap. */
  #replay(progress: Progress | undefined): FuzzyStates {
    const states = new FuzzyStates()
    const { steps } = this.#options.timeline
    let count = 0
    for (; count < steps.length; count++) {
      const fuzzy = this.isFollowing ? this.#storedStep(count)?.fuzzy : this.knownRuns(count) && []
      if (fuzzy === undefined) break
      states.add(count, fuzzy)
    }
    const fold = this.#foldAfter(count - 1, states)
    for (const { index } of steps.slice(count)) {
      const runs = runsOf(fold.next())
      const fuzzy = differenceOf(fold.changed)
      this.#keep(index, { runs, fuzzy })
      states.add(index, fuzzy)
      progress?.(index, steps.length, 'commits')
    }
    return states
  }

  /** Returns the oldest step that changed a file of each language. */
  #findFirstSteps(): ReadonlyMap<string, number> {
    const { timeline } = this.#options
    const first = new Map<string, number>()
    for (const { index } of timeline.steps.toReversed()) {
      for (const path of timeline.changed(index)) {
        const code = this.#languageOf(path, index)
        if (code !== undefined) first.set(code, index)
      }
    }
    return first
  }

  #languageOf(path: string, step: number): string | undefined {
    if (!this.#languages.has(path)) {
      const { timeline } = this.#options
      const files = [step, step - 1].flatMap((index) => timeline.files(index).files)
      for (const file of files.filter(({ isTemplate }) => !isTemplate)) {
        const filePath = file.real?.path ?? file.path
        if (!this.#languages.has(filePath)) this.#languages.set(filePath, file.language.code)
      }
      if (!this.#languages.has(path)) this.#languages.set(path, undefined)
    }
    return this.#languages.get(path)
  }
}
