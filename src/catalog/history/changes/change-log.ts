import { setImmediate as pause } from 'node:timers/promises'
import { oncePer } from '../../../cache.ts'
import type { Job } from '../../../jobs.ts'
import { runYielding } from '../../../run-yielding.ts'
import type { View } from '../../model.ts'
import type { HistoryOf } from '../component-history.ts'
import { inputOf } from '../derive.ts'
import type { Change } from './change.ts'
import { type ChangeAuthor, isBy, isWholeSecondBy, mayHaveEntries } from './change-author.ts'
import {
  type ChangeFilter,
  countOf,
  isInside,
  isSelected,
  keyOf,
  type Second,
  secondsOf,
} from './change-filter.ts'
import { readRuns } from './component-log.ts'
import { createMergedAuthors, type NameMergedAuthors } from './merged-authors.ts'
import { countRuns } from './runs.ts'
import { findHits, placeOfId, readHits, readSegment } from './segment-changes.ts'
import { type LoggedComponent, loggedComponents, segmentsOf } from './segments.ts'

/** A part of a list. */
export interface ChangePart {
  /** How many changes were counted. */
  readonly count: number
  /** Whether that is all of them. */
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
export interface ChangeLog {
  /**
   * A part of the list, newest first, of all changes or of those of one author. Counting what
   * was never counted before ends after a time, looking for the wanted part only after a longer one; see
   * `countRest`. Rejects with RepositoryError for unreadable objects.
   */
  list(filter: ChangeFilter, wanted: Wanted, writer?: ChangeAuthor): Promise<ChangePart>
  /** Counts what no list has counted yet, the newest first. Rejects as `list` does, and when the job's signal is aborted. */
  countRest(job?: Job): Promise<void>
  /** The change of an id; undefined when there is none. */
  find(id: number): Promise<Change | undefined>
}

/** What one second has of a list: how many entries, and those that are wanted. */
type SecondPart = Pick<ChangePart, 'count' | 'changes'>

/** A list that is being made: how much of a second is counted, and how it is read. */
interface Selection {
  readonly components: readonly LoggedComponent[]
  /** Names the list among those of the view. */
  readonly key: string
  /** Entries of a second, where nothing has to be read for that. */
  known(second: Second): number | undefined
  /** A part that begins before the second begins with it. */
  read(second: Second, wanted: Wanted): Promise<SecondPart>
}

/** How long one answer may count, and how long it may look for the wanted part. */
const COUNT_MS = 300
const READ_MS = 3000
/** After how many seconds of history that need no reading others get a turn. */
const SECONDS_PER_TURN = 200
const MAX_KEPT_COUNTS = 1000
const MAX_KEPT_AUTHORS = 100

/** Returns the function that gives the log of a view; for the same view the same. */
export function createChangeLogs(historyOf: HistoryOf): (view: View) => ChangeLog {
  const nameMergedAuthors = createMergedAuthors(historyOf)
  return oncePer((view) => new ViewLog(view, loggedComponents(view, historyOf), nameMergedAuthors))
}

class ViewLog implements ChangeLog {
  readonly #view: View
  readonly #repositories: readonly (readonly LoggedComponent[])[]
  readonly #nameMergedAuthors: NameMergedAuthors
  /** Of whole lists, by their key. */
  readonly #counts = new Map<string, number>()
  /** Of lists of one author, by their key and second. */
  readonly #countsBySecond = new Map<string, Map<number, number>>()

  constructor(
    view: View,
    repositories: readonly (readonly LoggedComponent[])[],
    nameMergedAuthors: NameMergedAuthors,
  ) {
    this.#view = view
    this.#repositories = repositories
    this.#nameMergedAuthors = nameMergedAuthors
  }

