import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const CHECKSUM_BYTES = 20
const CHUNK_BYTES = 1 << 18

/** Returns whether any pack or index of a clone is damaged or lacks its counterpart. Reads all of these files. */
export async function hasDamagedPack(gitDir: string): Promise<boolean> {
  const folder = join(gitDir, 'objects', 'pack')
  const names = new Set(await readdir(folder))
  for (const name of names) {
    if (!/\.(?:idx|pack)$/.test(name)) continue
    const isAlone = !names.has(name.replace(/idx$/, 'pack'))
    if (isAlone || !(await isWhole(join(folder, name)))) return true
  }
  return false
}

/** Packs and indexes end with a checksum of their content (https://git-scm.com/docs/gitformat-pack). */
async function isWhole(path: string): Promise<boolean> {
  const hash = createHash('sha1')
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const bytes = Buffer.concat([tail, chunk])
    hash.update(bytes.subarray(0, -CHECKSUM_BYTES))
    tail = bytes.subarray(-CHECKSUM_BYTES)
  }
  return tail.equals(hash.digest())
}
