import { type Cache, createCache, oncePer } from '../cache.ts'
import type { Finding } from '../checks/consistency/finding.ts'
import { mergeFlags } from '../checks/flags.ts'
import { refusedExpressions } from '../checks/placeholders/expression.ts'
import { ParseError } from '../errors.ts'
import { ColumnReader, type SparseTexts } from '../model/columns.ts'
import type { FileSummary } from '../model/file-summary.ts'
import { type Count, countUnits, eachGroup, NOTHING, sharedCounts } from '../model/statistics.ts'
import type { SourceTable, Units } from '../model/unit.ts'
import { type Bucket, type Codec, remember, type Store } from '../store/store.ts'
import { CHECKED, CHECKED_LIST, type CheckedTranslation, FINDINGS } from './checked-translation.ts'
import { type Opened, openTable, openUnits, packTable, packUnits } from './unit-columns.ts'

/** A file as it was parsed. */
export interface ParsedUnits
  extends Pick<FileSummary, 'bytes' | 'revision' | 'plural'>,
    Partial<Pick<FileSummary, 'strays' | 'faults'>> {
  readonly units: Units
}

/** A parsed file: its summary stays in memory, and its units come from the cache, the store or the file again. */
export interface ReadFile {
  readonly summary: FileSummary
  units(): Units
}

interface FileOptions {
  readonly parse: () => ParsedUnits
  /** The source table that other translations share (default: that of the units). */
  readonly table?: () => SourceTable
  /** Called with the table of parsed units as the library keeps it, since translations may share one. */
  readonly onTable?: (table: SourceTable) => void
}

interface LibraryOptions {
  /** Most memory of the cache; values in use are not counted once evicted. */
  readonly maxBytes: number
  /** The store for values (default: none). */
  readonly store?: Store | undefined
  /** Whether only the cache keeps new values, since there are many that hardly anybody needs again (default: no). */
  readonly isPassing?: boolean
}

/** The summary of a file, or the place and reason of its ParseError. */
export type Outcome = FileSummary | { readonly error: readonly [message: string, number, number] }

/** Share of the cache for entries not yet reused, so that a full scan cannot evict the rest. */
const UNUSED_SHARE = 1 / 32

/**
 * Caches the contents of translation files, by keys that name content and relevant settings. Each method computes a
 * missing value, and throws what that throws.
 */
export class Library {
  readonly #cache: Cache<object>
  readonly #columns: Bucket<Buffer, ColumnReader> | undefined
  readonly #isPassing: boolean
  /** The key of each table. A table that files share has the key of the first file. */
  readonly #tableKeys = new WeakMap<SourceTable, string>()
  /** Outcomes of `file`. */
  readonly files: Bucket<Outcome>
  readonly checked: Bucket<CheckedTranslation>
  /** Results of all checks of a project, in the order of its translations. */
  readonly checkedProjects: Bucket<readonly CheckedTranslation[]>
  /** Findings of checks across the units of a language or a component. */
  readonly findings: Bucket<readonly Finding[]>

  constructor({ maxBytes, store, isPassing = false }: LibraryOptions) {
    const maxUnusedBytes = store === undefined || isPassing ? 0 : maxBytes * UNUSED_SHARE
    const cache = createCache<object>({ maxBytes, maxUnusedBytes })
    this.#cache = cache
    this.#columns = store?.bucket({ name: 'columns', codec: COLUMNS })
    this.#isPassing = isPassing
    const bucket = <T extends object>(name: string, codec: Codec<T>, isShared: boolean) => {
      const stored = store?.bucket({ name, codec, isShared })
      return stored === undefined || isPassing ? bucketIn(cache, name, codec, stored) : stored
    }
    this.files = bucket('files', OUTCOMES, true)
    this.checked = bucket('checked', CHECKED, true)
    this.checkedProjects = bucket('checked-projects', CHECKED_LIST, true)
    this.findings = bucket('findings', FINDINGS, false)
  }

  bytes(): number {
    return this.#cache.bytes()
  }

