import PQueue from 'p-queue'
import { RepositoryError } from '../../../errors.ts'
import { runYielding } from '../../../run-yielding.ts'
import type { Store } from '../../../storage/store.ts'
import { checkProject, type ReadComponent } from '../../checking/check-project.ts'
import { digestOf } from '../../digest.ts'
import type { Component, Project } from '../../model.ts'
import { pathInProject } from '../../paths.ts'
import type { Library } from '../../reading/library.ts'
import type { ComponentHistory, HistoryOf } from '../component-history.ts'
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

/** Counts of projects as they were. */
export interface Trends {
  readonly historyOf: HistoryOf
  /** What was counted already; undefined where it has to be computed. */
  known(project: Project, positions: readonly Position[]): ProjectCounts | undefined
  /**
   * Counts a project whose components stand at these positions: as they are served, but for files that could not be
   * read, which count as they were before that. One after the other, in the order in which they are asked for; undefined
   * for what was not begun when `isWanted` had become false, and when objects cannot be read.
   */
  count(
    project: Project,
    positions: readonly Position[],
    isWanted: () => boolean,
  ): Promise<ProjectCounts | undefined>
  /** Settles when nothing is being counted any more. */
  close(): Promise<void>
}

/** Trends that are kept in a store. */
export function createTrends({
  historyOf,
  store,
  library,
}: {
  readonly historyOf: HistoryOf
  readonly store: Store
  readonly library: Library
}): Trends {
  const stored = store.bucket<ProjectCounts>({ name: 'trends', version: 1 })
  const pending = new Map<string, Promise<ProjectCounts | undefined>>()
  const queue = new PQueue({ concurrency: 1 })
  let isClosed = false

  async function compute(
    key: string,
    project: Project,
    positions: readonly Position[],
  ): Promise<ProjectCounts | undefined> {
    try {
      const counts = await runYielding(countProject(project, positions, library))
      stored.set(key, counts)
      return counts
    } catch (error) {
      // Missing or damaged objects hide how it was then.
      if (error instanceof RepositoryError) return undefined
      throw error
    }
  }

  return {
    historyOf,
    known: (project, positions) => stored.get(keyOf(project, positions)),
    count(project, positions, isWanted) {
      const key = keyOf(project, positions)
      const coming = pending.get(key)
      if (coming !== undefined) return coming
      const next = queue
        .add(async () => {
          if (isClosed || !isWanted()) return undefined
          return stored.get(key) ?? compute(key, project, positions)
        })
        .finally(() => pending.delete(key))
      pending.set(key, next)
      return next
    },
    async close() {
      isClosed = true
      await queue.onIdle()
    },
  }
}

/** The same settings and commits give the same key. */
function keyOf({ config }: Project, positions: readonly Position[]): string {
  const commits = positions.map(({ component, history, index }) => [
    pathInProject(component.config),
    history.timeline.steps[index]?.commit,
    history.timeline.completeness,
  ])
  return digestOf([config, commits])
}

function* countProject(
  project: Project,
  positions: readonly Position[],
  library: Library,
): Generator<void, ProjectCounts> {
  const unreadable: Unreadable[] = []
  const read: ReadComponent[] = []
  for (const { component, history, index } of positions) {
    const content = yield* contentAt(component, history, { index, unreadable, library })
    read.push({ config: component.config, content })
  }
  const checked = yield* checkProject(project.config, read, { library })
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
