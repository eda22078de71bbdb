import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, databaseBytes, openDatabase } from './database.ts'

/** Bytes by key, of which those that were not used for long are forgotten. */
export interface Values {
  /** Valid until the next call. Those that are old are forgotten next, unless they are written again. */
  get(key: string): { readonly bytes: Buffer; readonly isOld: boolean } | undefined
  /** Visible to everybody when it returns. Throws when the disk is full; what was written until then stays. */
  write(values: Iterable<readonly [key: string, value: Buffer]>): void
  /** Closes what others have deleted: until then it takes space on disk. */
  follow(): void
  /** On disk. */
  bytesUsed(): number
  close(): void
}

export interface GenerationsOptions {
  /** Folder of its own, created when needed. */
  readonly path: string
  /** Asked for with each write. */
  readonly maxBytes: () => number
  readonly warn: (message: string) => void
}

interface Generation {
  readonly number: number
  readonly database: Database
}

/** Of one transaction, while which other threads and processes wait to write theirs. */
const MAX_PART_BYTES = 8 << 20

/** Codes of lmdb's errors: a wrong page, a missing one, a failed update, a transaction that has failed before. */
const DAMAGES: ReadonlySet<unknown> = new Set([-30796, -30797, -30795, -30782])

/** Two changes of a folder within this time may have the same time. */
const CLOCK_MS = 100

/**
 * Opens the values in a folder, which other threads and processes may use at the same time: two databases in folders named
 * by numbers. The younger one is written to, and once it has half of `maxBytes`, the older one is deleted and a new one
 * begun; everybody else notices when writing or missing a value. Throws where nothing can be written.
 */
export function openGenerations({ path, maxBytes, warn }: GenerationsOptions): Values {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
    rmSync(`${path}.damaged`, { recursive: true, force: true })
    renameSync(path, `${path}.damaged`)
    warn(`${path}: expected a folder; moved to ${path}.damaged, and made anew`)
  }
  let young = openYoung()
  let old = openOld()
  /** When the folder changed last, in milliseconds since 1970; undefined: nobody has asked. */
  let seen: number | undefined

  function open(number: number): Generation {
    return { number, database: openDatabase(folderOf(path, number), warn) }
  }

  function openYoung(): Generation {
    mkdirSync(path, { recursive: true })
    for (;;) {
      const newest = numbersIn(path)[0]
      // Left by versions that had one database.
      if (newest === undefined) removeAllBut(path, [])
      try {
        return open(newest ?? 1)
      } catch (error) {
        // Others may have deleted it meanwhile, for they have begun another.
        if (numbersIn(path)[0] === newest) throw error
      }
    }
  }

  function openOld(): Generation | undefined {
    const number = numbersIn(path).find((one) => one < young.number)
    if (number === undefined) return undefined
    try {
      return open(number)
    } catch {
      return undefined
    }
  }

  /** Goes on with the generations that others have begun; false when there are none. */
  function follow(): boolean {
    const [newest, before] = numbersIn(path)
    if (newest === young.number) return false
    const left = [young, old]
    young = openYoung()
    const known = left.find((one) => one?.number === before)
    old = known ?? openOld()
    for (const one of left) if (one !== known) one?.database.close()
    return true
  }

  /** Whether generations may have been begun or deleted since it was asked last. */
  function mayHaveChanged(): boolean {
    const { mtimeMs } = statSync(path)
    const isSame = mtimeMs === seen && Date.now() > mtimeMs + CLOCK_MS
    seen = mtimeMs
    return !isSame
  }

  function tryFollow(): boolean {
    try {
      return mayHaveChanged() && follow()
    } catch {
      // The folder was deleted, or the disk is full: what is open goes on.
      return false
    }
  }

  /** Begins a generation, unless others have begun one. */
  function rotate(): void {
    if (follow()) return
    const next = young.number + 1
    // It is larger where the limit has become smaller.
    const isTooLarge = bytesOf(young) > maxBytes()
    removeAllBut(path, isTooLarge ? [next] : [young.number, next])
    mkdirSync(folderOf(path, next), { recursive: true })
    follow()
  }

  /** Begins anew, unless others have done so: what is damaged would fail each time. Throws any other error. */
  function replaceDamaged(error: unknown): void {
    if (!(error instanceof Error && 'code' in error && DAMAGES.has(error.code))) throw error
    if (follow()) return
    const next = young.number + 1
    removeAllBut(path, [next])
    mkdirSync(folderOf(path, next), { recursive: true })
    follow()
    warn(`${path}: ${error.message}; made anew`)
  }

  function bytesOf({ number }: Generation): number {
    return databaseBytes(folderOf(path, number))
  }

  function find(key: string): ReturnType<Values['get']> {
    const bytes = young.database.get(key)
    if (bytes !== undefined) return { bytes, isOld: false }
    const oldBytes = old?.database.get(key)
    return oldBytes && { bytes: oldBytes, isOld: true }
  }

  return {
    get(key) {
      try {
        return find(key) ?? (tryFollow() ? find(key) : undefined)
      } catch (error) {
        replaceDamaged(error)
        return undefined
      }
    },
    follow: () => void tryFollow(),
    write(values) {
      mkdirSync(path, { recursive: true })
      follow()
      for (const part of partsOf(values, maxBytes())) {
        try {
          young.database.write(part)
        } catch (error) {
          replaceDamaged(error)
          young.database.write(part)
        }
        if (bytesOf(young) > maxBytes() / 2) rotate()
      }
    },
    bytesUsed: () => bytesOf(young) + (old === undefined ? 0 : bytesOf(old)),
    close() {
      young.database.close()
      old?.database.close()
    },
  }
}

/** Values in parts that are written at once; those that would push out a quarter of all others are left out. */
function* partsOf(
  values: Iterable<readonly [string, Buffer]>,
  maxBytes: number,
): Generator<(readonly [string, Buffer])[]> {
  const maxPartBytes = Math.min(MAX_PART_BYTES, maxBytes / 16)
  let part: (readonly [string, Buffer])[] = []
  let bytes = 0
  for (const value of values) {
    if (value[1].length > maxBytes / 4) continue
    part.push(value)
    bytes += value[1].length
    if (bytes < maxPartBytes) continue
    yield part
    part = []
    bytes = 0
  }
  if (part.length > 0) yield part
}

function folderOf(path: string, number: number): string {
  return join(path, String(number))
}

/** Of the generations in a folder, the newest first. */
function numbersIn(path: string): number[] {
  const numbers = readdirSync(path).flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []))
  return numbers.sort((a, b) => b - a)
}

/** Deletes all in a folder but some generations. Others may be using them: they find what they have open until they close it. */
function removeAllBut(path: string, kept: readonly number[]): void {
  for (const name of readdirSync(path)) {
    if (kept.some((number) => String(number) === name)) continue
    try {
      rmSync(join(path, name), { recursive: true, force: true })
    } catch {
      // Others have it open, on systems that mind, or open it just now: it is deleted the next time.
    }
  }
}
