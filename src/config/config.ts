/** What the configuration file says, checked, with every default filled in, and frozen. */

export interface Config {
  /** Folder for clones and derived data, absolute. */
  readonly dataDir: string
  /** Public address without a trailing slash; undefined: the origin that the client used. */
  readonly baseUrl: string | undefined
  readonly siteTitle: string
  /** Addresses or CIDR ranges whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[]
  /** How long caches may use an answer without asking, and after that while they ask, in seconds. */
  readonly maxAge: number
  readonly staleWhileRevalidate: number
  /** Largest Git object that is read, in bytes. */
  readonly maxObjectBytes: number
  /** Whether authors of commits are shown. */
  readonly authors: boolean
  /** Names and addresses of programs that commit, beside the known ones; `*` stands for any text. */
  readonly bots: readonly string[]
  readonly projects: readonly ProjectConfig[]
}

/** How a state is computed: from the served commit alone, as a fresh import sees it. */
export type StateFrom = 'commit' | 'follow' | 'mirror'

/** A project with every default filled in. */
export interface ProjectConfig {
  readonly slug: string
  readonly name: string
  readonly web: string
  readonly instructions: string
  /** `file_code:weblate_code`, comma separated. */
  readonly languageAliases: string
  readonly checkFlags: string
  readonly enableHooks: boolean
  /** All of them, each after the one that it is in. */
  readonly categories: readonly CategoryConfig[]
  readonly components: readonly ComponentConfig[]
}

/** A group of components of a project, possibly within another one. */
export interface CategoryConfig {
  readonly slug: string
  readonly name: string
  /** Its place in the project: the slugs from the outermost category to this one, joined with `/`. */
  readonly path: string
}

/** A component with every default filled in. */
export interface ComponentConfig {
  readonly slug: string
  readonly name: string
  /** Path of the category that it is in; `''`: in none. */
  readonly category: string
  /** Slugs of other projects that it is shared into. */
  readonly links: readonly string[]
  readonly vcs: 'git' | 'local'
  /** Address or path as configured (a local path absolute); `local:`; never `weblate://`, which `linkedComponent` replaces. May hold credentials: never show it. */
  readonly repo: string
  /** `''`: the remote's default branch. */
  readonly branch: string
  /** `project/component` whose repository this one shares, from `weblate://project/component`. */
  readonly linkedComponent: string | undefined
  readonly filemask: string
  readonly template: string
  readonly editTemplate: boolean
  readonly intermediate: string
  readonly newBase: string
  readonly fileFormat: string
  readonly sourceLanguage: string
  readonly languageRegex: string
  readonly keyFilter: string
  readonly license: string
  readonly newLang: string
  readonly languageCodeStyle: string
  readonly checkFlags: string
  readonly priority: number
  readonly repoweb: string
  readonly reportSourceBugs: string
  readonly agreement: string
  readonly isGlossary: boolean
  readonly glossaryColor: string
  readonly allowTranslationPropagation: boolean
  readonly manageUnits: boolean
  readonly enableSuggestions: boolean
  readonly suggestionVoting: boolean
  readonly suggestionAutoaccept: number
  readonly pushBranch: string
  readonly push: string
  readonly screenshotFilemask: string
  readonly variantRegex: string
  readonly restricted: boolean
  readonly enforcedChecks: readonly string[]
  readonly mergeStyle: string
  readonly pushOnCommit: boolean
  readonly commitPendingAge: number
  readonly autoLockError: boolean
  readonly stateFrom: StateFrom
  /** A commit id; `''`: the first commit that a Weblate signed. */
  readonly mirrorBaseline: string
  /** Seconds between two looks at the remote. */
  readonly updateInterval: number
}
