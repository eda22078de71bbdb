import type { Completeness } from '../../git/commit.ts'
import { groupBy } from '../../group-by.ts'
import type { Component, Project } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import type { ComponentHistory, HistoryOf } from '../component-history.ts'
import { completenessOf } from '../timeline/completeness.ts'
import { stepAt } from '../timeline/timeline.ts'
import { unlessDamaged } from '../unless-damaged.ts'
import {
  add,
  type Counts,
  type CountsAsked,
  countsWork,
  NOTHING,
  type PartCounts,
  type Unreadable,
} from './project-counts.ts'

/** The subject of a trend. */
export interface TrendScope {
  readonly components: readonly Component[]
  /** Counts one language only. */
  readonly languageCode?: string
}

interface TrendPoint {
  /** Seconds since 1970. */
  readonly seconds: number
  /** The step of the component; undefined for several components, and before the first step. */
  readonly commit: string | undefined
  /** Undefined if not known, or not known yet. */
  readonly counts: Counts | undefined
}

/** Counts over time, as far as they are known. */
export interface Trend {
  /** Oldest first. */
  readonly points: readonly TrendPoint[]
  /** Whether everything that can be known is computed; otherwise a later call returns more. */
  readonly isComplete: boolean
  /** Completeness of all components together, see `completenessOf`. */
  readonly completeness: Completeness | undefined
  readonly unreadable: readonly Unreadable[]
}

/** Returns the first and the last second of some known histories; undefined if none is known. */
export function spanOf(
  histories: readonly (ComponentHistory | undefined)[],
): { readonly from: number; readonly to: number } | undefined {
  let [from, to] = [Infinity, -Infinity]
  for (const history of histories) {
    for (const { seconds } of history?.timeline.steps ?? []) {
      from = Math.min(from, seconds)
      to = Math.max(to, seconds)
    }
  }
  return from > to ? undefined : { from, to }
}

/** Returns `points` evenly spaced times, the first `from`, the last `to`; only `to` for a single point. */
export function evenTimes({
  from,
  to,
  points,
}: {
  readonly from: number
  readonly to: number
  readonly points: number
}): number[] {
  if (points < 2 || from === to) return [to]
  return Array.from({ length: points }, (_, index) =>
    Math.round(from + ((to - from) * index) / (points - 1)),
  )
}

interface TrendOptions {
  readonly historyOf: HistoryOf
  readonly times: readonly number[]
  /** The time after which no further point is counted (default: none). */
  readonly milliseconds?: number
  readonly publish?: (trend: Trend) => void
  readonly signal?: AbortSignal
}

/** Counts units at some ascending times, the newest first, each component as its branch was then. Rejects when aborted. */
export async function readTrend(
  { components, languageCode }: TrendScope,
  { historyOf, times, milliseconds = Infinity, publish = () => {}, signal }: TrendOptions,
): Promise<Trend> {
  const deadline = performance.now() + milliseconds
  const byProject = [...groupBy(components, ({ project }) => project)]
  const steps =
    (components.length === 1 && components[0] && historyOf(components[0])?.timeline.steps) || []
  const commits = times.map((seconds) => steps[stepAt(steps, seconds)]?.commit)
  const countsBySeconds = new Map<number, Counts | undefined>()
  const unreadable = new Map<string, Unreadable>()
  const read = (): Trend => ({
    points: times.map((seconds, index) => {
      return { seconds, commit: commits[index], counts: countsBySeconds.get(seconds) }
    }),
    isComplete: times.every((seconds) => countsBySeconds.has(seconds)),
    completeness: completenessOf(components),
    unreadable: [...unreadable.values()].sort((a, b) => b.seconds - a.seconds),
  })
  let left = times.toReversed()
  while (left.length > 0 && performance.now() <= deadline) {
    signal?.throwIfAborted()
    const byPart = await Promise.all(
      byProject.map(([project, selected]) => {
        const places = selected.map(placeOf)
        return countsOf(project, historyOf, { times: left, places, languageCode })
      }),
    )
    const counted = Math.min(...byPart.map(({ length }) => length))
    for (const [index, seconds] of left.slice(0, counted).entries()) {
      const parts = byPart.map((part) => part[index])
      for (const file of parts.flatMap((part) => part?.unreadable ?? [])) {
        unreadable.set(`${file.commit} ${file.filename}`, file)
      }
      countsBySeconds.set(seconds, sumOf(parts))
    }
    left = left.slice(counted)
    publish(read())
  }
  return read()
}

/**
 * Returns the counts of a part of a project at the first of some times, at least one; undefined if objects are missing or
 * damaged.
 */
async function countsOf(
  project: Project,
  historyOf: HistoryOf,
  asked: CountsAsked,
): Promise<readonly (PartCounts | undefined)[]> {
  const logged = project.components.flatMap((component) => {
    const history = historyOf(component)
    return history === undefined ? [] : [{ component, history }]
  })
  const [first] = logged
  if (first === undefined) return asked.times.map(() => ({ counts: NOTHING, unreadable: [] }))
  const ask = () => first.history.ask(countsWork, logged, asked, { background: true })
  return (await unlessDamaged(ask)) ?? [undefined]
}

/** Sums the counts of parts; undefined if a part is unknown. */
function sumOf(parts: readonly (PartCounts | undefined)[]): Counts | undefined {
  let sum = NOTHING
  for (const part of parts) {
    if (part?.counts === undefined) return undefined
    sum = add(sum, part.counts)
  }
  return sum
}
