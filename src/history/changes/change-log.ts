import { createRecent, oncePer } from '../../cache.ts'
import type { View } from '../../model/model.ts'
import { nextTurn } from '../../next-turn.ts'
import { componentsOf } from '../../view/view.ts'
import { historyWork } from '../ask.ts'
import type { HistoryAskOptions, HistoryOf, LoggedComponent } from '../component-history.ts'
import type { Change } from './change.ts'
import {
  type ChangeAuthor,
  type ChangeFilter,
  countOf,
  isBy,
  isInside,
  isSelected,
  isWholeSecondBy,
  keyOf,
  mayHaveEntries,
  type Second,
  secondsOf,
  type Wanted,
} from './change-filter.ts'
import { nameMergedAuthors } from './merged-authors.ts'
import { countSteps, placeOfId, readSecond, type SecondPart } from './segment-changes.ts'
import { loggedComponents, stepsBetween } from './segments.ts'

/** A part of a list. */
export interface ChangePart {
  readonly count: number
  /** Whether `count` covers all changes. */
  readonly isCounted: boolean
  /** Whether the history of every component is known from its beginning. */
  readonly isComplete: boolean
  /** The requested changes, newest first. */
  readonly changes: readonly Change[]
}

interface ListOptions {
  /** Whose changes are listed (default: everybody's). */
  readonly writer?: ChangeAuthor | undefined
  readonly signal?: AbortSignal | undefined
}

type ActionFilter = Pick<ChangeFilter, 'actions'>

/** A list in progress: how the entries of a second are counted and read. */
interface Selection {
  readonly components: readonly LoggedComponent[]
  readonly key: string
  /** Counts the entries of a second, if that needs no reading. */
  knownCount(second: Second): number | undefined
  /** Reads a part of a second. A part that starts before the second starts with its first entry. */
  read(second: Second, range: Wanted): Promise<SecondPart>
}

/** How long one answer may take to count more than the requested changes. */
const COUNT_MS = 300
/** Number of seconds of history without reading after which other work gets a turn. */
const SECONDS_PER_TURN = 20
const MAX_KEPT_COUNTS = 1000
const MAX_KEPT_AUTHORS = 100

/** Returns the function that returns the log of a view. Equal views share one log. */
export function createChangeLogs(historyOf: HistoryOf): (view: View) => ChangeLog {
  return oncePer((view) => new ChangeLog(view, historyOf))
}

/** The changes of all components in a view. */
export class ChangeLog {
  readonly #view: View
  readonly #repositories: readonly (readonly LoggedComponent[])[]
  readonly #historyOf: HistoryOf
  /** Counts of whole lists, by key. */
  readonly #counts = createRecent<string, number>(MAX_KEPT_COUNTS)
  /** Counts of one author's lists, by key and second. */
  readonly #countsBySecond = createRecent<string, Map<number, number>>(MAX_KEPT_AUTHORS)

  constructor(view: View, historyOf: HistoryOf) {
    this.#view = view
    this.#repositories = loggedComponents(view, historyOf)
    this.#historyOf = historyOf
  }