  async list(
    filter: ChangeFilter,
    { start, size }: Wanted,
    writer?: ChangeAuthor,
  ): Promise<ChangePart> {
    const selection = this.#select(filter, writer)
    const total = this.#counts.get(selection.key)
    const begin = performance.now()
    const changes: Change[] = []
    let count = 0
    let isCounted = true
    let turn = 0
    for (const second of secondsOf(selection.components, filter)) {
      const isWanted = changes.length < size && start < Infinity
      if (!isWanted && total !== undefined) break
      if (++turn % SECONDS_PER_TURN === 0) await pause()
      const known = selection.known(second)
      if (known !== undefined && (!isWanted || count + known <= start)) {
        count += known
        continue
      }
      if (known === undefined && performance.now() > begin + (isWanted ? READ_MS : COUNT_MS)) {
        isCounted = false
        break
      }
      const part = { start: start - count, size: isWanted ? size - changes.length : 0 }
      const found = await selection.read(second, part)
      for (const change of found.changes) changes.push(change)
      count += found.count
    }
    if (total === undefined && isCounted) keep(this.#counts, selection.key, count, MAX_KEPT_COUNTS)
    return { count: total ?? count, isCounted, isComplete: this.#isComplete(filter), changes }
  }

  async find(id: number): Promise<Change | undefined> {
    const { seconds, number } = placeOfId(id)
    const change = await runYielding(this.#find(seconds, number))
    return change && (await this.#nameMergedAuthors([change]))[0]
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

  #select(filter: ChangeFilter, writer: ChangeAuthor | undefined): Selection {
    const components = this.#repositories.flat().filter((one) => isSelected(one, filter))
    const read = async (second: Second, wanted: Wanted): Promise<SecondPart> => {
      const { count, changes } = await runYielding(
        this.#readSecond(second, { components, filter, ...wanted }),
      )
      return { count, changes: await this.#nameMergedAuthors(changes) }
    }
    if (writer !== undefined) return this.#selectBy(writer, filter, { components, read })
    return {
      components,
      key: keyOf(filter),
      known({ seconds, steps }) {
        if (!isInside(seconds, filter)) return undefined
        let count = 0
        for (const { history, step } of steps) {
          const runs = history.log.known(step)
          if (runs === undefined) return undefined
          count += countOf(runs, filter)
        }
        return count
      },
      read,
    }
  }

  #selectBy(
    writer: ChangeAuthor,
    filter: ChangeFilter,
    { components, read }: Pick<Selection, 'components' | 'read'>,
  ): Selection {
    const key = `${writer.author.userName} ${keyOf(filter)}`
    const counts = this.#countsBySecond.get(key) ?? new Map<number, number>()
    keep(this.#countsBySecond, key, counts, MAX_KEPT_AUTHORS)
    return {
      components,
      key,
      known: (second) =>
        counts.get(second.seconds) ?? (mayHaveEntries(second, writer) ? undefined : 0),
      async read(second, wanted) {
        if (isWholeSecondBy(second, writer)) {
          const part = await read(second, wanted)
          counts.set(second.seconds, part.count)
          return part
        }
        // A merge brings entries of several authors, so its whole second is read.
        const { changes } = await read(second, WHOLE)
        const own = changes.filter((change) => isBy(change, writer))
        counts.set(second.seconds, own.length)
        const from = Math.max(0, wanted.start)
        return { count: own.length, changes: own.slice(from, from + wanted.size) }
      },
    }
  }

  *#readSecond(
    { seconds, steps }: Second,
    {
      components,
      filter,
      start,
      size,
    }: Wanted & { readonly components: readonly LoggedComponent[]; readonly filter: ChangeFilter },
  ): Generator<void, SecondPart> {
    let count = 0
    if (isInside(seconds, filter)) {
      for (const { history, step } of steps) count += countOf(yield* history.log.runs(step), filter)
      if (size === 0 || count <= start) return { count, changes: [] }
    }
    const hits = yield* findHits(this.#repositories, seconds, { components, filter })
    const from = Math.max(0, start)
    return { count: hits.length, changes: yield* readHits(hits.slice(from, from + size)) }
  }

  async countRest(job?: Job): Promise<void> {
    for (const logged of this.#repositories.flat()) {
      const { derive, log } = logged.history
      await derive({ name: 'runs' }, [inputOf(logged)], () => readRuns(log), job)
    }
  }

  #isComplete(filter: ChangeFilter): boolean {
    return this.#view.projects
      .flatMap(({ components }) => components)
      .filter((component) => isSelected({ component }, filter) && component.commit !== undefined)
      .every(({ completeness }) => completeness?.complete === true)
  }
}

const WHOLE: Wanted = { start: 0, size: Infinity }

function keep<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  if (map.size >= max) map.clear()
  map.set(key, value)
}
