import type { Format } from '../format.ts'
import { json } from './json.ts'
import { writeNestedJson } from './write.ts'

/** Reads exactly what `json` reads; the two differ only in how Weblate writes them. */
export const jsonNested: Format = {
  ...json,
  id: 'json-nested',
  name: 'JSON nested structure file',
  writer: { needsKeys: true, write: writeNestedJson },
}
