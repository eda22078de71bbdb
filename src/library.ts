import { checkTarget } from './cli/check/check.ts'
import { readUnits, unitRecords } from './cli/list/list.ts'
import { readSelected } from './cli/read-selected.ts'
import { readSides } from './cli/read-sides.ts'
import { findTarget } from './cli/target.ts'
import { summarizeDifferences } from './facts/differences.ts'
import { summarizeStatus } from './facts/status.ts'
import { historyRecords } from './facts/unit-history.ts'

// Exported types refer to no other module: this file is all that users of the package see.

/** Counts of strings in readable files. */
export interface Counts {
  readonly total: number
  readonly translated: number
  /** 0 to 100 with one decimal, truncated; null if files are unreadable. */
  readonly translatedPercent: number | null
  readonly absent: number
  readonly fuzzy: number
  readonly readOnly: number
  /** Strings that fail any check, and strings by the worst severity of their failures. */
  readonly failing: number
  readonly errors: number
  readonly warnings: number
  readonly notes: number
  readonly words: number
  readonly translatedWords: number
}

export interface TranslationStatus extends Counts {
  /** Language code. */
  readonly language: string
  readonly languageName: string
  readonly isSource: boolean
  readonly isReadable: boolean
  /** Path in the repository; `''` if there is no file. */
  readonly filename: string
  /** Number of strings by the id of a check that they fail. */
  readonly failingChecks: Readonly<Record<string, number>>
}

export interface ComponentStatus extends Counts {
  /** `project/component` */
  readonly component: string
  readonly name: string
  readonly fileFormat: string
  readonly sourceLanguage: string
  /** Null for the files on disk, or if nothing is readable. */
  readonly commit: string | null
  readonly translations: readonly TranslationStatus[]
  readonly alerts: readonly { readonly name: string; readonly message: string }[]
}

/** The output of `gitglot status --format json`. */
export interface Status extends Counts {
  readonly repository: string
  readonly components: readonly ComponentStatus[]
}

/** A string in the output of `gitglot list --format json`. */
export interface Unit {
  /** `project/component` */
  readonly component: string
  readonly language: string
  readonly filename: string | null
  /** 1-based; null if the file lacks the string. */
  readonly line: number | null
  /** 1-based, in UTF-16 units. */
  readonly column: number | null
  /** The key, or the source text in files without keys. */
  readonly context: string
  /** 16 hexadecimal digits. */
  readonly checksum: string
  /** `untranslated`, `needs-editing`, `translated`, `approved` or `read-only`. */
  readonly state: string
  /** Plural forms; a single form each if the string is not a plural. */
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly note: string
  readonly checks: readonly { readonly id: string; readonly message: string }[]
}

export type Severity = 'error' | 'warning' | 'note'

export interface Finding {
  /** Id of a check, or of another rule of `gitglot check`. */
  readonly rule: string
  readonly severity: Severity
  readonly isFailing: boolean
  /** `project/component` */
  readonly component: string
  readonly languages: readonly string[]
  readonly checksum: string | undefined
  readonly context: string | undefined
  readonly places: readonly {
    readonly language: string | undefined
    readonly filename: string | undefined
    /** 1-based. */
    readonly line: number
    /** 1-based, in UTF-16 units. */
    readonly column: number
    readonly message: string
  }[]
}

/** The output of `gitglot check --format json`. */
export interface Report {
  readonly isPassed: boolean
  /** The merge base; undefined without `base`. */
  readonly base: string | undefined
  readonly findings: readonly Finding[]
}

export interface CheckOptions {
  /** Branch, tag or commit: report only problems that are new since the merge base with it. */
  readonly base?: string
  /** Lowest severity that fails the report (default: the configured one, or `error`). */
  readonly failOn?: Severity | 'none'
  /** Whether to report keys that no file uses, and keys in code that no template has (default: no). */
  readonly unused?: boolean
}

export interface DifferentUnit {
  readonly checksum: string
  readonly context: string
  readonly kinds: readonly (
    | 'added'
    | 'removed'
    | 'changed'
    | 'translated'
    | 'untranslated'
    | 'failing'
  )[]
  readonly newlyFailing: readonly string[]
  /** Null if the string does not exist. */
  readonly before: { readonly source: readonly string[]; readonly target: readonly string[] } | null
  readonly after: { readonly source: readonly string[]; readonly target: readonly string[] } | null
}

