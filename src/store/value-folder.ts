import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../errors.ts'
import { encodeBatch, hashOf } from './batch.ts'
import { createFolder } from './create-folder.ts'
import { otherStores } from './other-stores.ts'
import { unpack } from './packed.ts'
import { ValueFile } from './value-file.ts'
import { ValueLocations } from './value-locations.ts'

type Values = readonly (readonly [key: string, packed: Buffer])[]

const MAX_BATCH_BYTES = 4 << 20
/** Maximum size of a file, whose offsets have 32 bits. */
const MAX_FILE_BYTES = 1 << 30
/** Values in all but the youngest files are old. The youngest files hold half of all values. */
const YOUNG_FILES = 2
/** Values up to this size are read without allocation. */
const BUFFER_BYTES = 64 << 10
/** Two changes of a folder within this time may have the same timestamp. */
const CLOCK_MS = 100

const NAME = /^(\d+)\.values$/

/**
 * Stores values by key in numbered files. All threads and processes append to the last file until it reaches a quarter
 * of `maxBytes`; once the total exceeds the limit, the first file is deleted. No locks are needed, because an appended
 * batch never changes.
 */
export class ValueFolder {
  readonly #path: string
  readonly #maxBytes: () => number
  readonly #onDamage: (message: string) => void
  readonly #places = new ValueLocations()
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  readonly #damaged = new Set<ValueFile>()
  /** Open files, the oldest first. */
  #files: ValueFile[] = []
  /** Highest number of a file in the folder, including those that cannot be opened. */
  #lastNumber = 0
  /** Time of the folder's last change in milliseconds since 1970. */
  #changedAt: number | undefined

  /**
   * `path` is created on the first write. `maxBytes` returns the maximum size of this folder and those of other builds
   * beside it; called on each write. `onDamage` is called once for each damaged file.
   */
  constructor(path: string, maxBytes: () => number, onDamage: (message: string) => void) {
    this.#path = path
    this.#maxBytes = maxBytes
    this.#onDamage = onDamage
  }

  /**
   * Returns a value with its verified checksum, valid until the next call, and whether it will be evicted soon unless it
   * is written again. Throws if the disk cannot be read.
   */
  get(key: string) {
    return this.find(key) ?? (this.follow() ? this.find(key) : undefined)
  }

