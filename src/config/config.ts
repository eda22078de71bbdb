import type { WeblateVersion } from '../weblate-version.ts'
import type { TokenConfig } from './access.ts'
import type { CheckConfig } from './check.ts'
import type { ComponentFields } from './component-fields.ts'
import type { CategoryFields, ProjectFields, SharedFields, SiteFields } from './fields.ts'

/**
 * The configuration, checked and frozen, with all defaults. `dataDir` is absolute, `baseUrl` has no trailing slash.
 */
export interface Config extends SiteFields {
  readonly check: CheckConfig
  readonly projects: readonly ProjectConfig[]
  readonly tokens: readonly TokenConfig[]
}

/** Where states come from: the served commit, as after a fresh import, or the history. */
export type StateFrom = SharedFields['stateFrom']

/** A project. Its defaults are filled into its components. */
export interface ProjectConfig extends Omit<ProjectFields, keyof SharedFields> {
  /** With that of the site. */
  readonly check: CheckConfig
  /** All categories, each after its parent. */
  readonly categories: readonly CategoryConfig[]
  readonly components: readonly ComponentConfig[]
  /** How components are found; undefined where the configuration names them. */
  readonly discover?: DiscoverConfig | undefined
}

/** How the components of a project are found in its repository, and what they share. */
export interface DiscoverConfig extends SharedFields {
  /** That of the site. */
  readonly weblate: WeblateVersion
  /** Filemasks with `*` for any text; empty: all. */
  readonly take: readonly string[]
  readonly leave: readonly string[]
  /** A path with `<component>` and `<language>`; `''`: the layouts are found. */
  readonly pattern: string
  /** For all components; of a pattern, `template`, `intermediate` and `newBase` with `<component>`. */
  readonly fields: Partial<ComponentFields>
}

/** A group of components of a project, possibly within another one. */
export interface CategoryConfig extends CategoryFields {
  /** Path in the project: the slugs from the outermost category to this one, joined with `/`. */
  readonly path: string
}

/**
 * A component. `repo` is an address or path as configured (a local path absolute), or `local:`, but never `weblate://`,
 * which `linkedComponent` replaces. It may hold credentials: never show it.
 */
export interface ComponentConfig extends ComponentFields {
  /** Version of Weblate whose answers it has: that of the site. */
  readonly weblate: WeblateVersion
  /** `project/component` whose repository this one shares, from `weblate://project/component`. */
  readonly linkedComponent: string | undefined
}
