import type { CategoryConfig, ComponentConfig, ProjectConfig } from '../config/config.ts'
import type { RepositoryErrorCode } from '../errors.ts'
import type { Commit, Completeness, LastChange } from '../git/commit.ts'
import type { Language } from '../languages/language.ts'
import type { TextPosition } from '../text.ts'
import type { FailingChecks, Verdicts } from './failing-checks.ts'
import type { FileSummary } from './file-summary.ts'
import type { Count, Statistics } from './statistics.ts'
import type { Units } from './unit.ts'

/** The names of alerts. */
export const ALERT_NAMES = [
  ...(['ParseError', 'RepositoryError', 'MissingFile', 'DuplicateLanguage'] as const),
  ...(['IgnoredFile', 'RefusedText', 'UnsupportedExpression', 'InternalError'] as const),
]

/** A problem that does not stop the rest: a broken file, an unreachable remote. */
export interface Alert {
  readonly name: (typeof ALERT_NAMES)[number]
  /** What is wrong, where (`file:line:column`), and what was expected. */
  readonly message: string
  readonly filename: string
  /** Position in the file, counted from 1. */
  readonly at?: TextPosition
  /** Code of a `RepositoryError`, by which callers choose what to do. */
  readonly code?: RepositoryErrorCode
}

/** One component in one language, at one commit. */
export interface Translation extends Verdicts {
  /** Failures by gitglot's verdict that the configuration accepts. */
  readonly accepted: FailingChecks
  readonly id: () => number
  readonly component: Component
  readonly language: Language
  readonly languageId: number
  /** The code in the file name; for the template, that of the source language. */
  readonly languageCode: string
  /** Path in the repository; `''` without a file. */
  readonly filename: string
  /** Blob ids joined with commas: file, template, intermediate file; `''` without a file. */
  readonly revision: string
  readonly isTemplate: boolean
  readonly isSource: boolean
  /** Key of its units: equal keys mean equal units. */
  readonly contentKey: string
  readonly summary: FileSummary
  /** Returns its units, which may be read again at each call. Throws RepositoryError if that fails. */
  readonly units: () => Units
  readonly statistics: Statistics
  /** Units of the source file that the translation's file lacks. Pages and commands count them, Weblate does not. */
  readonly absent: Count
  readonly alert: Alert | undefined
  /** The newest commit that changed its file, the template or the intermediate file; undefined until known. */
  readonly lastChange: LastChange | undefined
}

/** When units changed according to the log, by row: in microseconds since 1970, 0 if the log does not say. */
export interface UnitTimes {
  readonly added: Float64Array
  /** When the content last changed; being added counts. */
  readonly updated: Float64Array
}

/** One translatable file set of a project, at one commit. */
export interface Component {
  readonly id: number
  readonly project: Project
  readonly config: ComponentConfig
  /** The category that holds it, if any. */
  readonly category: Category | undefined
  readonly sourceLanguage: Language
  readonly sourceLanguageId: number
  /** The served commit; undefined for a component without a repository, or while there is nothing to serve. */
  readonly commit: Commit | undefined
  /** The repository's address without credentials; for a linked component, that of its target. */
  readonly repo: string
  /** The served branch, even if the configuration leaves it to the remote. */
  readonly branch: string
  /** The source language first, then by path. */
  readonly translations: readonly Translation[]
  readonly alerts: readonly Alert[]
  /** How far back the history of the served commit is known; undefined until it is read. */
  readonly completeness: Completeness | undefined
  /** See `latestWork`; undefined until it is read. */
  readonly recent: ReadonlyMap<string, number> | undefined
  /** When its units changed, by language; undefined until asked for and read. */
  readonly times: ReadonlyMap<string, UnitTimes> | undefined
  readonly state: ReadingState
  /** Whether the history of the served commit is still being read. */
  readonly isHistoryAwaited: boolean
}

/**
 * State of a component's files: `reading` while its repository is cloned or its files are read; `ready` if there is
 * something to serve; `empty` if its settings name only files that do not exist, not even a template (the API serves an
 * empty source); `unreadable` if nothing of it can be read.
 */
export type ReadingState = 'reading' | 'ready' | 'empty' | 'unreadable'

/** A group of components of a project. */
export interface Category {
  readonly id: number
  readonly config: CategoryConfig
  readonly project: Project
  /** The category that it is in; undefined: in none. */
  readonly parent: Category | undefined
}

/** A project at one time, with its contents. */
export interface Project {
  readonly id: number
  /** Key of the content, without components shared into it and without times of units. */
  readonly key: string
  readonly config: ProjectConfig
  /** Each after its parent. */
  readonly categories: readonly Category[]
  readonly components: readonly Component[]
  /** Components of other projects that are shared into this one. They count in its statistics. */
  readonly shared: readonly Component[]
  /** At a ref, configured components without a file there. They appear in no list and count nowhere. */
  readonly absent: readonly Component[]
  /** Whether its components are still being discovered. */
  readonly reading: 'files' | undefined
  /** Why they cannot be discovered. */
  readonly alerts: readonly Alert[]
}

/** Everything that is served at one time. Immutable, so answers from one view agree with each other. */
export interface View {
  /** Key of the content: equal keys mean equal bytes. */
  readonly key: string
  /** Key of what belongs to no project. */
  readonly siteKey: string
  /** Time of the newest served commit, in seconds since 1970; undefined if there is none. */
  readonly timestamp: number | undefined
  readonly projects: readonly Project[]
}
