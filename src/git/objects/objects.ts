import { createHash } from 'node:crypto'
import { type Cache, createCache, identityOf } from '../../cache.ts'
import { messageOf, RepositoryError } from '../../errors.ts'
import { isAbsence } from '../text-file.ts'
import { applyDelta } from './delta.ts'
import { inflate } from './inflate.ts'
import { findLooseIds, hasLooseObject, readLooseObject } from './loose.ts'
import { damaged, type GitObject, isOid, OBJECT_TYPES } from './object.ts'
import { type Pack, type PackEntry, readPackEntry } from './pack.ts'
import { findOffset } from './pack-index.ts'
import { PackSet } from './pack-set.ts'

interface ObjectStoreOptions {
  /** The repository's own `objects` folder first, then its alternates. */
  readonly folders: readonly string[]
  readonly maxObjectBytes: number
  /** Size of a private cache; by default, all stores of a thread share one. */
  readonly cacheBytes?: number | undefined
  /** Whether to hash every object and compare it with its id. */
  readonly verify: boolean
}

interface Link {
  readonly offset: number
  readonly entry: PackEntry | undefined
}

const NO_PACKS: ReadonlySet<Pack> = new Set()
// A repack may remove packs during a read; how often to look for their replacements.
const MAX_ROUNDS = 4
// Git writes chains of up to 4095 deltas. The limit also stops at cycles of deltas by id.
const MAX_CHAIN = 4096
const MAX_HELD_BYTES = 16 * 1024 * 1024
// Bounds the CPU time that a small hostile pack can cost.
const MAX_CHAIN_RESULTS = 256

/** Holds several versions of a file of a few MB; a larger object is rebuilt at every read. */
const sharedCache = createCache<GitObject>({ maxBytes: 32 * 1024 * 1024 })

/** Reads objects by id from packs and loose files. Opens the pack indexes at once, and everything else on demand. */
export class ObjectStore {
  readonly #options: ObjectStoreOptions
  readonly #packs: PackSet
  /** Objects by pack and offset. */
  readonly #cache: Cache<GitObject>
  #isClosed = false

  constructor(options: ObjectStoreOptions) {
    const { folders, cacheBytes } = options
    this.#options = options
    this.#packs = new PackSet(folders)
    this.#cache = cacheBytes === undefined ? sharedCache : createCache({ maxBytes: cacheBytes })
  }

  /** Reads an object; undefined if there is none. Throws RepositoryError naming it if it is damaged or too large. */
  read(oid: string): GitObject | undefined {
    if (!isOid(oid)) throw damaged(`${oid}: expected an object id of 40 hex digits`)
    if (this.#isClosed)
      throw new RepositoryError('stopped', `object ${oid}: the repository is closed`)
    try {
      const object = this.#find(oid)
      if (object && this.#options.verify) checkHash(oid, object)
      return object
    } catch (cause) {
      const reason = messageOf(cause)
      const isSystemError = cause instanceof Error && 'syscall' in cause
      if (!(cause instanceof RepositoryError) && !isSystemError) throw cause
      const code = cause instanceof RepositoryError ? cause.code : 'disk'
      throw new RepositoryError(code, `object ${oid}: ${reason}`, { cause })
    }
  }

  /** Tries every copy of the object, since another copy may be intact. */
  #find(oid: string): GitObject | undefined {
    const key = Buffer.from(oid, 'hex')
    const tried = new Set<Pack>()
    let failure: unknown
    for (let round = 0; round < MAX_ROUNDS; round++) {
      for (
        let location = this.#packs.find(key, tried);
        location;
        location = this.#packs.find(key, tried)
      ) {
        tried.add(location.pack)
        try {
          return this.#readPacked(location.pack, location.offset)
        } catch (error) {
          // A repack removed this pack: a new pack holds its objects.
          if (isAbsence(error)) this.#packs.drop(location.pack)
          else failure ??= error
        }
      }
      for (const folder of this.#options.folders) {
        try {
          const object = readLooseObject(folder, oid, this.#options.maxObjectBytes)
          if (object) return object
        } catch (error) {
          failure ??= error
        }
      }
      if (!this.#packs.refresh()) break
    }
    const [damage] = this.#packs.damages()
    if (failure ?? damage) throw failure ?? damage
    return undefined
  }

  #readPacked(pack: Pack, start: number): GitObject {
    const chain: Link[] = []
    let held = 0
    let offset = start
    const key = `${identityOf(pack)} `
    let object = this.#cache.get(key + offset)
    while (!object) {
      const entry = readPackEntry(pack, offset, this.#options.maxObjectBytes)
      if (entry.base === undefined) {
        object = toObject(entry)
        this.#cache.set(key + offset, object, object.data.length)
        break
      }
      if (chain.length === MAX_CHAIN) throw damaged('cyclic or endless chain of deltas')
      held += entry.body.length
      chain.push({ offset, entry: held <= MAX_HELD_BYTES ? entry : undefined })
      offset = typeof entry.base === 'number' ? entry.base : findBase(pack, entry.base)
      object = this.#cache.get(key + offset)
    }
    return this.#applyChain(pack, chain, object)
  }

  #applyChain(pack: Pack, chain: readonly Link[], base: GitObject): GitObject {
    let object = base
    let resultBytes = 0
    for (let i = chain.length - 1; i >= 0; i--) {
      const { offset, entry } = chain[i]!
      const { body, size } = entry ?? readPackEntry(pack, offset, this.#options.maxObjectBytes)
      const data = applyDelta(object.data, inflate(body, size), this.#options.maxObjectBytes)
      resultBytes += data.length
      if (resultBytes > MAX_CHAIN_RESULTS * this.#options.maxObjectBytes) {
        throw new RepositoryError(
          'too-large',
          `chain of deltas makes more than ${resultBytes - data.length} bytes`,
        )
      }
      object = { type: object.type, data }
      this.#cache.set(`${identityOf(pack)} ${offset}`, object, data.length)
    }
    return object
  }

  close(): void {
    this.#isClosed = true
    this.#packs.close()
  }

  /** Returns the distinct ids that start with a prefix of at least two hex digits, up to `limit` from each pack. */
  findIds(prefix: string, limit: number): readonly string[] {
    this.#packs.refresh()
    const loose = this.#options.folders.flatMap((folder) => findLooseIds(folder, prefix))
    return [...new Set([...this.#packs.findIds(prefix, limit), ...loose])]
  }

  /** Returns whether a pack or a loose file has the object, even if damaged. */
  has(oid: string): boolean {
    if (!isOid(oid)) return false
    const key = Buffer.from(oid, 'hex')
    const isThere = () =>
      this.#packs.find(key, NO_PACKS) !== undefined ||
      this.#options.folders.some((folder) => hasLooseObject(folder, oid))
    return isThere() || (this.#packs.refresh() && isThere())
  }
}

/** Throws RepositoryError if the base is outside the pack, as in thin packs, which Git uses only for transfers. */
function findBase({ index }: Pack, oid: Buffer): number {
  const offset = findOffset(index, oid)
  if (offset >= 0) return offset
  const message = `base ${oid.toString('hex')} of its delta is missing`
  throw damaged(message)
}

function toObject(entry: PackEntry): GitObject {
  const type = OBJECT_TYPES[entry.type - 1]
  if (!type) throw damaged(`unknown object type ${entry.type}`)
  return { type, data: inflate(entry.body, entry.size) }
}

function checkHash(oid: string, { type, data }: GitObject): void {
  const hash = createHash('sha1').update(`${type} ${data.length}\0`).update(data).digest('hex')
  if (hash !== oid) throw damaged(`content hashes to ${hash}`)
}
