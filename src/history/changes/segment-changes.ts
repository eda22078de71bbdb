import { digestOf } from '../../model/digest.ts'
import { placeOf } from '../../model/paths.ts'
import { remember } from '../../store/store.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import { namingOf } from '../states/text-versions.ts'
import { stepsByCommit } from '../timeline/timeline.ts'
import { type Change, createChange, type UnitAtTime } from './change.ts'
import {
  type ChangeFilter,
  countOf,
  isSelected,
  keyOf,
  passes,
  type Second,
  type Wanted,
} from './change-filter.ts'
import { byRepository, type Segment, segmentsOf, stepsBetween } from './segments.ts'
import { countRuns, type StepChange } from './step-change.ts'

const SECONDS_TO_2000 = 946_684_800
const NUMBERS_PER_SECOND = 2 ** 22

/** When the entry with an id was logged, in seconds since 1970, and its number among the entries of that second. */
export function placeOfId(id: number): { readonly seconds: number; readonly number: number } {
  const seconds = Math.floor(id / NUMBERS_PER_SECOND) + SECONDS_TO_2000
  return { seconds, number: id - (seconds - SECONDS_TO_2000) * NUMBERS_PER_SECOND }
}

/** The part of a list in one second: the number of entries, and the requested ones, newest first. */
export interface SecondPart {
  readonly count: number
  readonly changes: readonly Change[]
}

interface SecondAsked extends Wanted {
  readonly seconds: number
  readonly filter: ChangeFilter
}

interface FoundSecond {
  readonly count: number
  readonly entries: readonly FoundEntry[]
}

interface FoundEntry {
  readonly change: StepChange
  readonly of: string
  readonly at: Omit<Parameters<typeof createChange>[1], 'component' | 'step'>
}

/**
 * Reads the part of a list in one second. A part that starts before the second starts with its first entry. Rejects
 * with RepositoryError for unreadable objects, and when the signal is aborted.
 */
export async function readSecond(
  logged: readonly LoggedComponent[],
  asked: SecondAsked,
  signal?: AbortSignal,
): Promise<SecondPart> {
  const { count, entries } = await logged[0]!.history.ask(secondWork, logged, asked, { signal })
  const byPlace = new Map(logged.map((entry) => [placeOf(entry.component), entry]))
  const changes = entries.map(({ change, of, at }) => {
    const { component, history } = byPlace.get(of)!
    const { index: step } = stepsByCommit(history.timeline).get(at.commit)!
    return createChange(change, { ...at, component, step })
  })
  return { count, changes }
}

/** See `readSecond`. */
export const secondWork = historyWork(
  'second',
  (logged, { seconds, filter, start, size }: SecondAsked, { store }): FoundSecond => {
    const find = (): FoundSecond => {
      const hits = findHits(byRepository(logged), seconds, filter)
      const from = Math.max(0, start)
      if (filter.unit === undefined)
        return { count: hits.length, entries: readHits(hits.slice(from, from + size)) }
      const entries = readHits(hits, filter.unit)
      return { count: entries.length, entries: entries.slice(from, from + size) }
    }
    const steps = logged.flatMap(({ component, history }) =>
      stepsBetween(history, seconds, seconds).map((step) => [
        placeOf(component),
        history.log.keyOf(step),
      ]),
    )
    if (steps.some(([, key]) => key === undefined)) return find()
    const key = digestOf([steps, keyOf(filter), start, size])
    return remember(store.bucket({ name: 'seconds' }), key, find)
  },
)

/** Counts the entries of some steps that match a list's filter, whatever their time. Rejects as `readSecond` does. */
export function countSteps(
  steps: Second['steps'],
  filter: ChangeFilter,
  signal?: AbortSignal,
): Promise<number> {
  const request = {
    filter,
    steps: steps.map(({ component, step }) => [placeOf(component), step] as const),
  }
  const logged = new Map(steps.map(({ component, history }) => [component, { component, history }]))
  return steps[0]!.history.ask(countWork, [...logged.values()], request, { signal })
}

interface CountAsked {
  readonly steps: readonly (readonly [place: string, step: number])[]
  readonly filter: ChangeFilter
}

/** See `countSteps`. */
export const countWork = historyWork('count', (logged, { steps, filter }: CountAsked) => {
  const logs = new Map(logged.map(({ component, history }) => [placeOf(component), history.log]))
  return steps.reduce((sum, [place, step]) => sum + countOf(logs.get(place)!.runs(step), filter), 0)
})

interface Hit {
  readonly segment: Segment
  readonly offset: number
  readonly language: string
}

/** Returns the entries of a second that match a list's filter, newest first. Throws RepositoryError. */
function findHits(
  repositories: readonly (readonly LoggedComponent[])[],
  seconds: number,
  filter: ChangeFilter,
): Hit[] {
  const { after = -Infinity, before = Infinity } = filter
  const hits: Hit[] = []
  for (const segment of segmentsOf(repositories, seconds)) {
    if (!isSelected(segment, filter)) continue
    let offset = 0
    for (const run of segment.runs) {
      for (const end = offset + run.count; offset < end; offset++) {
        const micros = seconds * 1e6 + Math.min(segment.index + offset, 999_999)
        const isHit = passes(run, filter) && micros >= after && micros <= before
        if (isHit) hits.push({ segment, offset, language: run.language })
      }
    }
  }
  return hits.reverse()
}

/** Reads entries of one second in order, or those of a unit, each segment once. Throws RepositoryError. */
function readHits(hits: readonly Hit[], unit?: UnitAtTime): FoundEntry[] {
  const entries: FoundEntry[] = []
  for (let at = 0; at < hits.length; ) {
    const { segment, language } = hits[at]!
    let end = at
    let only: string | undefined = language
    for (; hits[end]?.segment === segment; end++) {
      if (hits[end]!.language !== language) only = undefined
    }
    const { of } = namingOf(segment.component.config)
    for (const entry of readSegment(segment, hits.slice(at, end), only)) {
      const isWanted =
        unit === undefined || (entry.change.unit && of(entry.change.unit) === of(unit))
      if (isWanted) entries.push(entry)
    }
    at = end
  }
  return entries
}

/** Returns entries of a segment, all of one language if it is given. Throws RepositoryError for unreadable objects. */
function readSegment(
  { component, history, step, runs, commit, number, index }: Segment,
  hits: readonly Pick<Hit, 'offset'>[],
  language: string | undefined,
): FoundEntry[] {
  const changes = history.log.changes(step, language)
  // Entries of one language are consecutive.
  const first = runs.findIndex((run) => run.language === language)
  const isWhole = language === undefined || changes.length === countRuns(runs)
  const base = isWhole ? 0 : countRuns(runs.slice(0, first))
  const { seconds } = history.timeline.steps[step]!
  return hits.map(({ offset }) => ({
    change: changes[offset - base]!,
    of: placeOf(component),
    at: {
      id: (seconds - SECONDS_TO_2000) * NUMBERS_PER_SECOND + number + offset,
      commit,
      seconds,
      index: index + offset,
    },
  }))
}
