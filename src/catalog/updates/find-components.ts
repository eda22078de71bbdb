import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { Commit } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import type { Source } from '../../git/source.ts'
import { alertFor, type CatalogEvent } from './component-entry.ts'
import type { ComponentEntries } from './entries.ts'
import { headOf } from './read-entry.ts'

/** What was found in the repository of a project that names no components. */
export interface FoundComponents {
  readonly components: readonly ComponentConfig[]
  /** What was left out and why, in lines for people. */
  readonly notes: readonly string[]
}

/**
 * Finds the components of a project at a commit. Rejects with RepositoryError where the repository cannot be read, and
 * with the signal's reason.
 */
export type FindComponents = (
  project: ProjectConfig,
  at: { readonly repository: Repository; readonly commit: Commit },
  signal?: AbortSignal,
) => Promise<FoundComponents>

interface FinderOptions {
  readonly entries: ComponentEntries
  readonly findComponents: FindComponents | undefined
}

/**
 * Finds the components of the projects in a source that name none, at a commit where that was not done. Where they cannot
 * be found, those that are known stay. Returns whether anything changed.
 */
export async function findProjects(
  source: Source,
  { entries, findComponents }: FinderOptions,
  tell: (event: CatalogEvent) => void,
): Promise<boolean> {
  let hasChanged = false
  for (const project of entries.discovered(source)) {
    const { slug: component, discover } = project
    const { commit, alert } = entries.findings(project)
    if (discover === undefined) continue
    try {
      const at = headOf(source, discover)
      if (at.commit.oid === commit && alert === undefined) continue
      if (findComponents === undefined) throw new Error('nothing finds components')
      const { components, notes } = await findComponents(project, at)
      entries.replace(project, at.commit.oid, components)
      for (const message of notes) tell({ type: 'notice', component, message })
    } catch (error) {
      const trouble = alertFor(error)
      if (trouble.message === alert?.message) continue
      entries.fail(project, trouble)
      tell({ type: 'alert', component, message: trouble.message })
    }
    hasChanged = true
  }
  return hasChanged
}
