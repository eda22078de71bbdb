import { type Change, createChange } from './change.ts'
import { type ChangeFilter, passes } from './change-filter.ts'
import { countRuns } from './runs.ts'
import { type LoggedComponent, type Segment, segmentsOf } from './segments.ts'

const SECONDS_TO_2000 = 946_684_800
const NUMBERS_PER_SECOND = 2 ** 22

/** When the entry of an id was logged, in seconds since 1970, and its number among all entries of that second. */
export function placeOfId(id: number): { readonly seconds: number; readonly number: number } {
  const seconds = Math.floor(id / NUMBERS_PER_SECOND) + SECONDS_TO_2000
  return { seconds, number: id - (seconds - SECONDS_TO_2000) * NUMBERS_PER_SECOND }
}

/** An entry of a segment. */
export interface Hit {
  readonly segment: Segment
  readonly offset: number
  readonly language: string
}

/** The entries of a second by these components that pass a filter, newest first. Throws RepositoryError. */
export function* findHits(
  repositories: readonly (readonly LoggedComponent[])[],
  seconds: number,
  {
    components,
    filter,
  }: { readonly components: readonly LoggedComponent[]; readonly filter: ChangeFilter },
): Generator<void, Hit[]> {
  const { after = -Infinity, before = Infinity } = filter
  const hits: Hit[] = []
  for (const segment of yield* segmentsOf(repositories, seconds)) {
    if (!components.some(({ component }) => component === segment.component)) continue
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

/** Reads entries of one second in their order; each segment once. Throws RepositoryError for unreadable objects. */
export function* readHits(hits: readonly Hit[]): Generator<void, Change[]> {
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

/** Entries of a segment, all of the language `only` where that is given. Throws RepositoryError for unreadable objects. */
export function* readSegment(
  { component, history, step, runs, commit, number, index }: Segment,
  hits: readonly Pick<Hit, 'offset'>[],
  only: string | undefined,
): Generator<void, Change[]> {
  const entries = yield* history.log.changes(step, only)
  const { seconds } = history.timeline.steps[step]!
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
