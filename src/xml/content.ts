import { declare, leave, namespaceOf, readAttributes, resolve } from './attributes.ts'
import {
  type Context,
  enterEntity,
  type Growing,
  leaveEntity,
  type Reference,
  readReference,
  type XmlUnits,
} from './entity.ts'
import { checkName, readTagName } from './name.ts'
import type { XmlElement, XmlNode, XmlText } from './node.ts'
import { indexOrEnd, isSpace, nameEnd, type Reader } from './reader.ts'

const MAX_DEPTH = 256
/** Limit for the length of texts whose nodes are shared. */
const MAX_REPEATED = 32

/** Reads all content, or with `isDocument` one element, into `context.nodes`. */
export function readNodes(context: Context, reader: Reader, isDocument = false): void {
  const { text } = reader
  const { items, open } = context
  const outer = open.length
  for (;;) {
    const start = reader.nextTag()
    if (start === text.length) break
    if (start > reader.position) readText(context, reader, start)
    reader.start = start
    const code = text.charCodeAt(start + 1)
    if (code === 0x2f) {
      const element = open.length > outer ? open.pop() : undefined
      leave(context, readEndTag(reader, element?.node))
      if (element !== undefined) {
        context.nodes = element.around
        context.units ??= element.units
        handOver(context, element.node, element.units)
      }
    } else if (code === 0x21 || code === 0x3f) {
      const node = readMarkup(reader)
      context.nodes.push(node)
      if (reader.origin === undefined) items?.push({ node, start, end: reader.position })
    } else readElement(context, reader)
    if (isDocument && open.length === outer) return
  }
  const unclosed = open.length > outer ? open.at(-1) : undefined
  if (unclosed !== undefined) {
    reader.start = unclosed.start
    reader.position = unclosed.end
    open.length = outer
    reader.note(`<${unclosed.node.name}> has no end tag`, unclosed.start, { rule: 'unclosed' })
    return
  }
  reader.start = reader.position
  if (reader.position < text.length) readText(context, reader, text.length)
}

/** Reads an element that is empty or holds only text; of any other element, opens it with its start tag. */
function readElement(context: Context, reader: Reader): void {
  const { text, start } = reader
  const { items, open } = context
  const node = readStartTag(context, reader)
  const end = reader.position
  if (reader.origin === undefined) items?.push({ node, start, end })
  if (open.length >= MAX_DEPTH) {
    reader.fail(`elements are nested deeper than ${MAX_DEPTH}`, start, { rule: 'depth' })
  }
  const units =
    open.length > 0 && context.units?.isUnit(node, open) === true ? context.units : undefined
  if (text.charCodeAt(end - 2) === 0x2f) leave(context, node)
  else if (!readLeaf(context, reader, node)) {
    if (units !== undefined) context.units = undefined
    const children: XmlNode[] = []
    open.push({ node, start, end, around: context.nodes, units })
    context.nodes = children
    node.children = children
    return
  }
  handOver(context, node, units)
}

/** Reads the text and end tag of an element without other content; for any other, returns false and reads nothing. */
function readLeaf(context: Context, reader: Reader, node: Growing): boolean {
  const { text, position } = reader
  const end = reader.nextTag()
  if (text.charCodeAt(end + 1) !== 0x2f) return false
  if (end > position) {
    const only = readPlainText(context, reader, end)
    if (only === undefined) return false
    node.children = [only]
  }
  reader.start = end
  leave(context, readEndTag(reader, node))
  return true
}

/** Adds an element to the nodes around it, or passes it to the reader of units. */
function handOver({ nodes, open }: Context, node: XmlElement, units: XmlUnits | undefined): void {
  if (units === undefined) nodes.push(node)
  else units.read(node, open, nodes)
}

/** Reads a comment, a CDATA section or a processing instruction that starts at the position. */
export function readMarkup(reader: Reader): XmlNode {
  if (reader.skip('<!--')) return { type: 'comment', value: reader.readComment() }
  if (reader.skip('<?')) return { type: 'instruction', ...reader.readInstruction() }
  if (!reader.skip('<![CDATA[')) {
    return reader.fail('expected a comment, a CDATA section or an element')
  }
  const value = reader.normaliseLines(reader.readUntil(']]>', 'a CDATA section'))
  return { type: 'cdata', value }
}

