import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'

/** A pack on its way to the disk. */
export interface PackFile {
  /** Throws an Error over the limit and for a full disk. */
  write(bytes: Buffer): void
  /** Path and checksum (hex) of the whole pack. Throws an Error when it is damaged or cut. */
  finish(): { readonly path: string; readonly checksum: string }
  /** Closes and removes it. */
  discard(): void
}

const CHECKSUM_BYTES = 20

/** A temporary file in a folder of packs; `removeStaleFiles` knows its name. `message` is the error over the limit. */
export function createPackFile(packDir: string, maxBytes: number, message: string): PackFile {
  const path = join(packDir, `tmp_pack_${Date.now().toString(36)}`)
  const file = openSync(path, 'wx')
  const hash = createHash('sha1')
  let size = 0
  let isOpen = true
  /** The last bytes so far, which are the checksum once all have come. */
  let tail: Buffer = Buffer.alloc(0)

  function close(): void {
    if (isOpen) closeSync(file)
    isOpen = false
  }

  return {
    write(bytes) {
      size += bytes.length
      if (size > maxBytes) throw new RepositoryError(message, { code: 'too-large' })
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      const joined = Buffer.concat([tail, bytes])
      hash.update(joined.subarray(0, -CHECKSUM_BYTES))
      tail = joined.subarray(-CHECKSUM_BYTES)
    },
    finish() {
      close()
      const checksum = hash.digest('hex')
      if (tail.toString('hex') !== checksum) throw new Error('the pack was damaged on its way')
      return { path, checksum }
    },
    discard() {
      close()
      rmSync(path, { force: true })
    },
  }
}
