import type { Format } from '../format.ts'
import { json } from './json.ts'
import { writeNestedJson } from './write.ts'

// The rule of `json` decides between the two.
const { discovery: _, ...shared } = json

/** Reads exactly like `json`; only writing differs. */
export const jsonNested: Format = {
  ...shared,
  id: 'json-nested',
  name: 'JSON nested structure file',
  writer: { needsKeys: true, write: writeNestedJson },
}
