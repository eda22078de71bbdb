import {
  FluentSerializer,
  Identifier,
  Message,
  type Pattern,
  Placeable,
  StringLiteral,
  type Term,
  TextElement,
  Visitor,
} from '@fluent/syntax'
import { decodeUtf8, hasUtf8Mark, parseErrorAt } from '../../src/text.ts'
import { type Entry, type ParsedFile, type ParseOptions, textEntry } from '../entry.ts'
import type { Format } from '../format.ts'
import { templateRule } from '../template-discovery.ts'
import { parseFluent } from './parse.ts'

/** Fluent (https://projectfluent.org/fluent/guide/): each message or term, with its attributes, is an entry. */
export const fluent: Format = {
  id: 'fluent',
  name: 'Fluent file',
  extension: 'ftl',
  mediaType: 'text/x-fluent',
  template: 'both',
  checkFlags:
    'fluent-source-syntax, fluent-target-syntax, fluent-parts, fluent-references, fluent-source-inner-html, ' +
    'fluent-target-inner-html, ignore-xml-tags, ignore-xml-invalid',
  placeholdersOf: 'fluent',
  decode: decodeFluent,
  // Nothing else uses the extension.
  discovery: templateRule({ files: /\.ftl$/i }),
  parse: parseFile,
}

function parseFile(bytes: Uint8Array, { isMonolingual }: ParseOptions): ParsedFile {
  const text = decodeFluent(bytes)
  const entries = parseFluent(text).map(({ node, id, note, offset }, index): Entry => {
    const entry = textEntry(isMonolingual ? id : '', textOf(node), index + 1, offset)
    return { ...entry, source: isMonolingual ? '' : id, note, flags: `fluent-type:${node.type}` }
  })
  return { entries }
}

/** Fluent knows no byte order mark; CRLF counts as LF. */
function decodeFluent(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  if (hasUtf8Mark(bytes)) {
    throw parseErrorAt(text, 0, 'expected a message, found a byte order mark')
  }
  return text.replaceAll('\r\n', '\n')
}

const serializer = new FluentSerializer()

/** Characters with a meaning at the start of a line, so they are written as placeables. */
const SPECIAL_START = /^[.*[]/

/** Returns value and attributes of a message or term as one text in Fluent's syntax, without its indentation. */
function textOf(node: Message | Term): string {
  new Guard().visit(node)
  const parts = node.value === null ? [] : [dedent(written(node.value).replace(/^\n/, ''))]
  for (const { id, value } of node.attributes) {
    const text = written(value)
    const isBelow = text.startsWith('\n')
    const attribute = dedent(isBelow ? text.slice(1) : text)
    parts.push(isBelow ? `.${id.name} =\n${attribute}` : `.${id.name} = ${attribute}`)
  }
  return parts.join('\n')
}

/** Returns a pattern, after a line feed if it starts on a line of its own. */
function written(pattern: Pattern): string {
  const text = serializer.serializeEntry(new Message(new Identifier('a'), pattern)).slice(3, -1)
  return text.startsWith('\n') ? text : text.slice(1)
}

/** Turns characters with a meaning at the start of a line into placeables. */
class Guard extends Visitor {
  override visitPattern(pattern: Pattern): void {
    this.genericVisit(pattern)
    const [first, ...rest] = pattern.elements
    if (!(first instanceof TextElement) || !SPECIAL_START.test(first.value)) return
    const special = new Placeable(new StringLiteral(first.value.slice(0, 1)))
    const after = first.value.slice(1)
    pattern.elements = [special, ...(after === '' ? [] : [new TextElement(after)]), ...rest]
  }
}

/** Removes the indentation that all lines share, and white space on otherwise empty lines. */
function dedent(text: string): string {
  const lines = text.split('\n').map((line) => (/^[ \t]*$/.test(line) ? '' : line))
  const indents = lines.flatMap((line) => (line === '' ? [] : [/^[ \t]*/.exec(line)?.[0] ?? '']))
  const shared = indents.reduce((indent, other) => {
    let length = 0
    while (length < indent.length && indent[length] === other[length]) length++
    return indent.slice(0, length)
  }, indents[0] ?? '')
  return lines.map((line) => line.slice(shared.length)).join('\n')
}
