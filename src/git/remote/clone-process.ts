import { hash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { RepositoryError, type RepositoryErrorCode, unless } from '../../errors.ts'
import { bufferOver } from '../../text.ts'
import { ObjectStore } from '../objects/objects.ts'
import { openRepository } from '../open.ts'
import { createRefs } from '../refs.ts'
import type { Repository } from '../repository.ts'
import { writeCloneFile } from './clone-folder.ts'
import { type PackFetch, readPackAnswer } from './pack-fetch.ts'

/** The one job that a clone process does. */
export interface CloneJob {
  readonly gitDir: string
  readonly oids: readonly string[]
  /** A remote's response in a file, which is unpacked into the clone. The caller sets the refs. */
  readonly answer: { readonly packFetch: PackFetch; readonly path: string } | undefined
}

/** The message that a clone process sends when it is done. */
export interface CloneResult {
  /** The requested objects that are now in the clone; a commit counts only together with its tree. */
  readonly present: readonly string[]
  /** Without a response: commits by which the remote can tell which history to omit. */
  readonly haves: readonly string[]
  /** The last message in the response. */
  readonly said: string
}

/** The message that a clone process sends instead. */
export interface CloneFailure {
  readonly message: string
  readonly code: RepositoryErrorCode | undefined
}

const MAX_HAVES = 256
const MAX_DISTANCE = 4096

async function run({ gitDir, oids, answer }: CloneJob): Promise<CloneResult | CloneFailure> {
  try {
    const said = answer === undefined ? '' : await take(gitDir, answer)
    const haves = answer === undefined ? findHaves(gitDir) : []
    return { present: findPresent(gitDir, oids), haves, said }
  } catch (error) {
    const code = error instanceof RepositoryError ? error.code : undefined
    return { message: explain(error), code }
  }
}

function take(
  gitDir: string,
  { packFetch, path }: NonNullable<CloneJob['answer']>,
): Promise<string> {
  let count = 0
  return readPackAnswer(packFetch, createReadStream(path), {
    writePack(name, bytes) {
      if (name.endsWith('.pack')) count = checkPack(bytes)
      else checkIndex(bytes, count)
      writeCloneFile(gitDir, `objects/pack/${name}`, bytes)
    },
    writeShallow(text) {
      if (text === '') rmSync(join(gitDir, 'shallow'), { force: true })
      else writeCloneFile(gitDir, 'shallow', text)
    },
  })
}

/** Returns the number of objects in a pack. Throws an Error if the pack's checksum is wrong. */
function checkPack(pack: Uint8Array): number {
  const sum = hash('sha1', pack.subarray(0, -20), 'buffer')
  if (!sum.equals(pack.subarray(-20))) throw new Error('the pack was damaged in transit')
  return bufferOver(pack).readUInt32BE(8)
}

/** isomorphic-git silently skips objects that are damaged or exceed the available memory. */
function checkIndex(index: Uint8Array, count: number): void {
  const indexed = bufferOver(index).readUInt32BE(8 + 255 * 4)
  if (indexed === count) return
  const lacking = `${count - indexed} of the ${count} objects that it sent`
  throw new RepositoryError('needs-git', `${lacking} are damaged or too large`)
}

function findPresent(gitDir: string, oids: readonly string[]): string[] {
  const folders = [join(gitDir, 'objects')]
  const options = { folders, maxObjectBytes: 16 << 20, cacheBytes: 1 << 20, verify: true }
  const store = new ObjectStore(options)
  const find = (oid: string) => {
    const object = store.read(oid)
    if (object?.type !== 'commit') return object
    return store.read(object.data.toString('latin1', 'tree '.length, 45))
  }
  try {
    return oids.filter((oid) => unless(() => find(oid), RepositoryError) !== undefined)
  } finally {
    store.close()
  }
}

/** Returns the tips of refs, and their ancestors at growing distances in case refs were rewritten. */
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

function addAncestors(repository: Repository, oid: string, haves: Set<string>): void {
  const read = (at: string) => unless(() => repository.readCommit(at), RepositoryError)
  let commit = read(oid)
  // The ref's commit never arrived.
  if (commit === undefined) haves.delete(oid)
  let next = 1
  for (let distance = 0; commit !== undefined && distance <= MAX_DISTANCE; distance++) {
    if (distance === next) {
      haves.add(commit.oid)
      next *= 2
    }
    const [parent] = repository.isShallow(commit.oid) ? [] : commit.parents
    commit = parent === undefined ? undefined : read(parent)
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof RepositoryError) return error.message
  return 'code' in error ? `${String(error.code)}: ${error.message}` : error.message
}

// The parent has the result or is gone. A regular exit would wait for pending file operations.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Typed by its only caller, run-clone-process.ts.
process.once('message', async (job) => {
  process.send?.(await run(job as CloneJob), undefined, undefined, () => process.disconnect())
})
