import { checkTarget } from './cli/check/check.ts'
import { readUnits, unitRecords } from './cli/list/list.ts'
import { readSelected } from './cli/read-selected.ts'
import { readSides } from './cli/read-sides.ts'
import { findTarget } from './cli/target.ts'
import { summarizeDifferences } from './facts/differences.ts'
import { summarizeStatus } from './facts/status.ts'
import { historyRecords } from './facts/unit-history.ts'

// Exported types name nothing of other modules: this file alone is what a program that uses the package sees.

/** Counts of strings, of files that can be read. */
export interface Counts {
  readonly total: number
  readonly translated: number
  /** 0 to 100 with one decimal, truncated; null: files cannot be read. */
  readonly translatedPercent: number | null
  readonly absent: number
  readonly fuzzy: number
  readonly readOnly: number
  /** Strings that fail a check, and those by the severity of the worst one. */
  readonly failing: number
  readonly errors: number
  readonly warnings: number
  readonly notes: number
  readonly words: number
  readonly translatedWords: number
}

export interface TranslationStatus extends Counts {
  /** Code of the language. */
  readonly language: string
  readonly languageName: string
  readonly isSource: boolean
  readonly isReadable: boolean
  /** Path in the repository; `''` without a file. */
  readonly filename: string
  /** Number of strings by the id of the check they fail. */
  readonly failingChecks: Readonly<Record<string, number>>
}

export interface ComponentStatus extends Counts {
  /** `project/component` */
  readonly component: string
  readonly name: string
  readonly fileFormat: string
  readonly sourceLanguage: string
  /** Null for the files on disk, or if nothing can be read. */
  readonly commit: string | null
  readonly translations: readonly TranslationStatus[]
  readonly alerts: readonly { readonly name: string; readonly message: string }[]
}

/** As `gitglot status --format json`. */
export interface Status extends Counts {
  readonly repository: string
  readonly components: readonly ComponentStatus[]
}

/** As in `gitglot list --format json`. */
export interface Unit {
  /** `project/component` */
  readonly component: string
  readonly language: string
  readonly filename: string | null
  /** 1-based; null where the file lacks the string. */
  readonly line: number | null
  /** 1-based, in UTF-16 units. */
  readonly column: number | null
  /** The key; the source text of a file without keys. */
  readonly context: string
  /** 16 hexadecimal digits. */
  readonly checksum: string
  /** `untranslated`, `needs-editing`, `translated`, `approved` or `read-only`. */
  readonly state: string
  /** Plural forms, one of each for other strings. */
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly note: string
  readonly checks: readonly { readonly id: string; readonly message: string }[]
}

export type Severity = 'error' | 'warning' | 'note'

export interface Finding {
  /** The id of a check, or another rule of `gitglot check`. */
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

/** As `gitglot check --format json`. */
export interface Report {
  readonly isPassed: boolean
  /** The merge base; undefined without `base`. */
  readonly base: string | undefined
  readonly findings: readonly Finding[]
}

export interface CheckOptions {
  /** Branch, tag or commit: only what is new since the merge base with it counts. */
  readonly base?: string
  /** The least severity that fails (default: that of the configuration, else `error`). */
  readonly failOn?: Severity | 'none'
  /** Whether to look for keys that no file names, and for keys of the code that no template has (default: no). */
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
  /** Null where the string is not there. */
  readonly before: { readonly source: readonly string[]; readonly target: readonly string[] } | null
  readonly after: { readonly source: readonly string[]; readonly target: readonly string[] } | null
}

/** As `gitglot diff --format json`. */
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
  }[]
}

/** As in `gitglot history --format json`. */
export interface UnitHistory {
  /** `project/component` */
  readonly component: string
  readonly language: string
  readonly context: string
  /** False where a shallow clone ends before its beginning. */
  readonly isComplete: boolean
  /** Newest first. */
  readonly versions: readonly {
    /** Null for what is not committed yet. */
    readonly commit: string | null
    /** Null where authors are not shown, or not known. */
    readonly author: string | null
    /** ISO 8601, UTC. */
    readonly date: string
    readonly change: 'added' | 'changed' | 'renamed' | 'removed' | 'present'
    /** Null once it was removed. */
    readonly state: string | null
    readonly source: readonly string[]
    readonly target: readonly string[]
  }[]
}

export interface HistoryOptions {
  /** Code of a language (default: the source language). */
  readonly language?: string
  readonly ref?: string
}

/** Translations of one repository. Nothing is ever written to it. Every call sees the files and refs as they are then. */
export interface TranslationRepository {
  /** Counts on disk, or at a ref: a branch, tag or commit, also at a time, as `main@{2024-06-01}`. */
  status(ref?: string): Promise<Status>
  /** The strings that match a query in Weblate's search language; all without one. */
  units(query?: string, ref?: string): Promise<Unit[]>
  /** What is broken in the files on disk. */
  check(options?: CheckOptions): Promise<Report>
  /** What differs between two refs; without a second one, in the files on disk. */
  compare(base: string, head?: string): Promise<Comparison>
  /** Every version of the strings with a key, source text or checksum. */
  history(key: string, options?: HistoryOptions): Promise<UnitHistory[]>
  /** Waits for calls that are under way; later ones reject. */
  close(): Promise<void>
}

export interface RepositoryOptions {
  /** Path of the configuration (default: `gitglot.yml` of the repository, else components are found). */
  readonly config?: string
}

/**
 * Opens the repository at a path, an address or OWNER/NAME on GitHub. Rejects, as all calls do, with an error whose `name` is
 * ConfigError, UsageError, NotFoundError (no such ref) or RepositoryError (nothing can be read).
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
        readSelected(await find(ref), { ref, wantsOutdated: false }, ({ name, selected }) =>
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
        readSides(await find(), { base, head, wantsHistory: false }, summarizeDifferences),
      ),
    history: (key, { language, ref } = {}) =>
      run(async () => {
        const options = { ref, language, wantsOutdated: false, wantsHistory: true }
        return readSelected(await find(ref), options, async (part) => [
          ...(await historyRecords(part, key, language)),
        ])
      }),
    async close() {
      isClosed = true
      await Promise.allSettled(running)
    },
  }
}
