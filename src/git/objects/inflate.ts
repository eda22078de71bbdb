import { inflateSync } from 'node:zlib'
import { hasCode, messageOf } from '../../errors.ts'
import { inZlib } from '../../thread-end.ts'
import { damaged } from './object.ts'

// Deflate's maximum compression ratio: https://zlib.net/zlib_tech.html
const MAX_BYTES_PER_BYTE = 1032

/**
 * Inflates the zlib stream at the start of `input`, which must hold `size` bytes; ignores bytes after the stream.
 * Never buffers more than `size` bytes of output. Throws RepositoryError if the stream is damaged or of another
 * size.
 */
export function inflate(input: Buffer, size: number): Buffer {
  const expected = `expected ${size} bytes in a zlib stream`
  if (size > input.length * MAX_BYTES_PER_BYTE) {
    throw damaged(`${expected} of ${input.length} bytes`)
  }
  let output: Buffer
  try {
    // One spare byte: if the chunk were full, zlib would allocate a second one.
    const options = { chunkSize: Math.max(64, size + 1), maxOutputLength: Math.max(1, size) }
    output = inZlib(() => inflateSync(input, options))
  } catch (cause) {
    if (hasCode(cause, 'ERR_BUFFER_TOO_LARGE')) {
      throw damaged(`${expected}, found more`, { cause })
    }
    throw damaged(`damaged zlib stream: ${messageOf(cause)}`, { cause })
  }
  if (output.length === size) return output
  throw damaged(`${expected}, found ${output.length}`)
}
