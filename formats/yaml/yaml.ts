import { decodeUtf8 } from '../../src/text.ts'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { readDocument } from './document.ts'
import { entriesOf } from './entries.ts'
import { readNotes } from './notes.ts'
import { yamlDiscovery } from './yaml-discovery.ts'

/** YAML of any shape (https://yaml.org/spec/1.2.2/): every text is an entry, its context the way to it. */
export const yaml: Format = {
  id: 'yaml',
  name: 'YAML file',
  extension: 'yml',
  mediaType: 'text/yaml',
  template: 'both',
  decode: decodeUtf8,
  discovery: yamlDiscovery,
  parse: (bytes, options) => parseYaml(bytes, options, false),
  as2026: { parse: (bytes, options) => parseYaml(bytes, options, true) },
}

function parseYaml(
  bytes: Uint8Array,
  { isMonolingual, onFault }: ParseOptions,
  hasNotes: boolean,
): ParsedFile {
  const text = decodeUtf8(bytes)
  const document = readDocument(text, onFault)
  const notes = hasNotes ? readNotes(text) : undefined
  return { entries: entriesOf(document, { isMonolingual, text, notes }) }
}
