import { decodeUtf8 } from '../../src/text.ts'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { readDocument } from './document.ts'
import { entriesOf } from './entries.ts'
import { yamlDiscovery } from './yaml-discovery.ts'

/** YAML of any shape (https://yaml.org/spec/1.2.2/): every text is an entry, its context the way to it. */
export const yaml: Format = {
  id: 'yaml',
  name: 'YAML file',
  extension: 'yml',
  mediaType: 'text/yaml',
  template: 'both',
  checkFlags: '',
  decode: decodeUtf8,
  discovery: yamlDiscovery,
  parse: parseYaml,
}

function parseYaml(bytes: Uint8Array, { isMonolingual, onFault }: ParseOptions): ParsedFile {
  const text = decodeUtf8(bytes)
  return { entries: entriesOf(readDocument(text, onFault), { isMonolingual, text }) }
}
