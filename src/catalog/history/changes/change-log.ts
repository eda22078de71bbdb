import { runYielding } from '../../../run-yielding.ts'
import type { View } from '../../model.ts'
import type { Change } from './change.ts'
import {
  type ChangeFilter,
  countOf,
  isInside,
  isSelected,
  keyOf,
  passes,
  type Second,
  secondsOf,
} from './change-filter.ts'
import { nameMergedAuthors } from './merged-authors.ts'
import { countRuns } from './runs.ts'
import { type Hit, placeOfId, readHits, readSegment } from './segment-changes.ts'
import { type LoggedComponent, loggedComponents, segmentsOf } from './segments.ts'

/** A part of a list. */
export interface ChangePart {
  /** How many changes there are, as far as they were counted. */
  readonly count: number
  /** Whether all were. */
  readonly isCounted: boolean
  /** Whether the history of every component is known from its beginning. */
  readonly isComplete: boolean
  /** Newest first; those that were asked for. */
  readonly changes: readonly Change[]
}

/** Which part of a list: from that index on, at most so many. */
export interface Wanted {
  readonly start: number
  readonly size: number
}

/** The changes of everything in a view. */
interface ChangeLog {
  /**
   * A part of the list, newest first. Counting what was never counted before ends after a time, looking for the wanted
   * part only after a longer one; the rest is counted later. Rejects with RepositoryError for unreadable objects.
   */
  list(filter: ChangeFilter, wanted: Wanted): Promise<ChangePart>
  /** The same for what was logged in one second by the components that the filter selects. Reads as long as it takes. */
  listSecond(
    second: Second,
    filter: ChangeFilter,
    wanted: Wanted,
  ): Promise<Pick<ChangePart, 'count' | 'changes'>>
  /** Whether the history of every component that the filter selects is known from its beginning. */
  isComplete(filter: ChangeFilter): boolean
  /** The change of an id; undefined when there is none. */
  find(id: number): Promise<Change | undefined>
}

/** How long one answer may count, and how long it may look for what is wanted. */
const COUNT_MS = 300
const READ_MS = 3000
/** After how many steps that need no reading others get a turn. */
const STEPS_PER_TURN = 500
const MAX_KEPT_COUNTS = 1000

const logs = new WeakMap<View, ChangeLog>()

/** The log of a view; for the same view the same. */
export function changeLogOf(view: View): ChangeLog {
  const log = logs.get(view) ?? new ViewLog(view)
  logs.set(view, log)
  return log
}

class ViewLog implements ChangeLog {
  readonly #view: View
  readonly #repositories: readonly (readonly LoggedComponent[])[]
  /** Of lists without end, by their filter. */
  readonly #counts = new Map<string, number>()
  #isCounting = false

  constructor(view: View) {
    this.#view = view
    this.#repositories = loggedComponents(view)
  }