/** The output of `gitglot diff --format json`. */
export interface Comparison {
  /** Commit ids; `head` is null for the files on disk. */
  readonly base: string
  readonly head: string | null
  readonly components: readonly {
    /** `project/component` */
    readonly component: string
    readonly languages: readonly {
      readonly language: string
      readonly isSource: boolean
      readonly units: readonly DifferentUnit[]
    }[]
    /** Alerts that the base does not have, such as files that no longer parse. */
    readonly newAlerts: readonly { readonly message: string; readonly filename: string }[]
  }[]
}

/** A string in the output of `gitglot history --format json`. */
export interface UnitHistory {
  /** `project/component` */
  readonly component: string
  readonly language: string
  readonly context: string
  /** False if a shallow clone ends before the string was added. */
  readonly isComplete: boolean
  /** Sorted from newest to oldest. */
  readonly versions: readonly {
    /** Null for uncommitted changes. */
    readonly commit: string | null
    /** Null if authors are hidden or unknown. */
    readonly author: string | null
    /** ISO 8601, UTC. */
    readonly date: string
    readonly change: 'added' | 'changed' | 'renamed' | 'removed' | 'present'
    /** Null if the string was removed. */
    readonly state: string | null
    readonly source: readonly string[]
    readonly target: readonly string[]
  }[]
}

export interface HistoryOptions {
  /** Language code (default: the source language). */
  readonly language?: string
  readonly ref?: string
}

/** The translations of a repository, read-only. Every call sees the current files and refs. */
export interface TranslationRepository {
  /**
   * Counts the files on disk, or those at a ref: a branch, tag or commit, or a branch at a time (`main@{2024-06-01}`).
   */
  status(ref?: string): Promise<Status>
  /** Returns the strings that match a query in Weblate's search language (default: all). */
  units(query?: string, ref?: string): Promise<Unit[]>
  /** Reports problems in the files on disk. */
  check(options?: CheckOptions): Promise<Report>
  /** Compares two refs, or a ref with the files on disk. */
  compare(base: string, head?: string): Promise<Comparison>
  /** Returns all versions of the strings with a key, source text or checksum. */
  history(key: string, options?: HistoryOptions): Promise<UnitHistory[]>
  /** Waits for running calls; later calls reject. */
  close(): Promise<void>
}

export interface RepositoryOptions {
  /** Path of the configuration (default: the repository's `gitglot.yml`, or else gitglot discovers components). */
  readonly config?: string
}

/**
 * Opens the repository at a path, an address, or OWNER/NAME on GitHub. Like all calls, rejects with an error whose
 * `name` is ConfigError, UsageError, NotFoundError (no such ref) or RepositoryError (unreadable).
 */
export async function openRepository(
  path: string,
  { config: configFile }: RepositoryOptions = {},
): Promise<TranslationRepository> {
  const find = (ref?: string) => findTarget({ operand: path, configFile, ref })
  await find()
  const running = new Set<Promise<unknown>>()
  let isClosed = false
  async function run<T>(call: () => Promise<T>): Promise<T> {
    if (isClosed) throw new Error(`${path}: the repository was closed`)
    const answer = call()
    running.add(answer)
    try {
      return await answer
    } finally {
      running.delete(answer)
    }
  }
  return {
    status: (ref) =>
      run(async () =>
        readSelected(await find(ref), { ref, needs: 'units' }, ({ name, selected }) =>
          summarizeStatus(name, selected, undefined),
        ),
      ),
    units: (query, ref) =>
      run(async () => readUnits(await find(ref), { ref, filter: { query } }, unitRecords)),
    check: ({ base, failOn, unused = false } = {}) =>
      run(async () => {
        const options = { config: configFile, base, 'fail-on': failOn }
        const set = Object.entries(options).filter(
          (option): option is [string, string] => !!option[1],
        )
        const switches = new Set(unused ? ['unused'] : [])
        return (await checkTarget([path], Object.fromEntries(set), switches)).report
      }),
    compare: (base, head) =>
      run(async () =>
        readSides(await find(head), { base, head, wantsHistory: false }, summarizeDifferences),
      ),
    history: (key, { language, ref } = {}) =>
      run(async () => {
        return readSelected(await find(ref), { ref, language, needs: 'history' }, async (part) => [
          ...(await historyRecords(part, key, language)),
        ])
      }),
    async close() {
      isClosed = true
      await Promise.allSettled(running)
    },
  }
}
