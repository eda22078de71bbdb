import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../errors.ts'
import { checkSize } from './objects/object.ts'

/** Longest pointer file: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const MAX_POINTER_BYTES = 1024
const POINTER =
  /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\n(?:[^\n]*\n)*?oid sha256:([0-9a-f]{64})\nsize (\d+)\n?$/

/** Returns the content of a Git LFS pointer, else the blob. Throws RepositoryError if it is absent or too large. */
export function withLfsContent(blob: Buffer, commonDir: string, maxBytes: number): Buffer {
  if (blob.length > MAX_POINTER_BYTES || blob[0] !== 0x76) return blob
  const [, oid, size] = POINTER.exec(blob.toString('latin1')) ?? []
  if (oid === undefined) return blob
  const file = join(commonDir, 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4), oid)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile() || stats.size !== Number(size)) {
    throw new RepositoryError(
      'incomplete',
      'it is a Git LFS pointer without its content; run git lfs pull (gitglot fetches none)',
    )
  }
  checkSize(stats.size, maxBytes)
  return readFileSync(file)
}
