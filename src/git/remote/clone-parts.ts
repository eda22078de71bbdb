import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError, unless } from '../../errors.ts'
import { createRefs } from '../refs.ts'
import { listFolder } from '../text-file.ts'

const PACK_FOLDER = 'objects/pack'
const NEEDED = ['HEAD', 'config', 'refs', 'objects/info', PACK_FOLDER, 'shallow']

/** Sizes of the files of a complete clone, by name; 0 stands for any size, undefined for no file. */
export type CloneParts = ReadonlyMap<string, number | undefined>

/** Records the current files as the complete clone. Call this after every fetch and repack. */
export function readParts(gitDir: string): CloneParts {
  const names = [...NEEDED, ...packFiles(gitDir)]
  return new Map(names.map((name) => [name, sizeOf(gitDir, name)]))
}

/**
 * Returns whether all recorded files still exist, so that nobody else damaged the clone, and the refs of some branches
 * (`''`: HEAD) can be read. Packs never change, so their sizes are compared; other deleted refs are fetched again.
 */
export function isWhole(gitDir: string, parts: CloneParts, branches: readonly string[]): boolean {
  const readRefs = () => {
    const refs = createRefs(gitDir, gitDir)
    for (const branch of branches) refs.read(branch === '' ? 'HEAD' : `refs/heads/${branch}`)
    return refs.list('refs/heads/')
  }
  return (
    unless(readRefs, RepositoryError) !== undefined &&
    [...parts].every(([name, size]) => size === undefined || sizeOf(gitDir, name) === size)
  )
}

/** Returns whether any pack or index is damaged or lacks its counterpart. Reads all of these files. */
export async function hasDamagedPack(gitDir: string): Promise<boolean> {
  const names = packFiles(gitDir)
  for (const name of names) {
    const isAlone = !names.includes(name.replace(/idx$/, 'pack'))
    if (isAlone || !(await isIntact(join(gitDir, name)))) return true
  }
  return false
}

function sizeOf(gitDir: string, name: string): number | undefined {
  const stats = statSync(join(gitDir, name), { throwIfNoEntry: false })
  return stats && (name.startsWith(`${PACK_FOLDER}/`) ? stats.size : 0)
}

function packFiles(gitDir: string): string[] {
  return listFolder(join(gitDir, PACK_FOLDER))
    .filter((name) => /\.(?:pack|idx)$/.test(name))
    .map((name) => `${PACK_FOLDER}/${name}`)
}

const CHECKSUM_BYTES = 20

/** Packs and indexes end with a checksum of their content (https://git-scm.com/docs/gitformat-pack). */
async function isIntact(path: string): Promise<boolean> {
  const hash = createHash('sha1')
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    const bytes = Buffer.concat([tail, chunk])
    hash.update(bytes.subarray(0, -CHECKSUM_BYTES))
    tail = bytes.subarray(-CHECKSUM_BYTES)
  }
  return tail.equals(hash.digest())
}
