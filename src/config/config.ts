import type { WeblateVersion } from '../weblate-version.ts'
import type { TokenConfig } from './access.ts'
import type { CheckConfig } from './check.ts'
import type { ComponentFields } from './component-fields.ts'
import type { CategoryFields, ProjectFields, SharedFields, SiteFields } from './fields.ts'

/** A validated, frozen configuration with all defaults. `dataDir` is absolute; `baseUrl` has no trailing slash. */
export interface Config extends SiteFields {
  readonly check: CheckConfig
  readonly projects: readonly ProjectConfig[]
  readonly tokens: readonly TokenConfig[]
}

/** Source of states: the served commit, as after a fresh import, or the history. */
export type StateFrom = SharedFields['stateFrom']

/** A project. Its defaults have been applied to its components. */
export interface ProjectConfig extends Omit<ProjectFields, keyof SharedFields> {
  /** Includes the site's settings. */
  readonly check: CheckConfig
  /** All categories, each after its parent. */
  readonly categories: readonly CategoryConfig[]
  readonly components: readonly ComponentConfig[]
  /** How to discover components; undefined if the configuration lists them. */
  readonly discover?: DiscoverConfig | undefined
}

/** How to discover the components of a project in its repository, and what they share. */
export interface DiscoverConfig extends SharedFields, DiscoverRules {
  readonly weblate: WeblateVersion
}

/** Which components to discover, and the fields that they get. */
export interface DiscoverRules {
  /** Filemask patterns in which `*` matches any text; empty for all filemasks. */
  readonly take: readonly string[]
  readonly leave: readonly string[]
  /** A path with `<component>` and `<language>`; `''` to detect the layout. */
  readonly pattern: string
  /** Fields of all components; with a pattern, `template`, `intermediate` and `newBase` may contain `<component>`. */
  readonly fields: Partial<ComponentFields>
}

/** A category of a project, possibly inside another one. */
export interface CategoryConfig extends CategoryFields {
  /** Slugs from the outermost category of the project to this one, joined with `/`. */
  readonly path: string
}

/**
 * A component. `repo` is an address or path as configured (local paths made absolute) or `local:`, but never
 * `weblate://`, which becomes `linkedComponent`. It may hold credentials: never show it.
 */
export interface ComponentConfig extends ComponentFields {
  /** The site's version of Weblate, whose answers the component gives. */
  readonly weblate: WeblateVersion
  /** `project/component` whose repository this one shares, from `weblate://project/component`. */
  readonly linkedComponent: string | undefined
}
