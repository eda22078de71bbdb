import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { createRefs } from '../refs.ts'
import { isAbsence } from '../text-file.ts'

const PACK_FOLDER = 'objects/pack'
const NEEDED = ['HEAD', 'config', 'refs', 'objects/info', PACK_FOLDER, 'shallow']

/**
 * Detects damage to a clone by somebody else. Packs never change, so their sizes are compared. A deleted ref is
 * fetched again, so only the wanted refs must be readable.
 */
export class CloneParts {
  readonly #gitDir: string
  #sizes: ReadonlyMap<string, number | undefined> = new Map()

  constructor(gitDir: string) {
    this.#gitDir = gitDir
  }

  /** Records the current files as the complete clone. Call this after every fetch and repack. */
  remember(): void {
    const names = [...NEEDED, ...this.#packFiles()]
    this.#sizes = new Map(names.map((name) => [name, this.#sizeOf(name)]))
  }

  /** Returns whether all recorded files still exist and the refs of some branches (`''`: HEAD) can be read. */
  isWhole(branches: readonly string[]): boolean {
    try {
      const refs = createRefs(this.#gitDir, this.#gitDir)
      for (const branch of branches) refs.read(branch === '' ? 'HEAD' : `refs/heads/${branch}`)
      refs.list('refs/heads/')
    } catch (error) {
      if (error instanceof RepositoryError) return false
      throw error
    }
    return [...this.#sizes].every(
      ([name, size]) => size === undefined || this.#sizeOf(name) === size,
    )
  }

  /** Returns whether any pack or index is damaged or lacks its counterpart. Reads all of these files. */
  async hasDamagedPack(): Promise<boolean> {
    const names = this.#packFiles()
    for (const name of names) {
      const isAlone = !names.includes(name.replace(/idx$/, 'pack'))
      if (isAlone || !(await isIntact(join(this.#gitDir, name)))) return true
    }
    return false
  }

  #sizeOf(name: string): number | undefined {
    const stats = statSync(join(this.#gitDir, name), { throwIfNoEntry: false })
    // Only packs are compared by size; 0 stands for any size.
    return stats && (name.startsWith(`${PACK_FOLDER}/`) ? stats.size : 0)
  }

  #packFiles(): string[] {
    try {
      const names = readdirSync(join(this.#gitDir, PACK_FOLDER))
      return names
        .filter((name) => /\.(?:pack|idx)$/.test(name))
        .map((name) => `${PACK_FOLDER}/${name}`)
    } catch (error) {
      if (isAbsence(error)) return []
      throw error
    }
  }
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
