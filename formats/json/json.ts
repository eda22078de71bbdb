import type { ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { JSON_FACTS } from './dialect.ts'
import { jsonDiscovery } from './json-discovery.ts'
import { readJsonVersion } from './json-version.ts'
import { readPlainEntries } from './plain.ts'
import { readJson } from './reader.ts'
import { readTree, toEntryOf } from './tree.ts'
import { writeJson, writeNestedJson } from './write.ts'

/**
 * JSON of any shape: every scalar below the top level is an entry, in file order. Its context is its path (`a.b`,
 * `list[0].k`). Keys are not escaped, so two paths may have the same context. Notes and flags are empty.
 */
export const json: Format = {
  ...JSON_FACTS,
  id: 'json',
  name: 'JSON file',
  discovery: jsonDiscovery,
  parse: parseJson,
  readVersion: (bytes, before, options) =>
    readJsonVersion(bytes, before, (part) => parseJson(part, options)),
  writer: { needsKeys: true, write: writeJson },
}

// The rule of `json` decides between the two.
const { discovery: _, ...shared } = json

/** Reads exactly like `json`; only writing differs. */
export const jsonNested: Format = {
  ...shared,
  id: 'json-nested',
  name: 'JSON nested structure file',
  writer: { needsKeys: true, write: writeNestedJson },
}

function parseJson(bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const toEntry = toEntryOf(options.isMonolingual)
  const plain = options.withoutOffsets ? readPlainEntries(bytes, toEntry) : undefined
  return { entries: plain ?? readTree(readJson(bytes, options), toEntry) }
}
