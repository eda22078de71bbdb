import type { CategoryConfig, ComponentConfig, ProjectConfig } from '../config/config.ts'
import type { RepositoryErrorCode } from '../errors.ts'
import type { Commit, Completeness, LastChange } from '../git/commit.ts'
import type { Language } from '../languages/language.ts'
import type { TextPosition } from '../text.ts'
import type { FailingChecks, Verdicts } from './failing-checks.ts'
import type { FileSummary } from './reading/file-summary.ts'
import type { Count, Statistics } from './statistics.ts'
import type { Units } from './unit.ts'

/** Something wrong that does not stop the rest: a broken file, an unreachable remote. */
export interface Alert {
  readonly name:
    | 'ParseError'
    | 'RepositoryError'
    | 'MissingFile'
    | 'DuplicateLanguage'
    | 'IgnoredFile'
    | 'RefusedText'
    | 'UnsupportedExpression'
    | 'InternalError'
  /** What, where (`file:line:column`) and what was expected. */
  readonly message: string
  readonly filename: string
  /** Where in the file, from 1. */
  readonly at?: TextPosition
  /** Of a `RepositoryError`: what to do about it is chosen by it. */
  readonly code?: RepositoryErrorCode
}

/** One component in one language, at one commit. */
export interface Translation extends Verdicts {
  /** What would fail by gitglot's verdict, and the configuration accepts. */
  readonly accepted: FailingChecks
  readonly id: number
  readonly component: Component
  readonly language: Language
  readonly languageId: number
  /** The code as in the file name; for the template the source language's. */
  readonly languageCode: string
  /** Path in the repository; `''` without a file. */
  readonly filename: string
  /** Blob ids joined with commas: file, template, intermediate file; `''` without a file. */
  readonly revision: string
  readonly isTemplate: boolean
  readonly isSource: boolean
  /** Names what its units are made of: the same key always means the same units. */
  readonly contentKey: string
  /** What is held of its file. */
  readonly summary: FileSummary
  /** Its units, which are not held: to ask twice may read twice. Throws RepositoryError when that fails. */
  readonly units: () => Units
  readonly statistics: Statistics
  /** What the file with the sources has and the translation's file lacks: people count it, Weblate does not. */
  readonly absent: Count
  readonly alert: Alert | undefined
  /** The newest commit that changed its file, the template or the intermediate file; undefined while not known. */
  readonly lastChange: LastChange | undefined
}

/** When the units of a translation changed by its log, by row: in microseconds since 1970, 0 where it does not say. */
export interface UnitTimes {
  readonly added: Float64Array
  /** When the contents changed last, which adding does too. */
  readonly updated: Float64Array
}

/** One translatable file set of a project, at one commit. */
export interface Component {
  readonly id: number
  readonly project: Project
  readonly config: ComponentConfig
  /** The category that it is in; undefined: in none. */
  readonly category: Category | undefined
  readonly sourceLanguage: Language
  readonly sourceLanguageId: number
  /** The served commit; undefined for a component without a repository, or while there is nothing to serve. */
  readonly commit: Commit | undefined
  /** The repository's address as it may be shown: without credentials; of a linked component: of its target. */
  readonly repo: string
  /** The branch that is served, also where the configuration leaves it to the remote. */
  readonly branch: string
  /** The source language first, then by path. */
  readonly translations: readonly Translation[]
  readonly alerts: readonly Alert[]
  /** How far back the history of the served commit is known; undefined until that was read. */
  readonly completeness: Completeness | undefined
  /** See `findRecentChanges`; undefined until that was read. */
  readonly recent: ReadonlyMap<string, number> | undefined
  /** When its units changed, by language; undefined until that was asked for and read. */
  readonly times: ReadonlyMap<string, UnitTimes> | undefined
  readonly state: ReadingState
  /** Whether the history of the served commit is still being read. */
  readonly isHistoryAwaited: boolean
}

/**
 * What the files of a component are: `reading` while its repository is cloned or they are read, `ready` where there is
 * something to serve, `empty` where its settings name files of which none is there, not even the template (the API serves
 * an empty source), `unreadable` where nothing of it can be read.
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

/** A project at one time, with what stands in it. */
export interface Project {
  readonly id: number
  /** Names the content, without what is shared into it. */
  readonly key: string
  readonly config: ProjectConfig
  /** Each after the one that it is in. */
  readonly categories: readonly Category[]
  readonly components: readonly Component[]
  /** Components of other projects that are shared into this one: they count in its statistics. */
  readonly shared: readonly Component[]
  /** At a ref: configured components without a file there, as most came later. They are in no list and count nowhere. */
  readonly absent: readonly Component[]
  /** Whether its components are still being found, as it names none. */
  readonly reading: 'files' | undefined
  /** Why they cannot be found. */
  readonly alerts: readonly Alert[]
}

/** Everything that is served, at one time: immutable, so answers from it agree with each other. */
export interface View {
  /** Names the content: the same key always means the same bytes. */
  readonly key: string
  /** Names what belongs to no project. */
  readonly siteKey: string
  /** Seconds since 1970 of the newest served commit; undefined while there is none. */
  readonly timestamp: number | undefined
  readonly projects: readonly Project[]
}