  /**
   * Returns a part of the list of all changes, or of one author's, newest first. Reads all of the requested part, but
   * stops counting older changes after a time limit; see `count`. Rejects with RepositoryError for unreadable
   * objects, and when the signal is aborted.
   */
  async list(
    filter: ChangeFilter,
    { start, size }: Wanted,
    { writer, signal }: ListOptions = {},
  ): Promise<ChangePart> {
    const selection = this.#select(filter, writer, signal)
    const total = this.#counts.get(selection.key)
    const begin = performance.now()
    const changes: Change[] = []
    let count = 0
    let isCounted = true
    let turn = 0
    for (const second of secondsOf(selection.components, filter)) {
      const isWanted = changes.length < size && start < Infinity
      if (!isWanted && total !== undefined) break
      if (++turn % SECONDS_PER_TURN === 0) await nextTurn()
      signal?.throwIfAborted()
      const knownCount = selection.knownCount(second)
      if (knownCount === 0) continue
      if (knownCount !== undefined && (!isWanted || count + knownCount <= start)) {
        count += knownCount
        continue
      }
      if (knownCount === undefined && !isWanted && performance.now() > begin + COUNT_MS) {
        isCounted = false
        break
      }
      const part = { start: start - count, size: isWanted ? size - changes.length : 0 }
      const secondPart = await selection.read(second, part)
      // A change opens the units of its file, which may be large.
      await nextTurn()
      for (const change of secondPart.changes) changes.push(change)
      count += secondPart.count
    }
    if (total === undefined && isCounted) this.#counts.set(selection.key, count)
    return { count: total ?? count, isCounted, isComplete: this.#isComplete(filter), changes }
  }

  /** Returns the change with an id; undefined if there is none. Rejects as `list` does. */
  async find(id: number, signal?: AbortSignal): Promise<Change | undefined> {
    const { seconds, number } = placeOfId(id)
    const { components, read } = this.#select({}, undefined, signal)
    const steps = components.flatMap((logged) =>
      stepsBetween(logged.history, seconds, seconds).map((step) => ({ ...logged, step })),
    )
    if (steps.length === 0) return undefined
    const second = { seconds, steps }
    const { count } = await read(second, { start: 0, size: 0 })
    if (number >= count) return undefined
    // Numbers start with the oldest entry.
    return (await read(second, { start: count - 1 - number, size: 1 })).changes[0]
  }

  #select(
    filter: ChangeFilter,
    writer: ChangeAuthor | undefined,
    signal: AbortSignal | undefined,
  ): Selection {
    const components = this.#repositories.flat().filter((logged) => isSelected(logged, filter))
    const read = async (second: Second, range: Wanted): Promise<SecondPart> => {
      const { count, changes } = await this.#readSecond(second, filter, range, signal)
      return { count, changes: await nameMergedAuthors(changes, this.#historyOf, signal) }
    }
    if (writer !== undefined) return this.#selectBy(writer, filter, { components, read })
    return {
      components,
      key: keyOf(filter),
      knownCount({ seconds, steps }) {
        if (!isInside(seconds, filter)) return undefined
        let count = 0
        for (const { history, step } of steps) {
          const runs = history.log.knownRuns(step)
          if (runs === undefined) return undefined
          count += countOf(runs, filter)
        }
        // Only reading an entry tells its unit.
        return count > 0 && filter.unit !== undefined ? undefined : count
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
    this.#countsBySecond.set(key, counts)
    return {
      components,
      key,
      knownCount: (second) =>
        counts.get(second.seconds) ?? (mayHaveEntries(second, writer) ? undefined : 0),
      async read(second, range) {
        if (isWholeSecondBy(second, writer)) {
          const part = await read(second, range)
          counts.set(second.seconds, part.count)
          return part
        }
        // A merge brings entries of several authors, so its whole second must be read.
        const { changes } = await read(second, WHOLE)
        const byWriter = changes.filter((change) => isBy(change, writer))
        counts.set(second.seconds, byWriter.length)
        const from = Math.max(0, range.start)
        return { count: byWriter.length, changes: byWriter.slice(from, from + range.size) }
      },
    }
  }

  async #readSecond(
    { seconds, steps }: Second,
    filter: ChangeFilter,
    { start, size }: Wanted,
    signal: AbortSignal | undefined,
  ): Promise<SecondPart> {
    if (isInside(seconds, filter) && filter.unit === undefined) {
      const count = await countSteps(steps, filter, signal)
      if (size === 0 || count <= start) return { count, changes: [] }
    }
    // One commit numbers the entries of all components.
    const logged = this.#repositories
      .flat()
      .filter(({ history }) => stepsBetween(history, seconds, seconds).length > 0)
    return readSecond(logged, { seconds, filter, start, size }, signal)
  }

  /**
   * Counts all changes, or those of some actions, and stores what lists need to count theirs. Rejects as `list` does.
   */
  async count(filter: ActionFilter, asked?: HistoryAskOptions): Promise<number> {
    const options = { ...asked, background: true }
    const counts = await Promise.all(
      this.#repositories.map((logged) =>
        logged[0]!.history.ask(countAllWork, logged, filter, options),
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  #isComplete(filter: ChangeFilter): boolean {
    return componentsOf(this.#view)
      .filter((component) => isSelected({ component }, filter) && component.commit !== undefined)
      .every(({ completeness }) => completeness?.complete === true)
  }
}

/** See `ChangeLog.count`. Stores what every step logged, since it is too much to copy. */
export const countAllWork = historyWork(
  'count-all',
  (logged, filter: ActionFilter, { progress }) => {
    let count = 0
    for (const { history } of logged) {
      const { log, timeline } = history
      log.readAll(progress)
      for (const { index } of timeline.steps) count += countOf(log.runs(index), filter)
    }
    return count
  },
)

const WHOLE: Wanted = { start: 0, size: Infinity }
