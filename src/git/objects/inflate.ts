import { inflateSync } from 'node:zlib'
import { hasCode, RepositoryError } from '../../errors.ts'
import { inZlib } from '../../thread-end.ts'

// Deflate's maximum compression ratio: https://zlib.net/zlib_tech.html
const MAX_BYTES_PER_BYTE = 1032

/**
 * Inflates the zlib stream at the start of `input`, which must hold `size` bytes; ignores bytes after the stream.
 * Never buffers more than `size` bytes of output. Throws RepositoryError if the stream is damaged or of another
 * size.
 */
export function inflate(input: Buffer, size: number): Buffer {
  return inflateFrom(input, size).output
}

/** Inflates as `inflate` does, and returns the length of the stream as `used`. */
export function inflateFrom(
  input: Buffer,
  size: number,
): { readonly output: Buffer; readonly used: number } {
  if (size > input.length * MAX_BYTES_PER_BYTE) {
    throw new RepositoryError(
      'damaged',
      `expected ${size} bytes in a zlib stream of ${input.length} bytes`,
    )
  }
  let output: Buffer
  let used: number
  try {
    // One spare byte: if the chunk were full, zlib would allocate a second one.
    const chunkSize = Math.max(64, size + 1)
    const options = { chunkSize, maxOutputLength: Math.max(1, size), info: true }
    const result: unknown = inZlib(() => inflateSync(input, options))
    // Node's types lack the `info` option.
    const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } }
    output = buffer
    used = engine.bytesWritten
  } catch (cause) {
    if (hasCode(cause, 'ERR_BUFFER_TOO_LARGE')) {
      throw new RepositoryError('damaged', `expected ${size} bytes in a zlib stream, found more`, {
        cause,
      })
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RepositoryError('damaged', `damaged zlib stream: ${reason}`, { cause })
  }
  if (output.length !== size) {
    throw new RepositoryError(
      'damaged',
      `expected ${size} bytes in a zlib stream, found ${output.length}`,
    )
  }
  return { output, used }
}
