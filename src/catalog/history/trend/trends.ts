import { oncePer } from '../../../cache.ts'
import type { Store } from '../../../storage/store.ts'
import { digestOf } from '../../digest.ts'
import type { Project } from '../../model.ts'
import { pathInProject, placeOf } from '../../paths.ts'
import { unlessDamaged } from '../../updates/unless-damaged.ts'
import type { HistoryOf } from '../component-history.ts'
import { countsWork, type Position, type ProjectCounts, storedCounts } from './project-counts.ts'

/** Counts of projects in the past. */
export interface Trends {
  readonly historyOf: HistoryOf
  /** Returns known counts, see `count`. */
  known(project: Project, positions: readonly Position[]): ProjectCounts | undefined
  /**
   * Counts a project with its components at these positions. A broken file counts as its last good version. Undefined
   * if objects cannot be read.
   */
  count(project: Project, positions: readonly Position[]): Promise<ProjectCounts | undefined>
}

/** Creates trends that keep counts in a store. */
export function createTrends({
  historyOf,
  store,
}: {
  readonly historyOf: HistoryOf
  readonly store: Store
}): Trends {
  const stored = storedCounts(store)
  return {
    historyOf,
    known: (project, positions) => stored.get(keyOf(project, positions)),
    async count(project, positions) {
      const key = keyOf(project, positions)
      const steps = positions.map(({ component, index }) => [placeOf(component), index] as const)
      const logged = positions.map(({ component, history }) => ({ component, history }))
      const [first] = logged
      if (first === undefined) return { components: {}, unreadable: [] }
      return unlessDamaged(
        async () =>
          stored.get(key) ??
          // Missing or damaged objects hide the counts of that time.
          (await first.history.ask(countsWork, logged, { key, steps }, { background: true })),
      )
    },
  }
}

/** Equal settings and commits have equal keys. */
function keyOf({ config }: Project, positions: readonly Position[]): string {
  const commits = positions.map(({ component, history, index }) => [
    pathInProject(component.config),
    history.timeline.steps[index]?.commit,
    history.timeline.completeness,
  ])
  return digestOf([settingsKey(config).key, commits])
}

const settingsKey = oncePer((config: Project['config']) => ({ key: digestOf(config) }))
