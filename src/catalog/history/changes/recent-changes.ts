import type { RecentChanges } from '../../model.ts'
import type { ComponentHistory } from '../component-history.ts'
import type { Origin } from '../derive.ts'
import { countRuns } from './runs.ts'
import { stepsBetween } from './segments.ts'
import { CONTENT_ACTIONS } from './step-change.ts'

/** Weblate's window of `recent_changes`, in seconds. */
const RECENT_SECONDS = 6 * 3600

/** See `findRecentChanges`. */
export function deriveRecentChanges({
  project,
  config,
  history,
  signal,
}: Omit<Origin, 'history'> & {
  readonly history: ComponentHistory
  readonly signal?: AbortSignal | undefined
}): Promise<ReadonlyMap<string, RecentChanges>> {
  const origin = { project, config, history }
  return history.derive({ name: 'recent' }, [origin], () => findRecentChanges(history), { signal })
}

/**
 * The recent changes of each translation that has a file, by language. Reads the steps of those hours that nobody counted
 * before. Yields after each file. Throws RepositoryError for unreadable objects.
 */
export function* findRecentChanges({
  timeline,
  log,
}: Pick<ComponentHistory, 'timeline' | 'log'>): Generator<
  void,
  ReadonlyMap<string, RecentChanges>
> {
  const found = new Map<string, RecentChanges>()
  const tip = timeline.steps.length - 1
  for (const {
    path,
    language: { code },
  } of timeline.files(tip).files) {
    const step = path === '' ? undefined : timeline.lastTranslationChange(path, tip)
    if (step === undefined) continue
    const last = step.seconds
    const entries: RecentChanges['entries'][number][] = []
    for (const index of stepsBetween({ timeline, log }, last - RECENT_SECONDS, last)) {
      if (!log.concerns(index, code)) continue
      const runs = yield* log.runs(index)
      const count = countRuns(
        runs.filter(({ action, language }) => language === code && CONTENT_ACTIONS.has(action)),
      )
      if (count > 0) entries.push({ seconds: timeline.steps[index]!.seconds, count })
    }
    found.set(code, { last, entries })
    yield
  }
  return found
}

/** How often contents changed within six hours before the last change of any of these translations. */
export function countRecent(translations: readonly RecentChanges[]): number {
  const last = translations.reduce((newest, one) => Math.max(newest, one.last), -Infinity)
  let sum = 0
  for (const { entries } of translations) {
    for (const { seconds, count } of entries) if (seconds >= last - RECENT_SECONDS) sum += count
  }
  return sum
}
