import { setTimeout } from 'node:timers/promises'
import type { Completeness } from '../../git/commit.ts'
import type { Component, Project } from '../../model/model.ts'
import { pathInProject } from '../../model/paths.ts'
import type { ComponentHistory } from '../component-history.ts'
import { completenessOf } from '../timeline/completeness.ts'
import type { Unreadable } from './content-at.ts'
import type { Counts, Position, ProjectCounts, Trends } from './project-counts.ts'

/** The subject of a trend. */
export interface TrendScope {
  readonly components: readonly Component[]
  /** Counts one language only. */
  readonly languageCode?: string
}

/** The counts at a time. */
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
  const steps = histories.flatMap((history) => history?.timeline.steps ?? [])
  const seconds = steps.map((step) => step.seconds).sort((a, b) => a - b)
  const [from] = seconds
  return from === undefined ? undefined : { from, to: seconds.at(-1)! }
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

/**
 * Counts units at some times, each component as its branch was then. Computes missing points, newest first, and returns
 * what it has after `milliseconds`. Rejects with the signal's reason when it is aborted.
 */
export async function readTrend(
  { components, languageCode }: TrendScope,
  {
    trends,
    times,
    milliseconds,
    signal,
  }: {
    readonly trends: Trends
    readonly times: readonly number[]
    readonly milliseconds: number
    readonly signal?: AbortSignal
  },
): Promise<Trend> {
  const deadline = performance.now() + milliseconds
  const owners = [...new Set(components.map(({ project }) => project))]
  const only =
    components.length === 1 ? components[0] && trends.historyOf(components[0]) : undefined
  const unreadable = new Map<string, Unreadable>()
  const points: TrendPoint[] = []
  let isComplete = true
  for (const seconds of times.toReversed()) {
    signal?.throwIfAborted()
    const isKnown = components.every((one) => isKnownAt(trends.historyOf(one), seconds))
    let counts: Counts | undefined = isKnown ? NOTHING : undefined
    for (const owner of isKnown ? owners : []) {
      const projectCounts = await countsAt(owner, { seconds, trends, deadline })
      if (projectCounts === undefined || projectCounts === 'later') {
        isComplete &&= projectCounts !== 'later'
        counts = undefined
        continue
      }
      for (const component of components.filter(({ project }) => project === owner)) {
        counts = counts && add(counts, countsOf(projectCounts, component, languageCode))
        for (const file of brokenFiles(projectCounts, component, languageCode))
          unreadable.set(`${file.commit} ${file.filename}`, file)
      }
    }
    const commit = only?.timeline.steps[stepAt(only.timeline.steps, seconds)]?.commit
    points.push({ seconds, commit, counts })
  }
  return {
    points: points.reverse(),
    isComplete,
    completeness: completenessOf(components),
    unreadable: [...unreadable.values()].sort((a, b) => b.seconds - a.seconds),
  }
}

/** Undefined if objects cannot be read; `later` if the time is up. */
async function countsAt(
  project: Project,
  {
    seconds,
    trends,
    deadline,
  }: { readonly seconds: number; readonly trends: Trends; readonly deadline: number },
): Promise<ProjectCounts | undefined | 'later'> {
  const positions = project.components.flatMap((component): Position[] => {
    const history = trends.historyOf(component)
    if (history === undefined) return []
    return [{ component, history, index: stepAt(history.timeline.steps, seconds) }]
  })
  const projectCounts = trends.at(project, positions)
  if (typeof projectCounts !== 'function') return projectCounts
  if (performance.now() > deadline) return 'later'
  const late = setTimeout(Math.max(0, deadline - performance.now()), 'later' as const, {
    ref: false,
  })
  return Promise.race([projectCounts(), late])
}

/** Returns the newest step at a time; -1 before the first. */
function stepAt(steps: readonly { readonly seconds: number }[], seconds: number): number {
  return steps.findLastIndex((step) => step.seconds <= seconds)
}

/** A shallow clone does not say what preceded its oldest commit. */
function isKnownAt(history: ComponentHistory | undefined, seconds: number): boolean {
  if (history === undefined || history.timeline.completeness.complete) return true
  return stepAt(history.timeline.steps, seconds) >= 0
}

function countsOf(
  { components }: ProjectCounts,
  { config }: Component,
  languageCode: string | undefined,
): Counts {
  const byLanguage = components[pathInProject(config)] ?? {}
  const selected =
    languageCode === undefined ? Object.values(byLanguage) : [byLanguage[languageCode] ?? NOTHING]
  return selected.reduce(add, NOTHING)
}

/** Returns what a component's counts lack: for a language, also versions of the template. */
function brokenFiles(
  { unreadable }: ProjectCounts,
  { config }: Component,
  code: string | undefined,
): Unreadable[] {
  const path = pathInProject(config)
  return unreadable.filter(
    ({ component, languageCode = code }) =>
      component === path && (code === undefined || languageCode === code),
  )
}

const NOTHING: Counts = [0, 0, 0, 0]

function add(counts: Counts, other: Counts): Counts {
  return [counts[0] + other[0], counts[1] + other[1], counts[2] + other[2], counts[3] + other[3]]
}
