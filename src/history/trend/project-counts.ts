import { checkProject } from '../../checking/check-project.ts'
import { libraryOf } from '../../checking/read-work.ts'
import { digestOf } from '../../model/digest.ts'
import type { Project } from '../../model/model.ts'
import { pathInProject, placeOf } from '../../model/paths.ts'
import type { Library } from '../../reading/library.ts'
import { type Bucket, remember, type Store } from '../../store/store.ts'
import { projectKey } from '../../view/view.ts'
import { historyWork } from '../ask.ts'
import type { ComponentHistory, HistoryOf, LoggedComponent } from '../component-history.ts'
import { unlessDamaged } from '../unless-damaged.ts'
import { type BrokenFile, contentAt } from './content-at.ts'

/** Numbers of units of one translation: all, translated, needing editing, with failing checks. */
export type Counts = readonly [total: number, translated: number, fuzzy: number, failing: number]

/** The counts of a project after some steps of its components. */
export interface ProjectCounts {
  /** Counts by the component's path in the project, then by language code. */
  readonly components: Readonly<Record<string, Readonly<Record<string, Counts>>>>
  readonly unreadable: readonly BrokenFile[]
}

/** A component and a step of its timeline. */
export interface Position extends LoggedComponent {
  readonly index: number
}

/** Counts of projects in the past. */
export interface Trends {
  readonly historyOf: HistoryOf
  /**
   * Returns the counts of a project with its components at these positions, or else a function that counts. A broken
   * file counts as its last good version. Undefined if objects cannot be read.
   */
  at(
    project: Project,
    positions: readonly Position[],
  ): ProjectCounts | (() => Promise<ProjectCounts | undefined>)
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
  function count({ ask }: ComponentHistory, positions: readonly Position[], key: string) {
    const steps = positions.map(({ component, index }) => [placeOf(component), index] as const)
    const logged = positions.map(({ component, history }) => ({ component, history }))
    // Missing or damaged objects hide the counts of that time.
    return unlessDamaged(() => ask(countsWork, logged, { key, steps }, { background: true }))
  }
  return {
    historyOf,
    at(project, positions) {
      const [first] = positions
      if (first === undefined) return { components: {}, unreadable: [] }
      const key = keyOf(project, positions)
      return stored.get(key) ?? (() => count(first.history, positions, key))
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
  return digestOf([projectKey(config).key, commits])
}

function storedCounts(store: Store): Bucket<ProjectCounts> {
  return store.bucket({ name: 'trends' })
}

interface CountsAsked {
  readonly key: string
  /** Steps by index of the component. */
  readonly steps: readonly (readonly [place: string, step: number])[]
}

/** Counts a project after these steps of its components, unless the store has the counts under the key. */
export const countsWork = historyWork('counts', (logged, { key, steps }: CountsAsked, { store }) =>
  remember(storedCounts(store), key, () => {
    const indexes = new Map(steps)
    const positions = logged.map((loggedComponent) => ({
      ...loggedComponent,
      index: indexes.get(placeOf(loggedComponent.component)) ?? -1,
    }))
    return countProject(logged[0]!.component.project, positions, libraryOf(store))
  }),
)

function countProject(
  project: Project,
  positions: readonly Position[],
  library: Library,
): ProjectCounts {
  const unreadable: BrokenFile[] = []
  const read = positions.map(({ component, history, index }) =>
    contentAt(component, history, { index, unreadable, library }),
  )
  const checked = checkProject(project.config, read, { library })
  const components: [string, Readonly<Record<string, Counts>>][] = []
  for (const [config, { translations }] of checked) {
    const counts = translations.map(({ language, statistics }): [string, Counts] => {
      const { total, translated, fuzzy, failing } = statistics
      return [language.code, [total.units, translated.units, fuzzy.units, failing.units]]
    })
    components.push([pathInProject(config), Object.fromEntries(counts)])
  }
  return { components: Object.fromEntries(components), unreadable }
}
