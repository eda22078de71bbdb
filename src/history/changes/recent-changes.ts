import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import { stepsBetween } from './segments.ts'
import { CONTENT_ACTIONS, countRuns } from './step-change.ts'

/** Weblate's window of `recent_changes`, in seconds. */
const RECENT_SECONDS = 6 * 3600

/**
 * Counts, by language, how often the contents of each translation with a file changed within the six hours before its
 * last change. Reads the steps of those hours that nobody has counted. Throws RepositoryError for unreadable objects.
 */
export const recentWork = historyWork(
  'recent',
  ([logged]: readonly Pick<LoggedComponent, 'history'>[]): ReadonlyMap<string, number> => {
    const { timeline, log } = logged!.history
    const counts = new Map<string, number>()
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
        if (!log.concerns(index, code)) continue
        const runs = log.runs(index)
        sum += countRuns(
          runs.filter(({ action, language }) => language === code && CONTENT_ACTIONS.has(action)),
        )
      }
      counts.set(code, sum)
    }
    return counts
  },
)
