import { checkTarget } from './cli/check/check-target.ts'
import { readSelected } from './cli/read-selected.ts'
import { readSides } from './cli/read-sides.ts'
import { findTarget } from './cli/target.ts'
import { UsageError } from './errors.ts'
import { summarizeDifferences } from './facts/differences.ts'
import { needsOf, unitRecords } from './facts/find-units.ts'
import type {
  CheckReport,
  DiffSummary,
  HistoryRecord,
  Severity,
  StatusSummary,
  UnitRecord,
} from './facts/records.ts'
import { summarizeStatus } from './facts/status.ts'
import { historyRecords } from './facts/unit-history.ts'
import { FAIL_ON } from './gate/options.ts'

export type {
  CheckReport as Report,
  ComponentSummary as ComponentStatus,
  Counts,
  DiffSummary as Comparison,
  Finding,
  HistoryRecord as UnitHistory,
  Severity,
  StatusSummary as Status,
  TranslationSummary as TranslationStatus,
  UnitRecord as Unit,
  UnitSummary as DifferentUnit,
} from './facts/records.ts'

export interface CheckOptions {
  /** Branch, tag or commit: report only problems that are new since the merge base with it. */
  readonly base?: string
  /** Lowest severity that fails the report (default: the configured one, or `error`). */
  readonly failOn?: Severity | 'none'
  /** Whether to report keys that no file uses, and keys in code that no template has (default: no). */
  readonly unused?: boolean
}

export interface HistoryOptions {
  /** Language code (default: the source language). */
  readonly language?: string
  readonly ref?: string
}

/** The translations of a repository, read-only. Every call sees the current files and refs. */
export interface TranslationRepository {
  /** Counts the files on disk, or at a ref: a branch, tag or commit, or a branch at a time (`main@{2024-06-01}`). */
  status(ref?: string): Promise<StatusSummary>
  /** Returns the strings that match a query in Weblate's query language (default: all). */
  units(query?: string, ref?: string): Promise<UnitRecord[]>
  /** Reports problems in the files on disk. */
  check(options?: CheckOptions): Promise<CheckReport>
  /** Compares two refs, or a ref with the files on disk. */
  compare(base: string, head?: string): Promise<DiffSummary>
  /** Returns all versions of the strings with a key, source text or checksum. */
  history(key: string, options?: HistoryOptions): Promise<HistoryRecord[]>
  /** Waits for running calls; later calls reject. */
  close(): Promise<void>
}

export interface RepositoryOptions {
  /** Path of the configuration (default: the repository's `gitglot.yml`, or else gitglot discovers components). */
  readonly config?: string
}

/**
 * Opens the repository at a path, an address, or OWNER/NAME on GitHub. Like all calls, rejects with an error whose
 * `name` is ConfigError (also: nothing at the path), UsageError, NotFoundError (no such ref) or RepositoryError
 * (unreadable).
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
    if (isClosed) throw new UsageError(`${path}: the repository was closed`)
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
      run(async () =>
        readSelected(
          await find(ref),
          { ref, needs: needsOf({ query }) },
          ({ selected, outdated, findPlaces }) =>
            unitRecords(selected, { query, outdated }, findPlaces),
        ),
      ),
    check: ({ base, failOn, unused = false } = {}) =>
      run(async () => {
        // A misspelled severity would fail nothing.
        if (failOn !== undefined && !FAIL_ON.includes(failOn)) {
          throw new UsageError(`failOn needs one of ${FAIL_ON.join(', ')}; found "${failOn}"`)
        }
        const request = { failOn, unused }
        const target = { operand: path, configFile, base: base || undefined }
        return (await checkTarget(target, request)).report
      }),
    compare: (base, head) =>
      run(async () =>
        readSides(await find(head), { base, head, wantsHistory: false }, summarizeDifferences),
      ),
    history: (key, { language, ref } = {}) =>
      run(async () =>
        readSelected(await find(ref), { ref, language, needs: 'history' }, async (part) => [
          ...(await historyRecords(part, key, language)),
        ]),
      ),
    async close() {
      isClosed = true
      await Promise.allSettled(running)
    },
  }
}
