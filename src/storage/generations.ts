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
const MAX_PART_BYTES = 4 << 20

/** Codes of lmdb's errors: a wrong page, a missing one, a failed update, a transaction that has failed before. */
const DAMAGES: ReadonlySet<unknown> = new Set([-30796, -30797, -30795, -30782])

/**
 * A database without values, for turns: where a file is deleted while lmdb opens it, the process ends with SIGSEGV or two use
 * one file with two locks (lmdb 3.5.6). It stays as long as the folder.
 */
const TURNS = 'turns'

/** Two changes of a folder within this time may have the same time. */
const CLOCK_MS = 100

/**
 * Opens the values in a folder, which other threads and processes may use at the same time: two databases in folders
 * named by numbers. The younger one is written to, and once it has half of `maxBytes`, the older one is deleted and a
 * new one begun; everybody else notices when writing or missing a value. Throws where nothing can be written. It is
 * long because its functions share the two databases.
 */
export function openGenerations({ path, maxBytes, warn }: GenerationsOptions): Values {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
    rmSync(`${path}.damaged`, { recursive: true, force: true })
    renameSync(path, `${path}.damaged`)
    warn(`${path}: expected a folder; moved to ${path}.damaged, and made anew`)
  }
  let turns = open(TURNS)
  let [young, old] = exclusively(() => openNewest([]))
  /** When the folder changed last, in milliseconds since 1970; undefined: nobody has asked. */
  let seen: number | undefined

  function open(name: string): Database {
    return openDatabase(join(path, name), warn)
  }

  /** While nobody else opens or deletes generations. */
  function exclusively<T>(run: () => T): T {
    // With the whole folder.
    if (turns.isDeleted()) {
      turns.close()
      turns = open(TURNS)
    }
    return turns.exclusively(run)
  }

  /** Takes the older one from those that are open. */
  function openNewest(
    known: readonly (Generation | undefined)[],
  ): [young: Generation, old: Generation | undefined] {
    const [newest, before] = numbersIn(path)
    // Left by versions that had one database.
    if (newest === undefined) removeAllBut(path, [])
    const number = newest ?? 1
    const young = { number, database: open(String(number)) }
    return [young, known.find((one) => one?.number === before) ?? openOld(before)]
  }

  function openOld(number: number | undefined): Generation | undefined {
    if (number === undefined) return undefined
    try {
      return { number, database: open(String(number)) }
    } catch {
      return undefined
    }
  }

  /** Goes on with the generations that others have begun; false when there are none. */
  function follow(): boolean {
    return numbersIn(path)[0] !== young.number && exclusively(followInTurn)
  }

  function followInTurn(): boolean {
    if (numbersIn(path)[0] === young.number) return false
    const left = [young, old]
    ;[young, old] = openNewest(left)
    for (const one of left) if (one !== old) one?.database.close()
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

  /** Begins a generation, unless others have begun one; false when they have. */
  function begin(keepsYoung: boolean): boolean {
    return exclusively(() => {
      if (followInTurn()) return false
      const next = young.number + 1
      removeAllBut(path, keepsYoung ? [young.number, next] : [next])
      mkdirSync(join(path, String(next)), { recursive: true })
      return followInTurn()
    })
  }

  /** Begins anew, unless others have done so: what is damaged would fail each time. Throws any other error. */
  function replaceDamaged(error: unknown): void {
    if (!(error instanceof Error && 'code' in error && DAMAGES.has(error.code))) throw error
    if (begin(false)) warn(`${path}: ${error.message}; made anew`)
  }

  function bytesOf({ number }: Generation): number {
    return databaseBytes(join(path, String(number)))
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
        const bytes = bytesOf(young)
        // It is larger than all may be where the limit has become smaller.
        if (bytes > maxBytes() / 2) begin(bytes <= maxBytes())
      }
    },
    bytesUsed: () => bytesOf(young) + (old === undefined ? 0 : bytesOf(old)),
    close() {
      young.database.close()
      old?.database.close()
      turns.close()
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

/** Of the generations in a folder, the newest first. */
function numbersIn(path: string): number[] {
  const numbers = readdirSync(path).flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []))
  return numbers.sort((a, b) => b - a)
}

/** Deletes all in a folder but some generations. Others may be using them: they find what they have open until they close it. */
function removeAllBut(path: string, kept: readonly number[]): void {
  for (const name of readdirSync(path)) {
    if (name === TURNS || kept.some((number) => String(number) === name)) continue
    try {
      rmSync(join(path, name), { recursive: true, force: true })
    } catch {
      // Others have it open, on systems that mind: it is deleted the next time.
    }
  }
}
