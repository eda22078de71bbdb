import type { HistoryGroup, HistoryRows, WalkMode } from '../../git/history/history.ts'
import { literalPattern } from '../../git/history/path-matcher.ts'
import type { Repository } from '../../git/repository.ts'
import type { Store } from '../../storage/store.ts'
import type { Component } from '../model.ts'
import { matchesIn, matchOptions } from '../reading/component.ts'
import { fileTreeOfCommit } from '../reading/file-tree.ts'
import { pathInGit, type ReadOptions } from '../reading/translation-file.ts'
import type { ComponentLog } from './changes/component-log.ts'
import type { Derive } from './derive.ts'
import type { Timeline } from './timeline/timeline.ts'
import type { UnitReader } from './timeline/unit-reader.ts'

/**
 * How much of the history is read: nothing, what states and outdated strings need, or all, which adds who changed what
 * last and how much changed lately.
 */
export type HistoryScope = 'none' | 'states' | 'all'

/** Sources that translations were made from, by language and context. */
export type PreviousSources = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The history behind a commit of a component. */
export interface ComponentHistory {
  readonly repository: Repository
  readonly timeline: Timeline
  /** Reads translations at the steps of the timeline. */
  readonly reader: UnitReader
  /**
   * Units that need editing though their files cannot say so, by language and context: the sources that they were
   * translated from. Undefined where states are those of the files.
   */
  readonly outdated: PreviousSources | undefined
  /** The same after a step of the timeline; of a mirror it is known after the last one only. */
  outdatedAt(step: number): PreviousSources | undefined
  /** What each step logged. */
  readonly log: ComponentLog
  /** Where what is derived from it is kept. */
  readonly store: Store
  /** Runs what takes long where nothing waits for it. */
  readonly derive: Derive
  /** Rows of the component's files behind the served commit. Rejects with RepositoryError, also once the catalog is closed. */
  rows(mode: WalkMode): Promise<HistoryRows>
}

/** The history behind the commit of a component that is in some view; undefined until it was read. */
export type HistoryOf = (component: Component) => ComponentHistory | undefined

/**
 * The paths whose history counts: the masks of a component, and where links at a commit lead; those of folders end with a slash.
 */
export function historyGroup(
  name: string,
  {
    component,
    repository,
    commit,
  }: {
    component: Pick<ReadOptions, 'config' | 'project'>
    repository: Repository
    commit: string
  },
): HistoryGroup {
  const { config } = component
  const { filemask, template, intermediate } = config
  const { sourceFile = '' } = matchOptions(component)
  const tree = fileTreeOfCommit(repository, repository.readCommit(commit).tree)
  const { files, intermediate: between } = matchesIn(tree, { ...component, repository }, [])
  const linked = files.flatMap(({ path, real }) =>
    real === undefined || real.path === path ? [] : [real.path],
  )
  if (between !== undefined && between.path !== intermediate) linked.push(between.path)
  const paths = [template, intermediate, sourceFile, ...linked.sort()].filter((path) => path !== '')
  const patterns = [
    pathInGit(filemask, config).split('/'),
    ...paths.map((path) => literalPattern(pathInGit(path, config))),
  ]
  return { name, patterns }
}
