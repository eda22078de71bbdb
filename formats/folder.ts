/** The files of a folder as one run of bytes, in the given order: each with its path in the folder and its length before it. */
export function packFolder(files: Iterable<readonly [path: string, bytes: Uint8Array]>): Buffer {
  const parts = Array.from(files, ([path, bytes]) => [`${bytes.length} ${path}\0`, bytes] as const)
  return Buffer.concat(parts.flatMap(([head, bytes]) => [Buffer.from(head), bytes]))
}

/** The files that `packFolder` packed, by their path in the folder; a path has no NUL. */
export function unpackFolder(packed: Uint8Array): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const files = new Map<string, Buffer>()
  for (let at = 0; at < bytes.length; ) {
    const start = bytes.indexOf(0, at) + 1
    const head = bytes.toString('utf8', at, start - 1)
    const space = head.indexOf(' ')
    at = start + Number(head.slice(0, space))
    files.set(head.slice(space + 1), bytes.subarray(start, at))
  }
  return files
}
