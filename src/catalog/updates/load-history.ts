import type { ProjectConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import type { RepositoryHistory } from '../history/repository-history.ts'
import type { CatalogEvent, Member } from './component-entry.ts'

/**
 * Finds out what came before the served commits of a repository's members. Returns whether that is news, and the
 * projects whose states it changed, which are to be published again; what cannot be read is said, and what was known stays.
 */
export async function rememberMembers(
  members: readonly Member[],
  pasts: RepositoryHistory,
  onEvent: ((event: CatalogEvent) => void) | undefined,
): Promise<{ readonly isNews: boolean; readonly projects: ReadonlySet<ProjectConfig> }> {
  const repository = members[0]?.source?.repository
  const projects = new Set<ProjectConfig>()
  if (repository === undefined) return { isNews: false, projects }
  const read = members.flatMap((member) => {
    const { path, project, config, state } = member
    const { commit, past } = state
    return commit === undefined ? [] : [{ member, path, project, config, commit, past }]
  })
  try {
    const found = await pasts.update(repository, read)
    for (const { member, path, project, commit } of read) {
      const past = found.get(path)
      if (past === undefined || member.state.commit !== commit) continue
      member.state = { ...member.state, past, recent: undefined, times: undefined }
      // Where states depend on it, it is published with them.
      if (past.outdated !== undefined) projects.add(project)
      else if (member.published.commit === commit) {
        member.published = { ...member.published, past, recent: undefined, times: undefined }
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
