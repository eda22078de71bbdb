import { createHash } from 'node:crypto'
import { promises } from 'node:fs'
import { join } from 'node:path'
import type { PromiseFsClient } from 'isomorphic-git'

/** File system for isomorphic-git that makes a fetch safe to break off; see `createCloneFiles`. */
interface CloneFiles {
  readonly fs: PromiseFsClient
  /** Writes the `shallow` file as the fetch left it; to be called when the objects are all there. */
  finish(): Promise<void>
}

/**
 * isomorphic-git writes `shallow` before the objects arrive, files in place and packs unchecked. Here `shallow` is held
 * back, every file appears whole, a pack whose checksum is wrong is refused, and refs are left to the caller.
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
