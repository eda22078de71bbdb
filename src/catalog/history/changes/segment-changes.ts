import { type Change, createChange } from './change.ts'
import { type ChangeFilter, isSelected, passes } from './change-filter.ts'
import { type LoggedComponent, type Segment, segmentsOf } from './segments.ts'
import type { Wanted } from './wanted.ts'

const SECONDS_TO_2000 = 946_684_800
const NUMBERS_PER_SECOND = 2 ** 22

/** When the entry of an id was logged, in seconds since 1970, and its number among all entries of that second. */
export function placeOfId(id: number): { readonly seconds: number; readonly number: number } {
  const seconds = Math.floor(id / NUMBERS_PER_SECOND) + SECONDS_TO_2000
  return { seconds, number: id - (seconds - SECONDS_TO_2000) * NUMBERS_PER_SECOND }
}

/** What one second has of a list: how many entries, and those that are wanted, newest first. */
export interface SecondPart {
  readonly count: number
  readonly changes: readonly Change[]
}

/** A part of a list. */
export interface SecondOptions extends Wanted {
  readonly filter: ChangeFilter
}

/** What a second has of a list. A part that begins before it begins with it. Throws RepositoryError for unreadable objects. */
export function readSecond(
  repositories: readonly (readonly LoggedComponent[])[],
  seconds: number,
  { filter, start, size }: SecondOptions,
): SecondPart {
  const hits = findHits(repositories, seconds, filter)
  const from = Math.max(0, start)
  return { count: hits.length, changes: readHits(hits.slice(from, from + size)) }
}

/** An entry of a segment. */
interface Hit {
  readonly segment: Segment
  readonly offset: number
  readonly language: string
}

/** The entries of a second in a list, newest first. Throws RepositoryError. */
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

/** Reads entries of one second in their order; each segment once. Throws RepositoryError for unreadable objects. */
function readHits(hits: readonly Hit[]): Change[] {
  const changes: Change[] = []
  for (let at = 0; at < hits.length; ) {
    const { segment, language } = hits[at]!
    let end = at
    let only: string | undefined = language
    for (; hits[end]?.segment === segment; end++) {
      if (hits[end]!.language !== language) only = undefined
    }
    changes.push(...readSegment(segment, hits.slice(at, end), only))
    at = end
  }
  return changes
}

/** Entries of a segment, all of one language where that is given. Throws RepositoryError for unreadable objects. */
function readSegment(
  { component, history, step, runs, commit, number, index }: Segment,
  hits: readonly Pick<Hit, 'offset'>[],
  language: string | undefined,
): Change[] {
  const offsets = hits.map(({ offset }) => offset)
  const entries = history.log.entries(step, { offsets, language, runs })
  const { seconds } = history.timeline.steps[step]!
  return offsets.map((offset, at) =>
    createChange(entries[at]!, {
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
