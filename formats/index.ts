import type { Format } from './format.ts'
import { po, poMono } from './gettext/po.ts'
import { arb } from './json/arb.ts'
import { json } from './json/json.ts'
import { jsonNested } from './json/json-nested.ts'
import { aresource } from './xml/aresource.ts'
import { tbx } from './xml/tbx.ts'

/** All formats that components have, by their id. */
export const formats: ReadonlyMap<string, Format> = new Map(
  [arb, json, jsonNested, aresource, tbx, po, poMono].map((format) => [format.id, format]),
)

/** The format of components without a repository, which are glossaries. */
export const localFormat: Format = tbx
