import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { Commit } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'

/** The components discovered in the repository of a project that configures none. */
export interface FoundComponents {
  readonly components: readonly ComponentConfig[]
  /** What was left out and why, as lines of text. */
  readonly notes: readonly string[]
}

/** Finds the components of a project at a commit. Rejects with RepositoryError, and with the signal's reason. */
export type FindComponents = (
  project: ProjectConfig,
  at: { readonly repository: Repository; readonly commit: Commit },
  signal?: AbortSignal,
) => Promise<FoundComponents>