  /** Caches a ParseError, too. */
  file(key: string, options: FileOptions): ReadFile {
    const outcome = remember(this.files, key, () =>
      attempt(() => {
        const parsed = options.parse()
        return summarize({ ...parsed, units: this.#keepUnits(key, parsed.units, options) })
      }),
    )
    if ('error' in outcome) throw new ParseError(...outcome.error)
    // Returns a small closure: it must not retain the parsed file.
    return { summary: outcome, units: () => this.#unitsOf(key, options) }
  }

  table(key: string, make: () => SourceTable): SourceTable {
    const name = `table ${key}`
    const sourceTable = this.#find(name, openTable)
    const table = sourceTable ?? this.#keepNew(name, packTable(make()), openTable)
    this.#tableKeys.set(table, key)
    return table
  }

  /** Numbers of some units of files; they are among the outcomes. */
  count(key: string, make: () => Count): Count {
    const outcome = remember(this.files, key, () => {
      return { ...NO_SUMMARY, statistics: { ...NO_SUMMARY.statistics, total: make() } }
    })
    return 'error' in outcome ? NOTHING : outcome.statistics.total
  }

  /** Returns the units that `file` returned for a key. */
  units(key: string, read: () => Units): Units {
    return this.#unitsOf(key, { parse: () => ({ units: read(), bytes: 0 }) })
  }

  #unitsOf(key: string, options: FileOptions): Units {
    const units = this.#find(key, this.#openWith(options))
    return units ?? this.#keepUnits(key, options.parse().units, options)
  }

  #keepUnits(key: string, units: Units, options: FileOptions): Units {
    const tableKey = this.#tableKeys.get(units.table) ?? key
    if (options.table === undefined) options.onTable?.(this.table(tableKey, () => units.table))
    return this.#keepNew(key, packUnits(units, tableKey), this.#openWith(options))
  }

  #openWith({ table, parse }: FileOptions): (columns: ColumnReader) => Opened<Units> {
    return (columns) =>
      openUnits(columns, (key) => table?.() ?? this.table(key, () => parse().units.table))
  }

  #find<T extends object>(key: string, open: (columns: ColumnReader) => Opened<T>): T | undefined {
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached as T
    const stored = this.#columns?.get(key)
    return stored && this.#keep(key, open(stored))
  }

  #keepNew<T extends object>(
    key: string,
    bytes: Buffer,
    open: (columns: ColumnReader) => Opened<T>,
  ): T {
    if (!this.#isPassing) this.#columns?.set(key, bytes)
    return this.#keep(key, open(new ColumnReader(bytes)))
  }

  /** Caches a value decoded from its bytes, so that it retains no text of the file. */
  #keep<T extends object>(key: string, { value, memoryBytes }: Opened<T>): T {
    this.#cache.set(key, value, memoryBytes)
    return value
  }
}

/** Keeps values in a cache, and finds others in a bucket of the store. */
function bucketIn<T extends object>(
  cache: Cache<object>,
  name: string,
  codec: Codec<T>,
  stored: Bucket<T> | undefined,
): Bucket<T> {
  return {
    get: (key) => (cache.get(`${name} ${key}`) as T | undefined) ?? stored?.get(key),
    set: (key, value) => cache.set(`${name} ${key}`, value, codec.encode(value).length),
    fetch: async () => {},
  }
}

const COLUMNS: Codec<Buffer, ColumnReader> = {
  encode: (bytes) => bytes,
  decode: (bytes) => new ColumnReader(bytes),
}

const OUTCOMES: Codec<Outcome> = {
  encode: JSON.stringify,
  decode(bytes) {
    const outcome: Outcome = JSON.parse(bytes.toString('utf8'))
    return 'error' in outcome
      ? outcome
      : { ...outcome, statistics: sharedCounts(outcome.statistics) }
  },
}

function attempt(make: () => FileSummary): Outcome {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return { error: [error.message, error.line, error.column] }
  }
}

/** The summary of a file without units. */
export const NO_SUMMARY: FileSummary = {
  statistics: eachGroup(() => NOTHING),
  bytes: 0,
  strays: undefined,
  faults: [],
  refusedExpressions: [],
  asksForGlossary: false,
}

const GLOSSARY_FLAG = 'check-glossary'

/** Summarizes a parsed file. */
export function summarize({
  units,
  revision,
  plural,
  bytes,
  strays,
  faults = [],
}: ParsedUnits): FileSummary {
  const shared = summarizeTable(units.table)
  const flagSummary = summarizeFlags(units.flags)
  return {
    statistics: countUnits(units),
    bytes,
    revision,
    plural,
    strays,
    faults,
    refusedExpressions: [...shared.refusedExpressions, ...flagSummary.refusedExpressions],
    asksForGlossary: shared.asksForGlossary || flagSummary.asksForGlossary,
  }
}

const summarizeTable = oncePer(({ flags }: SourceTable) => summarizeFlags(flags))

function summarizeFlags(
  flags: SparseTexts,
): Pick<FileSummary, 'refusedExpressions' | 'asksForGlossary'> {
  const texts = [...new Set(flags.values())]
  return {
    refusedExpressions: texts.flatMap((text) =>
      isPlain(text) ? [] : refusedExpressions(mergeFlags(text)),
    ),
    asksForGlossary: asksForGlossary(texts),
  }
}

/** Longer flags may list unsupported expressions. */
const MAX_PLAIN_FLAGS = 1000

function isPlain(flags: string): boolean {
  return flags.length <= MAX_PLAIN_FLAGS && !/r"|regex:/.test(flags)
}

/** Returns whether any of these flags enables the glossary check. */
export function asksForGlossary(texts: readonly string[]): boolean {
  return texts.some((text) => text.includes(GLOSSARY_FLAG))
}
