import { bufferOver } from '../src/text.ts'
/**
 * Packs the files of a folder into one run of bytes, in the given order: each with its path and its length before it.
 */
export function packFolder(files: Iterable<readonly [path: string, bytes: Uint8Array]>): Buffer {
  const parts = Array.from(files, ([path, bytes]) => [`${bytes.length} ${path}\0`, bytes] as const)
  return Buffer.concat(parts.flatMap(([head, bytes]) => [Buffer.from(head), bytes]))
}

/** Unpacks the files of `packFolder`, by path in the folder, which contains no NUL. Throws RangeError for other bytes. */
export function unpackFolder(packed: Uint8Array): ReadonlyMap<string, Buffer> {
  const bytes = bufferOver(packed)
  const files = new Map<string, Buffer>()
  for (let at = 0; at < bytes.length; ) {
    const start = bytes.indexOf(0, at) + 1
    if (start === 0) throw new RangeError('expected the length and the path of a file')
    const head = bytes.toString('utf8', at, start - 1)
    const space = head.indexOf(' ')
    at = start + Number(head.slice(0, space))
    files.set(head.slice(space + 1), bytes.subarray(start, at))
  }
  return files
}
