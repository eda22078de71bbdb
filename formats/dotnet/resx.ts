import { decodeXml } from '../../src/xml/encoding.ts'
import {
  attributeOf,
  childOf,
  descendantsOf,
  isElement,
  leadingText,
  type XmlElement,
} from '../../src/xml/node.ts'
import { expectRoot, parseXml } from '../../src/xml/parse.ts'
import type { Entry, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { resxDiscovery } from './resx-discovery.ts'

/**
 * .NET's resources (https://learn.microsoft.com/dotnet/core/extensions/work-with-resx-files-programmatically): every
 * `data` element is an entry, whatever it holds.
 */
export const resx: Format = {
  id: 'resx',
  name: '.NET resource file',
  extension: 'resx',
  mediaType: 'text/microsoft-resx',
  template: 'always',
  checkFlags: '',
  decode: decodeXml,
  discovery: resxDiscovery,
  parse: (bytes, { onFault }) => ({ entries: parseResx(bytes, onFault) }),
}

function parseResx(bytes: Uint8Array, onFault: ParseOptions['onFault']): Entry[] {
  const entries: Entry[] = []
  let position = 0
  const document = parseXml(bytes, {
    onFault,
    entities: 'keep',
    units: () => ({
      isUnit: (element, [root]) => isElement(element, 'data', root?.node.uri ?? ''),
      read(unit) {
        for (const data of [unit, ...descendantsOf(unit, 'data', unit.uri)]) {
          const entry = readEntry(data, position + 1)
          position = Math.max(position, entry.position)
          entries.push(entry)
        }
      },
    }),
  })
  expectRoot(document, 'root')
  return entries
}

/** An entry, at `position` if it has a text. */
function readEntry(data: XmlElement, position: number): Entry {
  const textOf = (name: string): string => leadingText(childOf(data, name, data.uri))
  const target = textOf('value')
  return {
    context: attributeOf(data, 'name') ?? target,
    source: '',
    target,
    state: target === '' ? 'untranslated' : 'translated',
    note: textOf('comment'),
    explanation: '',
    flags: '',
    position: target === '' ? 0 : position,
    offset: data.offset,
  }
}