/** Reads character data and references up to `end`, the offset of the next `<` or of the end of the text. */
function readText(context: Context, reader: Reader, end: number): void {
  const plain = readPlainText(context, reader, end)
  if (plain !== undefined) {
    context.nodes.push(plain)
    return
  }
  const { text } = reader
  let value = ''
  for (;;) {
    const from = reader.position
    const to = Math.min(reader.nextReference(), end)
    if (to > from) value += reader.normaliseLines(text.slice(from, to))
    reader.position = to
    if (to === end) break
    reader.start = to
    const reference = readReference(context, reader)
    if (typeof reference === 'string') value += reference
    else {
      pushText(context, reader, value)
      value = ''
      readEntity(context, reader, reference, to)
    }
  }
  pushText(context, reader, value)
}

/** Reads character data up to `end`; returns undefined and reads nothing if it has references. */
function readPlainText(context: Context, reader: Reader, end: number): XmlText | undefined {
  const { text, position: start } = reader
  if (reader.sectionEndAt < start) reader.sectionEndAt = indexOrEnd(text, ']]>', start)
  if (reader.sectionEndAt < end) {
    reader.start = reader.sectionEndAt
    reader.position = reader.start + 3
    reader.fail(']]> must be written ]]&gt;', reader.start)
  }
  if (reader.nextReference() < end) return undefined
  reader.position = end
  const xmlText = context.texts[end - start]
  if (xmlText !== undefined && text.startsWith(xmlText.value, start)) return xmlText
  const value = reader.normaliseLines(text.slice(start, end))
  reader.checkLength(value)
  const node: XmlText = { type: 'text', value }
  // White space between tags repeats, so its node is shared, except in entities, whose line ends are kept.
  const isRepeated = reader.origin === undefined && value.length < MAX_REPEATED
  if (isRepeated && isSpace(value.charCodeAt(0))) context.texts[value.length] = node
  return node
}

function pushText({ nodes }: Context, reader: Reader, value: string): void {
  if (value === '') return
  reader.checkLength(value)
  nodes.push({ type: 'text', value })
}

function readEntity(
  context: Context,
  reader: Reader,
  { name, entity }: Reference,
  offset: number,
): void {
  const { nodes, units } = context
  const isKept = context.entities === 'keep'
  if (context.entities !== 'expand') nodes.push({ type: 'entity', name })
  if (entity?.text === undefined || (isKept && entity.isChecked)) return
  const inner = enterEntity(context, reader, entity, entity.text, offset)
  const before = nodes.length
  if (isKept) context.units = undefined
  readNodes(context, inner)
  if (isKept) nodes.length = before
  context.units = units
  leaveEntity(context, entity)
  entity.isChecked = true
}

const NONE: readonly never[] = []

/** Reads a start tag or empty-element tag at its `<`, and brings its namespaces into scope. */
function readStartTag(context: Context, reader: Reader): Growing {
  const { tag } = context
  const offset = reader.position++
  const tagName = readTagName(context, reader)
  const raw = readAttributes(context, reader, tagName.name)
  const declarations = tag.declares ? declare(context, reader, raw) : NONE
  reader.attribute = ''
  checkName(reader, tagName, offset + 1)
  const uri = namespaceOf(context, reader, tagName.prefix, offset)
  const attributes = tag.isLiteral ? raw : resolve(context, reader, raw)
  reader.attribute = ''
  return {
    type: 'element',
    name: tagName.name,
    local: tagName.local,
    uri,
    declarations,
    attributes,
    children: NONE,
    offset: reader.documentOffset(offset),
  }
}

/** Reads the end tag at `reader.start`, and returns the element. Throws if it is the tag of another one. */
function readEndTag(reader: Reader, element: XmlElement | undefined): XmlElement {
  const { text, start } = reader
  if (element !== undefined && text.startsWith(element.name, start + 2)) {
    reader.position = start + 2 + element.name.length
    if (text.charCodeAt(reader.position) !== 0x3e) reader.skipSpace()
    if (text.charCodeAt(reader.position++) === 0x3e) return element
  }
  reader.position = nameEnd(text, start + 2)
  reader.skipSpace()
  reader.skip('>')
  if (element === undefined) return reader.fail('an end tag has no start tag', start)
  const name = `</${element.name}>`
  return reader.fail(`expected ${name}`, start, { name })
}
