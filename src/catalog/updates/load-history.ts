import type { ProjectConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import type { RepositoryHistory } from '../history/repository-history.ts'
import type { CatalogEvent, ComponentEntry } from './component-entry.ts'

/**
 * Finds out what came before the served commits of a repository's entries. Returns whether that is news, and the
 * projects whose states it changed, which are to be published again; what cannot be read is said, and what was known stays.
 */
export async function loadHistory(
  entries: readonly ComponentEntry[],
  histories: RepositoryHistory,
  onEvent: ((event: CatalogEvent) => void) | undefined,
): Promise<{ readonly isNews: boolean; readonly projects: ReadonlySet<ProjectConfig> }> {
  const repository = entries[0]?.source?.repository
  const projects = new Set<ProjectConfig>()
  if (repository === undefined) return { isNews: false, projects }
  const read = entries.flatMap((entry) => {
    const { path, project, config, state } = entry
    const { commit, history } = state
    return commit === undefined ? [] : [{ entry, path, project, config, commit, history }]
  })
  try {
    const found = await histories.update(repository, read)
    for (const { entry, path, project, commit } of read) {
      const history = found.get(path)
      if (history === undefined || entry.state.commit !== commit) continue
      entry.state = { ...entry.state, history, recent: undefined, times: undefined }
      // Where states depend on it, it is published with them.
      if (history.outdated !== undefined) projects.add(project)
      else if (entry.published.commit === commit) {
        entry.published = { ...entry.published, history, recent: undefined, times: undefined }
      }
    }
    return { isNews: found.size > 0, projects }
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    for (const { path } of read) {
      onEvent?.({ type: 'alert', component: path, message: `history: ${error.message}` })
    }
    return { isNews: false, projects }
  }
}
