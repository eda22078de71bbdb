import { RepositoryError } from '../../../errors.ts'
import { placeOf } from '../../paths.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { sourceId } from '../../unit.ts'
import type { ComponentHistory, HistoryOf } from '../component-history.ts'
import { isMerge } from '../unit-history/merged-side.ts'
import type { Written } from '../unit-history/revision.ts'
import { writersOf } from '../unit-history/writer.ts'
import type { Change } from './change.ts'

/**
 * Replaces the commit in changes of units that a merge brought by the commit that wrote them. The merge stays if that
 * commit cannot be found.
 */
export type NameMergedAuthors = (
  changes: readonly Change[],
  signal?: AbortSignal,
) => Promise<readonly Change[]>

export function createMergedAuthors(historyOf: HistoryOf): NameMergedAuthors {
  return async (changes, signal) => {
    const writers = new Map<Change, string>()
    for (const { history, component, changes: fileChanges, ...written } of groupByFile(
      changes,
      historyOf,
    )) {
      try {
        const [commits = []] = await writersOf([written], { component, history }, signal)
        for (const [index, change] of fileChanges.entries()) writers.set(change, commits[index]!)
      } catch (error) {
        if (!(error instanceof RepositoryError)) throw error
      }
    }
    return changes.map((change) => {
      const authorCommit = writers.get(change)
      return authorCommit === undefined ? change : { ...change, authorCommit }
    })
  }
}

interface WrittenChanges extends Written {
  readonly history: ComponentHistory
  readonly component: Change['component']
  /** In the order of `keys`. */
  readonly changes: readonly Change[]
}

/** Handles the units that merges brought file by file, so that each version of a file is read once for all of them. */
function groupByFile(changes: readonly Change[], historyOf: HistoryOf): readonly WrittenChanges[] {
  const groups = new Map<
    string,
    WrittenChanges & { keys: Written['keys'][number][]; changes: Change[] }
  >()
  for (const change of changes) {
    const { component, commit, context, languageCode = '', step } = change
    const history = historyOf(component)
    if (history === undefined || context === undefined || !isMerge(history.repository, commit))
      continue
    const name = JSON.stringify([placeOf(component), step, languageCode])
    const group = groups.get(name) ?? {
      history,
      component,
      step: history.timeline.steps[step]!,
      languageCode,
      keys: [],
      changes: [],
    }
    groups.set(name, group)
    const { config } = component
    const source =
      config.template === '' ? sourceId(String(change.details['source']), formatOf(config)) : ''
    group.keys.push({ context, source })
    group.changes.push(change)
  }
  return [...groups.values()]
}
