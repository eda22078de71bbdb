import { decodeUtf8 } from '../../src/text.ts'
import type { Format } from '../format.ts'
import { readTree, toEntryOf } from '../json/tree.ts'
import { readToml } from './document.ts'
import { tomlDiscovery } from './toml-discovery.ts'

/** TOML of any shape: every value is an entry, its context the way to it, `a.b` or `list[0].k`. */
export const toml: Format = {
  id: 'toml',
  name: 'TOML file',
  extension: 'toml',
  mediaType: 'application/toml',
  template: 'always',
  checkFlags: '',
  decode: decodeUtf8,
  discovery: tomlDiscovery,
  parse: (bytes, { isMonolingual, onFault }) => ({
    entries: readTree(readToml(bytes, onFault), toEntryOf(isMonolingual)),
  }),
}
