import PQueue from 'p-queue'
import { oncePer } from '../../../cache.ts'
import { RepositoryError } from '../../../errors.ts'
import type { Store } from '../../../storage/store.ts'
import { digestOf } from '../../digest.ts'
import type { Project } from '../../model.ts'
import { pathInProject } from '../../paths.ts'
import type { Library } from '../../reading/library.ts'
import type { HistoryOf } from '../component-history.ts'
import { deriveHere, inputOf } from '../derive.ts'
import { knownCounts, type Position, type ProjectCounts, storedCounts } from './project-counts.ts'

/** Counts of projects as they were. */
export interface Trends {
  readonly historyOf: HistoryOf
  /**
   * Counts of a project whose components stand at these positions: as they are served, but for files that could not be
   * read, which count as they were before that. At once where they are known; else one after the other, in the order in
   * which they are asked for, with undefined for what was not begun when `isWanted` had become false, and when objects
   * cannot be read.
   */
  count(
    project: Project,
    positions: readonly Position[],
    isWanted: () => boolean,
  ): ProjectCounts | Promise<ProjectCounts | undefined>
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
  const stored = storedCounts(store)
  const pending = new Map<string, Promise<ProjectCounts | undefined>>()
  const queue = new PQueue({ concurrency: 1 })
  let isClosed = false

  async function compute(
    key: string,
    project: Project,
    positions: readonly Position[],
  ): Promise<ProjectCounts | undefined> {
    try {
      const { derive = deriveHere } = positions[0]?.history ?? {}
      const steps = positions.map(({ component, index }) => [
        pathInProject(component.config),
        index,
      ])
      return await derive(
        { name: 'trend', key, steps: Object.fromEntries(steps) },
        positions.map(inputOf),
        () => knownCounts(project, positions, { key, store, library }),
      )
    } catch (error) {
      // Missing or damaged objects hide how it was then.
      if (error instanceof RepositoryError) return undefined
      throw error
    }
  }

  return {
    historyOf,
    count(project, positions, isWanted) {
      const key = keyOf(project, positions)
      const found = stored.get(key) ?? pending.get(key)
      if (found !== undefined) return found
      if (!isWanted()) return Promise.resolve(undefined)
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
  return digestOf([settingsKey(config).key, commits])
}

const settingsKey = oncePer((config: Project['config']) => ({ key: digestOf(config) }))