  /** Like `get`, but returns undefined for what others wrote since the last `follow`. */
  find(key: string): { readonly packed: Buffer; readonly isOld: boolean } | undefined {
    const [high, low] = hashOf(key)
    const place = this.#places.get(high, low)
    if (place === undefined) return undefined
    const index = this.#files.findLastIndex(({ number }) => number === place.file)
    const file = this.#files[index]
    if (file === undefined) return undefined
    const packed = file.read(place, this.#buffer)
    if (packed !== undefined && unpack(key, packed) !== undefined) {
      return { packed, isOld: index < this.#files.length - YOUNG_FILES }
    }
    this.#reportDamage(file, `expected a value at byte ${place.at}`)
    return undefined
  }

  #reportDamage(file: ValueFile, message: string): void {
    if (this.#damaged.has(file)) return
    this.#damaged.add(file)
    // Stops appending, because other readers would not find values after the damage.
    file.damage ??= message
    const path = this.#pathOf(file.number)
    this.#onDamage(`${path}: damaged, ${message}; what is missing is derived again`)
  }

  #pathOf(number: number): string {
    return join(this.#path, `${number}.values`)
  }

  /** Finds values that others wrote since the last call; returns false if nothing changed. */
  follow(): boolean {
    const before = this.#files.at(-1)?.scanned
    const isListed = this.#mayHaveChanged() && this.#list()
    // Other writers may not have noticed yet that a later file exists.
    for (const file of this.#files) this.#scan(file)
    return isListed || this.#files.at(-1)?.scanned !== before
  }

  #scan(file: ValueFile): void {
    file.scan(this.#places)
    if (file.damage !== undefined) this.#reportDamage(file, file.damage)
  }

  #mayHaveChanged(): boolean {
    const changedAt = statSync(this.#path, { throwIfNoEntry: false })?.mtimeMs
    if (changedAt === this.#changedAt && Date.now() > (changedAt ?? 0) + CLOCK_MS) return false
    this.#changedAt = changedAt
    return true
  }

  /** Opens new files and closes deleted ones; returns false if there were none. */
  #list(): boolean {
    const numbers = numbersIn(this.#path)
    this.#lastNumber = numbers.at(-1) ?? 0
    const valueFiles = this.#files.filter((file) => this.#isThere(file))
    for (const file of this.#files) if (!valueFiles.includes(file)) this.#close(file)
    const openNumbers = new Set(valueFiles.map(({ number }) => number))
    const added = numbers
      .filter((number) => !openNumbers.has(number))
      .flatMap((number) => this.#open(number))
    const isSame = added.length === 0 && valueFiles.length === this.#files.length
    this.#files = [...valueFiles, ...added].sort((a, b) => a.number - b.number)
    for (const file of added) this.#scan(file)
    return !isSame
  }

  #isThere(file: ValueFile): boolean {
    const stats = statSync(this.#pathOf(file.number), { throwIfNoEntry: false })
    return stats?.ino === file.stats().ino
  }

  #close(file: ValueFile): void {
    this.#places.forget(file.number)
    file.close()
  }

  #open(number: number): ValueFile[] {
    try {
      return [new ValueFile(this.#pathOf(number), number)]
    } catch (error) {
      // The file was deleted meanwhile, or belongs to another user.
      if (hasCode(error, 'ENOENT', 'EACCES', 'EISDIR')) return []
      // Retries later if too many files are open.
      this.#changedAt = undefined
      if (hasCode(error, 'EMFILE', 'ENFILE')) return []
      throw error
    }
  }

  /** Appends values except those that are too large. Rejects if they cannot be written; some may have been. */
  async write(values: Values): Promise<void> {
    for (const part of partsOf(values, this.#maxBytes())) {
      const batch = encodeBatch(part)
      try {
        await this.#append(batch)
      } catch (error) {
        const others = hasCode(error, 'ENOSPC', 'EDQUOT') ? otherStores(this.#path) : []
        if (others.length === 0) throw error
        for (const other of others) await remove(other.path)
        await this.#append(batch)
      }
      await this.#makeRoom()
    }
  }

  async #append(batch: Buffer): Promise<void> {
    createFolder(this.#path, 0o700)
    this.follow()
    const last = this.#files.at(-1)
    const isFull =
      last === undefined || last.scanned > Math.min(this.#maxBytes() / 4, MAX_FILE_BYTES)
    const file = isFull || !last.canAppend() ? this.#begin() : last
    try {
      await file.append(batch)
    } finally {
      this.follow()
    }
  }

  /** Opens the next file, creating it unless another writer just did. */
  #begin(): ValueFile {
    const number = this.#lastNumber + 1
    const file = new ValueFile(this.#pathOf(number), number, { isNew: true })
    this.#lastNumber = number
    this.#files.push(file)
    return file
  }

  /** Deletes the stores of other builds, then the oldest files, until the rest fits. */
  async #makeRoom(): Promise<void> {
    const others = otherStores(this.#path)
    let used = this.bytesUsed() + others.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { path, bytes } of others) {
      if (used <= this.#maxBytes()) return
      used -= bytes
      await remove(path)
    }
    while (used > this.#maxBytes() && this.#files.length > 1) {
      const [oldest, ...rest] = this.#files as [ValueFile, ...ValueFile[]]
      used -= oldest.stats().size
      this.#files = rest
      this.#close(oldest)
      await remove(this.#pathOf(oldest.number))
    }
  }

  /** Checks the disk for damage. Throws if nothing can be read or written now. */
  check(): void {
    this.#changedAt = undefined
    this.follow()
    for (const file of this.#files) {
      if (!file.isIntact()) this.#reportDamage(file, 'other bytes have taken the place of values')
    }
    if (!existsSync(this.#path)) return
    accessSync(this.#path, constants.W_OK)
    if (statfsSync(this.#path).bavail === 0)
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }

  bytesUsed(): number {
    return this.#files.reduce((sum, file) => sum + file.stats().size, 0)
  }

  close(): void {
    for (const file of this.#files) file.close()
    this.#files = []
  }
}

/** Splits values into batches. Omits values so large that they would evict a quarter of all others. */
function partsOf(values: Values, maxBytes: number): Values[] {
  const parts: Values[] = []
  const maxPartBytes = Math.min(MAX_BATCH_BYTES, maxBytes / 16)
  let part: (readonly [string, Buffer])[] = []
  let bytes = 0
  for (const value of values) {
    if (value[1].length > maxBytes / 4) continue
    part.push(value)
    bytes += value[1].length
    if (bytes < maxPartBytes) continue
    parts.push(part)
    part = []
    bytes = 0
  }
  if (part.length > 0) parts.push(part)
  return parts
}

/** Returns the numbers of the files in a folder, in order. */
function numbersIn(path: string): number[] {
  try {
    const names = readdirSync(path)
    return names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? [])).sort((a, b) => a - b)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

async function remove(path: string): Promise<void> {
  // Errors are ignored: another process may have deleted it, or may have it open, which some systems do not allow.
  await rm(path, { recursive: true, force: true }).catch(() => {})
}
