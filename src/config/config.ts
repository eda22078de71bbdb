import type { ComponentFields } from './component-fields.ts'
import type { CategoryFields, ProjectFields, SharedFields, SiteFields } from './fields.ts'

/**
 * What the configuration file says, checked, with every default filled in, and frozen: `dataDir` absolute, `baseUrl`
 * without a trailing slash.
 */
export interface Config extends SiteFields {
  readonly projects: readonly ProjectConfig[]
}

/** How a state is computed: from the served commit alone, as a fresh import sees it, or from those before it too. */
export type StateFrom = SharedFields['stateFrom']

/** A project; what it sets for its components stands in each of them. */
export interface ProjectConfig extends Omit<ProjectFields, keyof SharedFields> {
  /** All of them, each after the one that it is in. */
  readonly categories: readonly CategoryConfig[]
  readonly components: readonly ComponentConfig[]
}

/** A group of components of a project, possibly within another one. */
export interface CategoryConfig extends CategoryFields {
  /** Its place in the project: the slugs from the outermost category to this one, joined with `/`. */
  readonly path: string
}

/**
 * A component. `repo` is an address or path as configured (a local path absolute), or `local:`, but never `weblate://`,
 * which `linkedComponent` replaces. It may hold credentials: never show it.
 */
export interface ComponentConfig extends ComponentFields {
  /** `project/component` whose repository this one shares, from `weblate://project/component`. */
  readonly linkedComponent: string | undefined
}
