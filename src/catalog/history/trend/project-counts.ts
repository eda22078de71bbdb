import { type Bucket, remember, type Store } from '../../../storage/store.ts'
import type { ReadComponent } from '../../checking/check-each.ts'
import { checkProject } from '../../checking/check-project.ts'
import type { Component, Project } from '../../model.ts'
import { pathInProject } from '../../paths.ts'
import type { Library } from '../../reading/library.ts'
import type { ComponentHistory } from '../component-history.ts'
import { contentAt, type Unreadable } from './content-at.ts'

/** Units of one translation: all, translated, needing editing, with failing checks. */
export type Counts = readonly [total: number, translated: number, fuzzy: number, failing: number]

/** A project after some steps of its components. */
export interface ProjectCounts {
  /** By the component's path in the project, then by language code. */
  readonly components: Readonly<Record<string, Readonly<Record<string, Counts>>>>
  readonly unreadable: readonly Unreadable[]
}

/** A component and a step of its timeline. */
export interface Position {
  readonly component: Component
  readonly history: ComponentHistory
  readonly index: number
}

/** Where counts are kept. */
export function storedCounts(store: Store): Bucket<ProjectCounts> {
  return store.bucket({ name: 'trends' })
}

/** Counts a project whose components stand at these positions, unless the store has them under the key. */
export function knownCounts(
  project: Project,
  positions: readonly Position[],
  {
    key,
    store,
    library,
  }: { readonly key: string; readonly store: Store; readonly library: Library },
): ProjectCounts {
  return remember(storedCounts(store), key, () => countProject(project, positions, library))
}

function countProject(
  project: Project,
  positions: readonly Position[],
  library: Library,
): ProjectCounts {
  const unreadable: Unreadable[] = []
  const read: ReadComponent[] = []
  for (const { component, history, index } of positions) {
    const content = contentAt(component, history, { index, unreadable, library })
    read.push({ config: component.config, content })
  }
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
