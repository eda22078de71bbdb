import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { createRefs } from '../refs.ts'
import { isAbsence } from '../text-file.ts'

/** Detects that somebody else deleted or truncated files of a clone. */
export interface CloneParts {
  /** Records the current files as the complete clone. Call this after every fetch and repack. */
  remember(): void
  /** Returns whether all recorded files still exist and the refs of some branches (`''`: HEAD) can be read. */
  isWhole(branches: readonly string[]): boolean
}

const PACK_FOLDER = 'objects/pack'
const NEEDED = ['HEAD', 'config', 'refs', 'objects/info', PACK_FOLDER, 'shallow']

/**
 * Packs never change, so their sizes are compared. A deleted ref is fetched again, so only the wanted refs must be
 * readable.
 */
export function createCloneParts(gitDir: string): CloneParts {
  let sizes: ReadonlyMap<string, number | undefined> = new Map()

  const sizeOf = (name: string): number | undefined => {
    const stats = statSync(join(gitDir, name), { throwIfNoEntry: false })
    // Only packs are compared by size; 0 stands for any size.
    return stats && (name.startsWith(`${PACK_FOLDER}/`) ? stats.size : 0)
  }

  return {
    remember() {
      const names = [...NEEDED, ...packFiles(gitDir)]
      sizes = new Map(names.map((name) => [name, sizeOf(name)]))
    },
    isWhole(branches) {
      try {
        const refs = createRefs(gitDir, gitDir)
        for (const branch of branches) refs.read(branch === '' ? 'HEAD' : `refs/heads/${branch}`)
        refs.list('refs/heads/')
      } catch (error) {
        if (error instanceof RepositoryError) return false
        throw error
      }
      return [...sizes].every(([name, size]) => size === undefined || sizeOf(name) === size)
    },
  }
}

function packFiles(gitDir: string): string[] {
  try {
    const names = readdirSync(join(gitDir, PACK_FOLDER))
    return names
      .filter((name) => /\.(?:pack|idx)$/.test(name))
      .map((name) => `${PACK_FOLDER}/${name}`)
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}
