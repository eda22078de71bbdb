import { arb } from './arb.ts'
import { aresource } from './aresource.ts'
import type { Format } from './format.ts'
import { json } from './json.ts'
import { jsonNested } from './json-nested.ts'
import { tbx } from './tbx.ts'

/** All formats by their id. */
export const formats: ReadonlyMap<string, Format> = new Map(
  [arb, aresource, json, jsonNested, tbx].map((format) => [format.id, format]),
)
