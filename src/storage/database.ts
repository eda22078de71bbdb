import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Bytes by key. */
export interface Database {
  get(key: string): Buffer | undefined
  set(key: string, value: Buffer): void
  close(): Promise<void>
}

interface DatabaseOptions {
  readonly path: string
  readonly maxBytes: number
  readonly warn: (message: string) => void
}

/**
 * Opens the lmdb database in a folder, which other processes may use at the same time. A damaged or foreign one is moved
 * to `PATH.damaged` with a warning and made anew. Undefined where nothing can be written.
 */
export function openDatabase(options: DatabaseOptions): Database | undefined {
  const { path, warn } = options
  try {
    const damage = findDamage(path)
    if (damage !== undefined) {
      rmSync(`${path}.damaged`, { recursive: true, force: true })
      renameSync(path, `${path}.damaged`)
      warn(`${path}: ${damage}; moved to ${path}.damaged, and made anew`)
    }
    mkdirSync(path, { recursive: true })
    return useDatabase(options)
  } catch {
    // A read-only home, or a file system that cannot be mapped: all is derived again in each process.
    return undefined
  }
}

/** Values are written together after this time: each write costs a few milliseconds. */
const COLLECT_MS = 100

function useDatabase({ path, maxBytes, warn }: DatabaseOptions): Database {
  // Loaded synchronously, and only where something is stored: it takes 30 ms.
  const lmdb = createRequire(import.meta.url)('lmdb') as typeof import('lmdb')
  const database = lmdb.open<Buffer, string>({
    path,
    noSubdir: false,
    encoding: 'binary',
    // With it the process may end with SIGSEGV when a database is closed soon after a write (lmdb 3.5.6).
    overlappingSync: false,
    // The last write may be lost with the machine's power, no other.
    noMetaSync: true,
  })
  // Else the space that killed processes were reading would never be freed.
  database.readerCheck()
  let pending = new Map<string, Buffer>()
  let timer: NodeJS.Timeout | undefined
  let isFailing = false
  let unmeasured = Number.POSITIVE_INFINITY

  function usedBytes(): number {
    const stats = database.getStats() as Record<string, number>
    const { treeBranchPageCount = 0, treeLeafPageCount = 0, overflowPages = 0 } = stats
    return (treeBranchPageCount + treeLeafPageCount + overflowPages) * (stats['pageSize'] ?? 0)
  }

  /** In one transaction, and not in lmdb's own thread: there a full disk ends the process. */
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const values = pending
    pending = new Map()
    for (const { length } of values.values()) unmeasured += length
    try {
      if (unmeasured > maxBytes / 16) {
        unmeasured = 0
        if (usedBytes() > maxBytes) database.clearSync()
      }
      database.transactionSync(() => {
        for (const [key, value] of values) database.putSync(key, value)
      })
    } catch (error) {
      // It costs time after the next start, nothing else.
      const message = error instanceof Error ? error.message : String(error)
      if (!isFailing) warn(`${path}: cannot be written: ${message}`)
      isFailing = true
    }
  }

  return {
    get: (key) => pending.get(key) ?? database.getBinary(key),
    set(key, value) {
      pending.set(key, value)
      timer ??= setTimeout(write, COLLECT_MS).unref()
    },
    async close() {
      if (pending.size > 0) write()
      await database.close()
    },
  }
}

const MAGIC = 0xbeefc0de
/** Of the file format that lmdb 3 writes. */
const VERSION = 2
/** Of the header of a page, by the size of addresses: 64 bits, 32 bits. */
const HEADER_BYTES = [24, 16]

/**
 * What is wrong with a store; undefined when it may be opened. lmdb maps its file into memory and crashes the process when
 * the file is truncated or not its own, so its first two pages are checked here: both have the same form (`MDB_meta` in
 * lmdb's mdb.c), one for the last commit, the other for the one before.
 */
function findDamage(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return 'expected a folder'
  const name = join(path, 'data.mdb')
  if (!existsSync(name)) return undefined
  const file = openSync(name, 'r')
  try {
    const { size } = fstatSync(file)
    if (size === 0) return undefined
    const first = readMeta(file, 0)
    const header = HEADER_BYTES.find((at) => first.readUInt32LE(at) === MAGIC)
    if (header === undefined) return 'no store of gitglot'
    const version = first.readUInt32LE(header + 4)
    if (version !== VERSION) return `expected lmdb's format ${VERSION}, found ${version}`
    if (header !== HEADER_BYTES[0]) return undefined
    const pageBytes = first.readUInt32LE(header + 24)
    const pages = [first, readMeta(file, pageBytes)].map(
      (meta) => Number(meta.readBigUInt64LE(header + 120)) + 1,
    )
    const expected = Math.max(...pages) * pageBytes
    return size < expected ? `expected ${expected} bytes, found ${size}` : undefined
  } finally {
    closeSync(file)
  }
}

function readMeta(file: number, position: number): Buffer {
  const bytes = Buffer.alloc(160)
  readSync(file, bytes, 0, bytes.length, position)
  return bytes
}
