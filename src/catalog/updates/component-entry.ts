import { withoutCredentials } from '../../address.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import type { Completeness } from '../../git/commit.ts'
import type { Source } from '../../git/source.ts'
import type { Alert } from '../model.ts'
import { pathInProject } from '../paths.ts'
import { type ComponentState, NO_HISTORY } from '../view/component-state.ts'
import { type EntryChange, type EntryState, transition } from './transition.ts'

/** What happens while repositories are cloned and components are read; `component` is `project/component`. */
export type CatalogEvent =
  /** Its units are known, and so are all counts of them. */
  | {
      readonly type: 'ready'
      readonly component: string
      readonly translations: number
      readonly units: number
      readonly milliseconds: number
    }
  /** For the first time its history is known too, as far as it can be. */
  | { readonly type: 'history'; readonly component: string; readonly completeness: Completeness }
  | {
      readonly type: 'progress' | 'notice' | 'alert'
      readonly component: string
      readonly message: string
    }
  /** A remote was looked at for the sake of a component and others; an error says why in vain. */
  | {
      readonly type: 'fetched'
      readonly component: string
      readonly milliseconds: number
      readonly error: string | undefined
    }
  /** A mistake of ours: the component has an alert, all others are served. */
  | { readonly type: 'failed'; readonly component: string; readonly error: unknown }

/** A configured component and what is known of it now. */
export interface ComponentEntry {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  /** `project/component` */
  readonly path: string
  /** Undefined for a component without a repository. */
  readonly source: Source | undefined
  readonly state: EntryState
  /**
   * Applies a change that was worked out for the latest commit as it was then; of another commit it is dropped. Returns
   * whether that changed the state.
   */
  apply(expectedCommit: string | undefined, change: EntryChange): boolean
}

/** A component, by default one that nothing is known of yet; without a source where it has no repository. */
export function createEntry(
  project: ProjectConfig,
  config: ComponentConfig,
  source: Source | undefined,
  known?: EntryState,
): ComponentEntry {
  const nothing: ComponentState = {
    branch: config.branch,
    repo: withoutCredentials(config.repo),
    commit: undefined,
    content: undefined,
    alert: undefined,
    ...NO_HISTORY,
  }
  let state = known ?? { latest: nothing, served: nothing }
  return {
    project,
    config,
    path: `${project.slug}/${pathInProject(config)}`,
    source,
    get state() {
      return state
    },
    apply(expectedCommit, change) {
      const before = state
      if (before.latest.commit?.oid !== expectedCommit) return false
      state = transition(before, change)
      return state !== before
    },
  }
}

/** What is served beside, or instead of, a component that could not be read or checked. */
export function alertFor(error: unknown): Alert {
  if (error instanceof RepositoryError) {
    const { message, code } = error
    return { name: 'RepositoryError', message, filename: '', code }
  }
  return { name: 'InternalError', message: `internal error: ${String(error)}`, filename: '' }
}
