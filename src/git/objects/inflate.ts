import { inflateSync } from 'node:zlib'
import { hasCode, RepositoryError } from '../../errors.ts'
import { inZlib } from '../../thread-end.ts'

// No deflate stream grows by more: https://zlib.net/zlib_tech.html
const MAX_BYTES_PER_BYTE = 1032

/**
 * The `size` bytes that a zlib stream at the start of `input` holds; bytes after the stream are ignored.
 * Never holds more than `size` bytes of output. Throws RepositoryError when the stream is damaged or of another size.
 */
export function inflate(input: Buffer, size: number): Buffer {
  return inflateFrom(input, size).output
}

/** The same, and the length of the stream. */
export function inflateFrom(
  input: Buffer,
  size: number,
): { readonly output: Buffer; readonly used: number } {
  if (size > input.length * MAX_BYTES_PER_BYTE) {
    throw new RepositoryError(`expected ${size} bytes in a zlib stream of ${input.length} bytes`, {
      code: 'damaged',
    })
  }
  let output: Buffer
  let used: number
  try {
    // One spare byte: a full chunk would make zlib ask for a second one.
    const chunkSize = Math.max(64, size + 1)
    const options = { chunkSize, maxOutputLength: Math.max(1, size), info: true }
    const result: unknown = inZlib(() => inflateSync(input, options))
    // The types know nothing of `info`.
    const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } }
    output = buffer
    used = engine.bytesWritten
  } catch (cause) {
    if (hasCode(cause, 'ERR_BUFFER_TOO_LARGE')) {
      throw new RepositoryError(`expected ${size} bytes in a zlib stream, found more`, {
        code: 'damaged',
        cause,
      })
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RepositoryError(`damaged zlib stream: ${reason}`, { code: 'damaged', cause })
  }
  if (output.length !== size) {
    throw new RepositoryError(`expected ${size} bytes in a zlib stream, found ${output.length}`, {
      code: 'damaged',
    })
  }
  return { output, used }
}
