import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { Commit } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'

/** Finds the components of a project at a commit; `notes` say what was left out and why. Rejects with RepositoryError, and with the signal's reason. */
export type FindComponents = (
  project: ProjectConfig,
  at: { readonly repository: Repository; readonly commit: Commit },
  signal?: AbortSignal,
) => Promise<{
  readonly components: readonly ComponentConfig[]
  readonly notes: readonly string[]
}>
