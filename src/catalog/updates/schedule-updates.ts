import type { Config } from '../../config/config.ts'
import type { Source } from '../../git/source.ts'
import type { HistoryScope } from '../../history/component-history.ts'
import type { SharedLooks } from '../../redis/shared.ts'
import type { CatalogEvent } from './announce.ts'
import { Schedule } from './schedule.ts'
import type { ServedProjects } from './served-projects.ts'
import { type SharedLooking, shareLooking } from './shared-looking.ts'

interface ScheduleUpdatesOptions {
  readonly config: Config
  readonly sources: ReadonlyMap<string, Source>
  readonly history?: HistoryScope
  /** Shares polls with other nodes; undefined if this node is alone. */
  readonly looks: SharedLooks | undefined
  readonly onEvent?: (event: CatalogEvent) => void
}

export function scheduleUpdates(
  served: ServedProjects,
  { config, sources, history = 'all', looks, onEvent }: ScheduleUpdatesOptions,
): Schedule {
  const pathOf = (source: Source) => served.pathIn(source)
  const looking: SharedLooking | undefined =
    looks && shareLooking(looks, sources, (source) => void schedule.check(source))
  const schedule = new Schedule({
    intervals: intervalsOf(sources, config),
    read: (source) => served.read(source),
    deriveHistory: {
      none: undefined,
      states: (source: Source) => served.readHistory(source),
      all: (source: Source) => served.readChanges(source),
    }[history],
    onHistorySettled: (source) => served.finalizeHistory(source),
    isSpared: looking?.isSpared,
    onLook(source, milliseconds) {
      looking?.report(source)
      const error = source.error?.message
      onEvent?.({ type: 'fetched', component: pathOf(source), milliseconds, error })
    },
    onFailure(source, error) {
      const component = pathOf(source)
      onEvent?.({ type: 'failed', component, error })
    },
  })
  return schedule
}

/** Returns the seconds between two polls of a source: the shortest interval of its components. */
export function intervalsOf(
  sources: ReadonlyMap<string, Source>,
  { projects }: Config,
): Map<Source, number> {
  const users = projects.flatMap(({ components, discover }) => [discover ?? [], components].flat())
  const secondsOf = (repo: string) =>
    users
      .filter((component) => component.repo === repo)
      .map((component) => component.updateInterval)
  return new Map([...sources].map(([repo, source]) => [source, Math.min(...secondsOf(repo))]))
}
