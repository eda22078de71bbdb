import type { Listing } from '../pagination.ts'
import { encodeJson } from './json.ts'

/** About how many characters are made before the client has to take them. */
const CHUNK_LENGTH = 1 << 16

/** The items of a list, one a line of JSON (https://github.com/ndjson/ndjson-spec), in chunks. */
export async function* encodeLines({ count, item }: Listing): AsyncGenerator<Uint8Array> {
  for (let next = 0; next < count; ) {
    let text = ''
    while (next < count && text.length < CHUNK_LENGTH) text += `${encodeJson(item(next++))}\n`
    yield Buffer.from(text)
  }
}