  async list(filter: ChangeFilter, wanted: Wanted): Promise<ChangePart> {
    const part = await runYielding(this.#list(filter, wanted))
    if (!part.isCounted) this.#countRest()
    return { ...part, changes: await nameMergedAuthors(part.changes) }
  }

  async listSecond(
    second: Second,
    filter: ChangeFilter,
    wanted: Wanted,
  ): Promise<Pick<ChangePart, 'count' | 'changes'>> {
    const { count, changes } = await runYielding(this.#listSecond(second, filter, wanted))
    return { count, changes: await nameMergedAuthors(changes) }
  }

  async find(id: number): Promise<Change | undefined> {
    const { seconds, number } = placeOfId(id)
    const change = await runYielding(this.#find(seconds, number))
    return change && (await nameMergedAuthors([change]))[0]
  }

  *#find(seconds: number, number: number): Generator<void, Change | undefined> {
    for (const segment of yield* segmentsOf(this.#repositories, seconds)) {
      const offset = number - segment.number
      if (offset >= 0 && offset < countRuns(segment.runs)) {
        return (yield* readSegment(segment, [{ offset }], undefined))[0]
      }
    }
    return undefined
  }

  *#list(filter: ChangeFilter, { start, size }: Wanted): Generator<void, ChangePart> {
    const components = this.#repositories.flat().filter((one) => isSelected(one, filter))
    const key = keyOf(filter)
    const total = this.#counts.get(key)
    const begin = performance.now()
    const changes: Change[] = []
    let count = 0
    let isCounted = true
    let turn = 0
    for (const second of secondsOf(components, filter)) {
      const isWanted = changes.length < size && start < Infinity
      if (!isWanted && total !== undefined) break
      const isKnown = second.steps.every(
        ({ history, step }) => history.log.known(step) !== undefined,
      )
      if (!isKnown && performance.now() > begin + (isWanted ? READ_MS : COUNT_MS)) {
        isCounted = false
        break
      }
      const part = { start: start - count, size: isWanted ? size - changes.length : 0 }
      const found = yield* this.#listSecond(second, filter, part)
      changes.push(...found.changes)
      count += found.count
      if (++turn % STEPS_PER_TURN === 0) yield
    }
    if (total === undefined && isCounted) this.#keep(key, count)
    const isComplete = this.isComplete(filter)
    return { count: total ?? count, isCounted, isComplete, changes }
  }

  /** A part that begins before the second begins with it. */
  *#listSecond(
    { seconds, steps }: Second,
    filter: ChangeFilter,
    { start, size }: Wanted,
  ): Generator<void, Pick<ChangePart, 'count' | 'changes'>> {
    let count = 0
    const isWhole = isInside(seconds, filter)
    if (isWhole) {
      for (const one of steps) count += countOf(yield* one.history.log.runs(one.step), filter)
      if (size === 0 || count <= start) return { count, changes: [] }
    }
    const components = this.#repositories.flat().filter((one) => isSelected(one, filter))
    const hits = yield* this.#hits(seconds, components, filter)
    const from = Math.max(0, start)
    return { count: hits.length, changes: yield* readHits(hits.slice(from, from + size)) }
  }

  /** Counts what no list has counted yet, the newest first, beside all other work. */
  #countRest(): void {
    if (this.#isCounting) return
    this.#isCounting = true
    runYielding(this.#countAll()).catch(() => {
      // An unreadable object, or the repository was closed: the next list that comes by it says so.
      this.#isCounting = false
    })
  }

  *#countAll(): Generator<void, void> {
    for (const { steps } of secondsOf(this.#repositories.flat(), {})) {
      for (const { history, step } of steps) yield* history.log.runs(step)
      yield
    }
    this.#isCounting = false
  }

  #keep(key: string, count: number): void {
    if (this.#counts.size >= MAX_KEPT_COUNTS) this.#counts.clear()
    this.#counts.set(key, count)
  }

  /** The entries of a second that pass the filter, newest first. */
  *#hits(
    seconds: number,
    components: readonly LoggedComponent[],
    filter: ChangeFilter,
  ): Generator<void, Hit[]> {
    const hits: Hit[] = []
    for (const segment of yield* segmentsOf(this.#repositories, seconds)) {
      if (!components.some(({ component }) => component === segment.component)) continue
      let offset = 0
      for (const run of segment.runs) {
        for (const end = offset + run.count; offset < end; offset++) {
          const micros = seconds * 1e6 + Math.min(segment.index + offset, 999_999)
          const { after = -Infinity, before = Infinity } = filter
          const isHit = passes(run, filter) && micros >= after && micros <= before
          if (isHit) hits.push({ segment, offset, language: run.language })
        }
      }
    }
    return hits.reverse()
  }

  isComplete(filter: ChangeFilter): boolean {
    return this.#view.projects
      .flatMap(({ components }) => components)
      .filter((component) => isSelected({ component }, filter) && component.commit !== undefined)
      .every(({ history }) => history?.timeline.completeness.complete === true)
  }
}
