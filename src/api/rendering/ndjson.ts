import { nextTurn } from '../../run-yielding.ts'
import type { Listing } from '../pagination.ts'
import { encodeJson } from './json.ts'

/** About how many characters are made before the client has to take them. */
const CHUNK_LENGTH = 1 << 16

/**
 * The items of a list, one a line of JSON (https://github.com/ndjson/ndjson-spec), made while the client reads: at any time
 * one chunk is in memory, others get their turn between two chunks, and nothing more is made once the client is gone.
 */
export function streamLines({ count, item }: Listing): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream(
    {
      async pull(controller) {
        await nextTurn()
        let text = ''
        while (next < count && text.length < CHUNK_LENGTH) text += `${encodeJson(item(next++))}\n`
        if (text !== '') controller.enqueue(Buffer.from(text))
        if (next >= count) controller.close()
      },
    },
    // Nothing is made in advance.
    { highWaterMark: 0 },
  )
}
