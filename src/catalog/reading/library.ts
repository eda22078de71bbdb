import { type Cache, createCache, oncePer } from '../../cache.ts'
import type { Finding } from '../../checks/consistency/finding.ts'
import { mergeFlags } from '../../checks/flags.ts'
import { refusedExpressions } from '../../checks/placeholders/expression.ts'
import { ParseError } from '../../errors.ts'
import type { Plural } from '../../languages/language.ts'
import {
  type Bucket,
  type BucketOptions,
  type Codec,
  remember,
  type Store,
} from '../../storage/store.ts'
import {
  CHECKED,
  type CheckedTranslation,
  FINDINGS,
  TOGETHER,
} from '../checking/checked-translation.ts'
import { type ColumnReader, openColumns, type SparseTexts } from '../columns.ts'
import { countUnits, sharedCounts } from '../statistics.ts'
import type { SourceTable, Units } from '../unit.ts'
import { type Opened, openTable, openUnits, packTable, packUnits } from '../unit-columns.ts'
import { areChecked, isChecked, isOutcome } from './digest-shapes.ts'
import type { FileSummary, FoundFault } from './file-summary.ts'
import type { StrayKeys } from './stray-keys.ts'

/** A file as it was parsed. */
export interface ParsedUnits {
  readonly units: Units
  /** Of the file. */
  readonly bytes: number
  /** As in `FileSummary`. */
  readonly revision?: string | undefined
  readonly plural?: Plural | undefined
  readonly strays?: StrayKeys | undefined
  readonly faults?: readonly FoundFault[]
}

/** A file that was read: what is held of it, and its units, which come from memory, the store or the file again. */
export interface ReadFile {
  readonly summary: FileSummary
  units(): Units
}

interface FileOptions {
  readonly parse: () => ParsedUnits
  /** The table that other translations have as well; by default the units bring it. */
  readonly table?: () => SourceTable
  /** Told of the table that parsed units brought, as it is kept: that of others may be the same one. */
  readonly onTable?: (table: SourceTable) => void
}

/**
 * What files of translations hold, by keys that name their content and the settings that matter. Each method makes the
 * value where it is not at hand, and throws what that throws.
 */
export interface Library {
  /** A ParseError is kept as well. */
  file(key: string, options: FileOptions): ReadFile
  table(key: string, make: () => SourceTable): SourceTable
  /** The units that `file` gave for a key. */
  units(key: string, read: () => Units): Units
  /** What is in memory. */
  bytes(): number
  /** What files gave, for `file`. */
  readonly files: Bucket<Outcome>
  /** What checks of single units found. */
  readonly checked: Bucket<CheckedTranslation>
  /** What all checks found, by place among the translations of a project, where those of many units found something. */
  readonly checkedTogether: Bucket<ReadonlyMap<number, CheckedTranslation>>
  /** What checks of many units found in a language or a component. */
  readonly findings: Bucket<readonly Finding[]>
}

interface LibraryOptions {
  /** What is in memory at once; a value in use stays beyond that. */
  readonly maxBytes: number
  /** Where values are kept beside; nowhere by default. */
  readonly store?: Store | undefined
}

/** Of a file, or why it cannot be read. */
export type Outcome = FileSummary | { readonly error: readonly [message: string, number, number] }

const SUMMARY_BYTES = 1000
/** Share of the cache for entries not yet reused, so that a full scan cannot evict the rest. */
const UNUSED_SHARE = 1 / 32

/** A library that keeps what it reads in the store. */
export function createLibrary(options: LibraryOptions): Library {
  return new StoredLibrary(options)
}

class StoredLibrary implements Library {
  readonly #cache: Cache<object>
  readonly #columns: Bucket<Buffer, ColumnReader> | undefined
  /** By table: a table that files share has the key of the first one. */
  readonly #tableKeys = new WeakMap<SourceTable, string>()
  readonly files: Bucket<Outcome>
  readonly checked: Bucket<CheckedTranslation>
  readonly checkedTogether: Bucket<ReadonlyMap<number, CheckedTranslation>>
  readonly findings: Bucket<readonly Finding[]>

  constructor({ maxBytes, store }: LibraryOptions) {
    const cache = createCache<object>({ maxBytes, maxUnusedBytes: maxBytes * UNUSED_SHARE })
    const places = { cache, store }
    this.#cache = cache
    this.#columns = store?.bucket({ name: 'columns', codec: COLUMNS })
    const files = { name: 'files', codec: OUTCOMES, isValid: isOutcome }
    this.files = bucketIn<Outcome>(places, files, () => SUMMARY_BYTES)
    this.checked = checksIn(places, { name: 'checked', codec: CHECKED, isValid: isChecked })
    const together = { name: 'together', codec: TOGETHER, isValid: areChecked }
    this.checkedTogether = checksIn(places, together)
    this.findings = checksIn(places, { name: 'findings', codec: FINDINGS })
  }

  bytes(): number {
    return this.#cache.bytes()
  }

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
    this.#columns?.set(key, bytes)
    return this.#keep(key, open(openColumns(bytes)))
  }

  /** Puts a value in memory as its bytes have it: that keeps no text of a file alive. */
  #keep<T extends object>(key: string, { value, memoryBytes }: Opened<T>): T {
    this.#cache.set(key, value, memoryBytes)
    return value
  }
}

interface BucketStorage {
  readonly cache: Cache<object>
  readonly store: Store | undefined
}

/** A bucket of the store; of the cache where nothing is stored. */
function bucketIn<T extends object>(
  { cache, store }: BucketStorage,
  options: BucketOptions<T, T>,
  bytesOf: (value: T) => number,
): Bucket<T> {
  const { name } = options
  return (
    store?.bucket(options) ?? {
      get: (key) => cache.get(`${name} ${key}`) as T | undefined,
      set: (key, value) => cache.set(`${name} ${key}`, value, bytesOf(value)),
      fetch: async () => 0,
    }
  )
}

function checksIn<T extends object>(
  places: BucketStorage,
  options: BucketOptions<T, T> & { readonly codec: Codec<T> },
): Bucket<T> {
  return bucketIn(places, options, (value) => options.codec.encode(value).length)
}

const COLUMNS: Codec<Buffer, ColumnReader> = { encode: (bytes) => bytes, decode: openColumns }

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

const GLOSSARY_FLAG = 'check-glossary'

/** What is held of a file. */
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

/** Flags of units that are longer may list more than can be searched for. */
const MAX_PLAIN_FLAGS = 1000

function isPlain(flags: string): boolean {
  return flags.length <= MAX_PLAIN_FLAGS && !flags.includes('r"')
}

/** Whether one of these texts of flags turns the glossary check on. */
export function asksForGlossary(texts: readonly string[]): boolean {
  return texts.some((text) => text.includes(GLOSSARY_FLAG))
}
