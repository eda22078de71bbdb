import { decodeUtf8, parseErrorAt } from '../../src/text.ts'
import type { Entry, ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { fluentDiscovery } from './fluent-discovery.ts'
import { parseFluent } from './parse.ts'
import { textOf } from './text.ts'

/** Fluent (https://projectfluent.org/fluent/guide/): messages and terms, an entry each with its attributes. */
export const fluent: Format = {
  id: 'fluent',
  name: 'Fluent file',
  extension: 'ftl',
  mediaType: 'text/x-fluent',
  template: 'both',
  checkFlags:
    'fluent-source-syntax, fluent-target-syntax, fluent-parts, fluent-references, fluent-source-inner-html, ' +
    'fluent-target-inner-html, ignore-xml-tags, ignore-xml-invalid',
  decode: decodeFluent,
  discovery: fluentDiscovery,
  parse: parseFile,
}

function parseFile(bytes: Uint8Array, { isMonolingual }: ParseOptions): ParsedFile {
  const text = decodeFluent(bytes)
  const entries = parseFluent(text).map(({ node, id, note, offset }, index): Entry => {
    const target = textOf(node)
    return {
      context: isMonolingual ? id : '',
      source: isMonolingual ? '' : id,
      target,
      state: target === '' ? 'untranslated' : 'translated',
      note,
      explanation: '',
      flags: `fluent-type:${node.type}`,
      position: index + 1,
      offset,
    }
  })
  return { entries }
}

/** A byte order mark is no Fluent; CRLF counts as LF. */
function decodeFluent(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw parseErrorAt(text, 0, 'expected a message, found a byte order mark')
  }
  return text.replaceAll('\r\n', '\n')
}
