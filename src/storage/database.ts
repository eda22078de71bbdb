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

/** An lmdb database: bytes by key. Threads and other processes may use the same one at the same time. */
export interface Database {
  /** The bytes as last written by anybody; valid until the next call. */
  get(key: string): Buffer | undefined
  /** All or none, on disk and visible to everybody when it returns. Throws when the disk is full. */
  write(values: Iterable<readonly [key: string, value: Uint8Array]>): void
  /** Runs while nobody else writes here or runs so; the turn of a process that is killed ends with it. */
  exclusively<T>(run: () => T): T
  /** Whether its files were deleted, or others have taken their place. */
  isDeleted(): boolean
  close(): void
}

/**
 * Opens the database in a folder, creating it if need be. A damaged or foreign one is moved to `PATH.damaged` with a warning and
 * made anew. Throws where nothing can be written or mapped into memory.
 */
export function openDatabase(path: string, warn: (message: string) => void): Database {
  const damage = findDamage(path)
  if (damage !== undefined) {
    rmSync(`${path}.damaged`, { recursive: true, force: true })
    renameSync(path, `${path}.damaged`)
    warn(`${path}: ${damage}; moved to ${path}.damaged, and made anew`)
  }
  mkdirSync(path, { recursive: true })
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
  const inode = inodeOf(path)

  function read(key: string): Buffer | undefined {
    // Into a buffer that all reads share, or from the mapped file where it is too large for that.
    const shared = database.getBinaryFast(key)
    return shared && Buffer.from(shared.buffer, shared.byteOffset, shared.length)
  }

  return {
    get(key) {
      const known = read(key)
      if (known !== undefined) return known
      // lmdb reads the state of the first read in this turn of the event loop; others may have written since.
      database.resetReadTxn()
      return read(key)
    },
    write(values) {
      // Not in lmdb's own thread: there a full disk ends the process.
      database.transactionSync(() => {
        for (const [key, value] of values) database.putSync(key, value as Buffer)
      })
    },
    exclusively: (run) => database.transactionSync(run),
    isDeleted: () => inodeOf(path) !== inode,
    // Nothing is being written, so it is closed at once.
    close: () => void database.close(),
  }
}

/** Bytes that the database in a folder takes on disk. */
export function databaseBytes(path: string): number {
  return statSync(join(path, FILE), { throwIfNoEntry: false })?.size ?? 0
}

/** It is not given to another file while the database is open. */
function inodeOf(path: string): number | undefined {
  return statSync(join(path, FILE), { throwIfNoEntry: false })?.ino
}

const FILE = 'data.mdb'
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
  const name = join(path, FILE)
  if (!existsSync(name)) return undefined
  const file = openSync(name, 'r')
  try {
    if (fstatSync(file).size === 0) return undefined
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
    // Read after them: others may be writing.
    const { size } = fstatSync(file)
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
