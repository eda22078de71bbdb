import { type Change, createChange } from '../change.ts'
import type { View } from '../model.ts'
import { inSlices } from '../slices.ts'
import {
  type ChangeFilter,
  countOf,
  isInside,
  isSelected,
  keyOf,
  passes,
  secondsOf,
} from './change-filter.ts'
import { nameMergedAuthors } from './merged-authors.ts'
import { countRuns } from './runs.ts'
import { type LoggedComponent, loggedComponents, type Segment, segmentsOf } from './segments.ts'

/** A part of a list. */
interface ChangePart {
  /** How many changes there are, as far as they were counted. */
  readonly count: number
  /** Whether all were. */
  readonly isCounted: boolean
  /** Whether the history of every component is known from its beginning. */
  readonly isComplete: boolean
  /** Newest first; those that were asked for. */
  readonly changes: readonly Change[]
}

/** The changes of everything in a view. */
interface ChangeLog {
  /**
   * A part of the list, newest first. Counting what was never counted before ends after a time, looking for the wanted
   * part only after a longer one; the rest is counted later. Rejects with RepositoryError for unreadable objects.
   */
  list(
    filter: ChangeFilter,
    wanted: { readonly start: number; readonly size: number },
  ): Promise<ChangePart>
  /** The change of an id; undefined when there is none. */
  find(id: number): Promise<Change | undefined>
}

const SECONDS_TO_2000 = 946_684_800
const NUMBERS_PER_SECOND = 2 ** 22
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

  async list(filter: ChangeFilter, wanted: { start: number; size: number }): Promise<ChangePart> {
    const part = await inSlices(this.#list(filter, wanted))
    if (!part.isCounted) this.#countRest()
    return { ...part, changes: await nameMergedAuthors(part.changes) }
  }

  async find(id: number): Promise<Change | undefined> {
    const seconds = Math.floor(id / NUMBERS_PER_SECOND) + SECONDS_TO_2000
    const number = id - (seconds - SECONDS_TO_2000) * NUMBERS_PER_SECOND
    const change = await inSlices(this.#find(seconds, number))
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

  *#list(
    filter: ChangeFilter,
    { start, size }: { start: number; size: number },
  ): Generator<void, ChangePart> {
    const members = this.#repositories.flat().filter((one) => isSelected(one, filter))
    const key = keyOf(filter)
    const total = this.#counts.get(key)
    const begin = performance.now()
    const changes: Change[] = []
    let count = 0
    let isCounted = true
    let turn = 0
    for (const { seconds, steps } of secondsOf(members, filter)) {
      const isWanted = changes.length < size && start < Infinity
      if (!isWanted && total !== undefined) break
      const isKnown = steps.every(({ past, step }) => past.log.known(step) !== undefined)
      if (!isKnown && performance.now() > begin + (isWanted ? READ_MS : COUNT_MS)) {
        isCounted = false
        break
      }
      const isWhole = isInside(seconds, filter)
      let found = 0
      if (isWhole)
        for (const one of steps) found += countOf(yield* one.past.log.runs(one.step), filter)
      if (!isWhole || (isWanted && count + found > start)) {
        const hits = yield* this.#hits(seconds, members, filter)
        found = hits.length
        const from = Math.max(0, start - count)
        changes.push(...(yield* readHits(hits.slice(from, from + size - changes.length))))
      }
      count += found
      if (++turn % STEPS_PER_TURN === 0) yield
    }
    if (total === undefined && isCounted) this.#keep(key, count)
    const isComplete = this.#isComplete(filter)
    return { count: total ?? count, isCounted, isComplete, changes }
  }

  /** Counts what no list has counted yet, the newest first, beside all other work. */
  #countRest(): void {
    if (this.#isCounting) return
    this.#isCounting = true
    inSlices(this.#countAll()).catch(() => {
      // An unreadable object, or the repository was closed: the next list that comes by it says so.
      this.#isCounting = false
    })
  }

  *#countAll(): Generator<void, void> {
    for (const { steps } of secondsOf(this.#repositories.flat(), {})) {
      for (const { past, step } of steps) yield* past.log.runs(step)
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
    members: readonly LoggedComponent[],
    filter: ChangeFilter,
  ): Generator<void, Hit[]> {
    const hits: Hit[] = []
    for (const segment of yield* segmentsOf(this.#repositories, seconds)) {
      if (!members.some(({ component }) => component === segment.component)) continue
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

  #isComplete(filter: ChangeFilter): boolean {
    return this.#view.projects
      .flatMap(({ components }) => components)
      .filter((component) => isSelected({ component }, filter) && component.commit !== undefined)
      .every(({ past }) => past?.timeline.history.complete === true)
  }
}

/** An entry of a segment. */
interface Hit {
  readonly segment: Segment
  readonly offset: number
  readonly language: string
}

/** Reads entries of one second in their order; each segment once. */
function* readHits(hits: readonly Hit[]): Generator<void, Change[]> {
  const changes: Change[] = []
  for (let at = 0; at < hits.length; ) {
    const { segment, language } = hits[at]!
    let end = at
    let only: string | undefined = language
    for (; hits[end]?.segment === segment; end++) {
      if (hits[end]!.language !== language) only = undefined
    }
    changes.push(...(yield* readSegment(segment, hits.slice(at, end), only)))
    at = end
  }
  return changes
}

/** Entries of a segment, all of the language `only` where that is given. */
function* readSegment(
  { component, past, step, runs, commit, number, index }: Segment,
  hits: readonly Pick<Hit, 'offset'>[],
  only: string | undefined,
): Generator<void, Change[]> {
  const entries = yield* past.log.changes(step, only)
  const { seconds } = past.timeline.steps[step]!
  // Those of one language stand together.
  const first = runs.findIndex(({ language }) => language === only)
  const isWhole = only === undefined || entries.length === countRuns(runs)
  const base = isWhole ? 0 : countRuns(runs.slice(0, first))
  return hits.map(({ offset }) =>
    createChange(entries[offset - base]!, {
      id: (seconds - SECONDS_TO_2000) * NUMBERS_PER_SECOND + number + offset,
      component,
      commit,
      authorCommit: commit,
      seconds,
      step,
      index: index + offset,
    }),
  )
}
