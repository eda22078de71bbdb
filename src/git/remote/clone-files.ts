import { createHash } from 'node:crypto'
import { promises } from 'node:fs'
import { join } from 'node:path'
import type { PromiseFsClient } from 'isomorphic-git'

/** See `createCloneFiles`. */
interface CloneFiles {
  readonly fs: PromiseFsClient
  /** Writes the `shallow` file of the fetch; to be called when all objects have arrived. */
  finish(): Promise<void>
}

/**
 * A file system for isomorphic-git that makes it safe to interrupt a fetch. By itself it writes `shallow` before the
 * objects arrive, files in place and packs unchecked. Here `shallow` is written last, files are replaced whole, packs with
 * a wrong checksum are refused, and refs are left to the caller.
 */
export function createCloneFiles(gitDir: string): CloneFiles {
  const shallowPath = join(gitDir, 'shallow')
  const refsPath = join(gitDir, 'refs')
  let shallow: string | undefined

  async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
    const temporary = `${path}.tmp`
    try {
      await promises.writeFile(temporary, content)
      await promises.rename(temporary, path)
    } catch (error) {
      await promises.rm(temporary, { force: true })
      throw error
    }
  }

  async function writeFile(path: string, content: string | Uint8Array): Promise<void> {
    if (path === shallowPath) {
      shallow = String(content)
      return
    }
    if (path.startsWith(refsPath)) return
    if (path.endsWith('.pack') && typeof content !== 'string') checkPack(content)
    await replaceFile(path, content)
  }

  async function unlink(path: string): Promise<void> {
    if (path === shallowPath) shallow = ''
    else await promises.unlink(path)
  }

  return {
    fs: { promises: { ...promises, writeFile, unlink } },
    async finish() {
      if (shallow === '') await promises.rm(shallowPath, { force: true })
      else if (shallow !== undefined) await replaceFile(shallowPath, shallow)
      shallow = undefined
    },
  }
}

function checkPack(pack: Uint8Array): void {
  const sum = createHash('sha1').update(pack.subarray(0, -20)).digest()
  if (!sum.equals(pack.subarray(-20))) throw new Error('the pack was damaged on its way')
}
