import { type Bucket, remember, type Store } from '../../../storage/store.ts'
import { checkProject } from '../../checking/check-project.ts'
import type { Project } from '../../model.ts'
import { pathInProject, placeOf } from '../../paths.ts'
import type { Library } from '../../reading/library.ts'
import { libraryOf } from '../../updates/read-work.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import { contentAt, type Unreadable } from './content-at.ts'

/** Numbers of units of one translation: all, translated, needing editing, with failing checks. */
export type Counts = readonly [total: number, translated: number, fuzzy: number, failing: number]

/** The counts of a project after some steps of its components. */
export interface ProjectCounts {
  /** Counts by the component's path in the project, then by language code. */
  readonly components: Readonly<Record<string, Readonly<Record<string, Counts>>>>
  readonly unreadable: readonly Unreadable[]
}

/** A component and a step of its timeline. */
export interface Position extends LoggedComponent {
  readonly index: number
}

/** Where counts are kept. */
export function storedCounts(store: Store): Bucket<ProjectCounts> {
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
  const unreadable: Unreadable[] = []
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
