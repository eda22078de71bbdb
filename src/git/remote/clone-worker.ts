import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { isOid } from '../objects/object.ts'
import { createObjectStore } from '../objects/objects.ts'
import { openRepository } from '../open.ts'
import { createRefs } from '../refs.ts'
import type { Repository } from '../repository.ts'
import { packBytes, writeRefFile } from './clone-folder.ts'
import type { Credentials } from './credentials.ts'
import { indexPack } from './index-pack.ts'
import { type RemoteLimits, tooLargeMessage } from './limits.ts'
import { createPackFile, type PackFile } from './pack-file.ts'
import type { FetchedRef, FetchOptions } from './remote.ts'
import { fetchPack, type PackRequest, type Session } from './upload-pack.ts'
import { writePackIndex } from './write-pack-index.ts'

/** The job of a clone worker: a fetch. Each worker does one. */
export interface CloneJob extends FetchOptions {
  readonly session: Session
  readonly credentials: Credentials | undefined
  readonly limits: RemoteLimits
}

/** What it says: that it is at work, at last which of the refs may be set, or the message of an error. */
export type CloneAnswer =
  | 'working'
  | { readonly fetched: readonly FetchedRef[] }
  | { readonly message: string; readonly code: RepositoryErrorCode | undefined }

/** As git sends it: servers take it for "all". */
const INFINITE_DEPTH = 0x7fffffff
const MAX_HAVES = 256
/** The offsets of an index have 32 bits. */
const MAX_PACK_BYTES = 2 ** 32 - 1
const SAY_MS = 1000

const tell = (answer: CloneAnswer): void => parentPort?.postMessage(answer)

let saidAt = 0
function onActivity(): void {
  const now = performance.now()
  if (now - saidAt < SAY_MS) return
  saidAt = now
  tell('working')
}

/** Fetches what is missing in one pack. Refs are left to the caller. */
async function run(job: CloneJob): Promise<CloneAnswer> {
  try {
    const { gitDir, refs } = job
    const wants = new Set(refs.map(({ oid }) => oid))
    if (job.depth === 'new') for (const oid of findPresent(gitDir, wants)) wants.delete(oid)
    if (wants.size > 0) await fetchMissing(job, [...wants])
    const present = findPresent(gitDir, new Set(refs.map(({ oid }) => oid)))
    return { fetched: refs.filter(({ oid }) => present.has(oid)) }
  } catch (error) {
    const code = error instanceof RepositoryError ? error.code : undefined
    return { message: explain(error), code }
  }
}

async function fetchMissing(job: CloneJob, wants: readonly string[]): Promise<void> {
  const { gitDir, depth, maxBytes } = job
  const shallow = new Set(readShallow(gitDir))
  const request: PackRequest = {
    wants,
    haves: depth === 'tip' ? [] : findHaves(gitDir),
    shallow: [...shallow],
    depth: { tip: 1, new: undefined, all: INFINITE_DEPTH }[depth],
  }
  const packDir = join(gitDir, 'objects/pack')
  const message = tooLargeMessage(packBytes(gitDir) + Math.min(maxBytes, MAX_PACK_BYTES))
  const file = createPackFile(packDir, Math.min(maxBytes, MAX_PACK_BYTES), message)
  try {
    await fetchPack(job.session, request, {
      ...job,
      onActivity,
      onShallow: (oid, isShallow) => void (isShallow ? shallow.add(oid) : shallow.delete(oid)),
      onPack: (bytes) => file.write(bytes),
    })
    await keepPack(file, packDir)
  } finally {
    file.discard()
  }
  // Last: until all objects are here, the old boundary holds.
  const path = join(gitDir, 'shallow')
  if (shallow.size === 0) rmSync(path, { force: true })
  else writeRefFile(path, [...shallow, ''].join('\n'))
}

async function keepPack(file: PackFile, packDir: string): Promise<void> {
  const { path, checksum } = file.finish()
  const objects = await indexPack(path, onActivity)
  if (objects.count === 0) return
  const name = join(packDir, `pack-${checksum}`)
  writePackIndex(`${name}.idx.tmp`, objects, checksum)
  renameSync(path, `${name}.pack`)
  renameSync(`${name}.idx.tmp`, `${name}.idx`)
}

/** Those that are here; of a commit its tree as well. */
function findPresent(gitDir: string, oids: ReadonlySet<string>): Set<string> {
  const folders = [join(gitDir, 'objects')]
  const options = { folders, maxObjectBytes: 16 << 20, cacheBytes: 1 << 20, verify: true }
  const store = createObjectStore(options)
  const isHere = (oid: string): boolean => {
    try {
      const object = store.read(oid)
      if (object?.type !== 'commit') return object !== undefined
      return store.read(object.data.toString('latin1', 'tree '.length, 45)) !== undefined
    } catch (error) {
      if (error instanceof RepositoryError) return false
      throw error
    }
  }
  try {
    return new Set([...oids].filter(isHere))
  } finally {
    store.close()
  }
}

/** What is here, for the remote to leave out: the ends of refs, and ancestors ever further away, as refs may be rewritten. */
function findHaves(gitDir: string): string[] {
  const haves = new Set<string>()
  const refs = createRefs(gitDir, gitDir)
  const names = ['refs/heads/', 'refs/remotes/origin/', 'refs/tags/'].flatMap(refs.list)
  const repository = openRepository({ path: gitDir })
  try {
    for (const name of names) {
      if (haves.size >= MAX_HAVES) break
      const oid = refs.read(name)
      if (oid === undefined || haves.has(oid)) continue
      haves.add(oid)
      if (name.startsWith('refs/heads/')) addAncestors(repository, oid, haves)
    }
  } finally {
    repository.close()
  }
  return [...haves]
}

const MAX_DISTANCE = 4096

function addAncestors(repository: Repository, oid: string, haves: Set<string>): void {
  let at: string | undefined = oid
  let next = 1
  for (let distance = 0; at !== undefined && distance <= MAX_DISTANCE; distance++) {
    try {
      const { parents } = repository.readCommit(at)
      if (distance === next) {
        haves.add(at)
        next *= 2
      }
      at = repository.isShallow(at) ? undefined : parents[0]
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error
      if (distance === 0) haves.delete(oid) // A ref whose commit never arrived.
      return
    }
  }
}

function readShallow(gitDir: string): readonly string[] {
  try {
    return readFileSync(join(gitDir, 'shallow'), 'utf8').split('\n').filter(isOid)
  } catch {
    return [] // The clone is whole.
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof RepositoryError) return error.message
  return 'code' in error ? `${String(error.code)}: ${error.message}` : error.message
}

// Typed by its only caller, embedded-git.ts.
tell(await run(workerData as CloneJob))
