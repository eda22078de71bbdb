import type { Format } from '../format.ts'
import { json } from './json.ts'
import { writeNestedJson } from './write.ts'

// What `json` finds says which of the two it is.
const { discovery: _, ...shared } = json

/** Reads exactly what `json` reads; the two differ only in how they are written. */
export const jsonNested: Format = {
  ...shared,
  id: 'json-nested',
  name: 'JSON nested structure file',
  writer: { needsKeys: true, write: writeNestedJson },
}
