import { RepositoryError, unless } from '../../errors.ts'
import type { LastChange } from '../../git/commit.ts'
import { historyWork } from '../ask.ts'
import type { ComponentHistory, LoggedComponent } from '../component-history.ts'
import { findLastChanges } from './last-changes.ts'
import { stepsBetween } from './segments.ts'
import { CONTENT_ACTIONS, type Run } from './step-change.ts'

/** Who changed a component's translations last, and how much changed recently. */
interface LatestChanges {
  /** The commit that last changed each file, or those it is paired with, by file name. */
  readonly lastChanges: ReadonlyMap<string, LastChange>
  /** See `countRecent`; undefined if a damaged object hides it. */
  readonly recent: ReadonlyMap<string, number> | undefined
}

/** Finds the latest changes of a component. Rejects with RepositoryError for unreadable objects. */
export const latestWork = historyWork(
  'latest',
  async ([logged]: readonly Pick<LoggedComponent, 'history'>[]): Promise<LatestChanges> => {
    const { history } = logged!
    const { timeline, place } = history
    const { template, intermediate } = place.config
    const groups = new Map(
      timeline
        .files(timeline.steps.length - 1)
        .files.map(({ path }) => [path, [path, template, intermediate].filter(Boolean)]),
    )
    // A source without a file has no commit.
    groups.delete('')
    return {
      lastChanges: await findLastChanges(groups, history, place.commit),
      recent: unless(() => countRecent(history), RepositoryError),
    }
  },
)

/** Weblate's window of `recent_changes`, in seconds. */
const RECENT_SECONDS = 6 * 3600

/**
 * Counts, by language, how often the contents of each translation with a file changed within the six hours before its
 * last change. Reads the steps of those hours that nobody has counted. Throws RepositoryError for unreadable objects.
 */
function countRecent({ timeline, log }: ComponentHistory): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  /** The steps that were read, since languages share steps. */
  const contentsOf = new Map<number, ReadonlyMap<string, number>>()
  const tip = timeline.steps.length - 1
  for (const {
    path,
    language: { code },
  } of timeline.files(tip).files) {
    const step = path === '' ? undefined : timeline.lastTranslationChange(path, tip)
    if (step === undefined) continue
    const last = step.seconds
    let sum = 0
    for (const index of stepsBetween({ timeline, log }, last - RECENT_SECONDS, last)) {
      if (!contentsOf.has(index) && log.concerns(index, code)) {
        contentsOf.set(index, countContents(log.runs(index)))
      }
      sum += contentsOf.get(index)?.get(code) ?? 0
    }
    counts.set(code, sum)
  }
  return counts
}

/** Counts the changes of contents by language. */
function countContents(runs: readonly Run[]): ReadonlyMap<string, number> {
  const contents = new Map<string, number>()
  for (const { action, language, count } of runs) {
    if (CONTENT_ACTIONS.has(action)) contents.set(language, (contents.get(language) ?? 0) + count)
  }
  return contents
}
