import { createDocumentType, readDoctype } from './doctype.ts'
import { decodeXml } from './encoding.ts'
import { type Context, enterEntity, leaveEntity, type Reference, readReference } from './entity.ts'
import { FORBIDDEN } from './escape.ts'
import { XML_NAMESPACE, type XmlElement, type XmlNode } from './node.ts'
import {
  checkLength,
  createReader,
  fail,
  isSpace,
  normaliseLines,
  type Reader,
  readComment,
  readDeclaration,
  readInstruction,
  readUntil,
  skip,
  skipSpace,
} from './reader.ts'
import { leave, readStartTag } from './tag.ts'

interface XmlDocument {
  readonly root: XmlElement
  /** The decoded file, without byte order mark, line ends as they are. */
  readonly text: string
}

interface XmlOptions {
  /**
   * What becomes of references to declared entities in text: nodes of their own, or what they stand for. In
   * attributes they are always expanded. Entities outside the file are never read.
   */
  readonly entities: 'keep' | 'expand'
}

const MAX_DEPTH = 256
const MIN_BUDGET = 1_000_000
const MAX_AMPLIFICATION = 5

/**
 * Reads a whole document: XML 1.0 with namespaces, not validating. Throws ParseError, with the place, for everything
 * that is not well-formed, for elements nested deeper than 256, a text over 10 million bytes and entities that expand
 * without measure. Takes time linear in the length of the file.
 */
export function parseXml(bytes: Uint8Array, { entities }: XmlOptions): XmlDocument {
  const text = decodeXml(bytes)
  const reader = createReader(text)
  const forbidden = text.search(FORBIDDEN)
  if (forbidden >= 0) {
    const code = text.charCodeAt(forbidden).toString(16).toUpperCase().padStart(4, '0')
    fail(reader, `the character U+${code} is not allowed in XML`, forbidden)
  }
  const context: Context = {
    entities,
    documentType: createDocumentType(),
    isStandalone: false,
    depth: 0,
    entityDepth: 0,
    budget: Math.max(MIN_BUDGET, text.length * MAX_AMPLIFICATION),
    bindings: new Map([['xml', [XML_NAMESPACE]]]),
  }
  readProlog(context, reader)
  const nodes: XmlNode[] = []
  readNodes(context, reader, nodes)
  readMisc(reader)
  if (reader.position < text.length) fail(reader, 'expected nothing after the root element')
  const [root] = nodes
  if (root?.type !== 'element') return fail(reader, 'expected a root element')
  return { root, text }
}

function readProlog(context: Context, reader: Reader): void {
  const { text } = reader
  if (text.startsWith('<?xml') && isSpace(text.charCodeAt(5))) {
    const declaration = readDeclaration(text)
    if (declaration === undefined) fail(reader, 'the XML declaration is not valid')
    context.isStandalone = declaration.isStandalone
    reader.position = declaration.end
  }
  readMisc(reader)
  if (skip(reader, '<!DOCTYPE')) {
    context.documentType = readDoctype(reader)
    readMisc(reader)
  }
  if (reader.position >= text.length)
    fail(reader, 'expected a root element, found the end of the file')
  if (text.charCodeAt(reader.position) !== 0x3c) fail(reader, 'expected <')
}

/** White space, comments and processing instructions outside the root. */
function readMisc(reader: Reader): void {
  for (;;) {
    skipSpace(reader)
    if (skip(reader, '<!--')) readComment(reader)
    else if (skip(reader, '<?')) readInstruction(reader)
    else return
  }
}

/** Reads one element in a document, or all content of an entity, into `top`. */
function readNodes(context: Context, reader: Reader, top: XmlNode[]): void {
  const { text } = reader
  const isDocument = reader.origin === undefined
  const open: XmlElement[] = []
  const lists: XmlNode[][] = []
  let nodes = top
  for (;;) {
    const start = text.indexOf('<', reader.position)
    if (start < 0) break
    if (start > reader.position) readText(context, reader, nodes, start)
    const code = text.charCodeAt(start + 1)
    if (code === 0x2f) {
      const element = open.pop()
      if (element === undefined) fail(reader, 'an end tag closes nothing')
      readEndTag(reader, element)
      leave(context, element)
      context.depth--
      nodes = lists.pop() ?? top
      if (isDocument && open.length === 0) return
    } else if (code === 0x21) readMarkup(reader, nodes)
    else if (code === 0x3f) {
      reader.position = start + 2
      nodes.push({ type: 'instruction', ...readInstruction(reader) })
    } else {
      const children: XmlNode[] = []
      const element = readStartTag(context, reader, children)
      nodes.push(element)
      if (context.depth >= MAX_DEPTH)
        fail(reader, `elements are nested deeper than ${MAX_DEPTH}`, start)
      if (text.charCodeAt(reader.position - 2) === 0x2f) leave(context, element)
      else {
        context.depth++
        open.push(element)
        lists.push(nodes)
        nodes = children
      }
      if (isDocument && open.length === 0) return
    }
  }
  const unclosed = open.at(-1)
  if (unclosed !== undefined) fail(reader, `<${unclosed.name}> has no end tag`, unclosed.offset)
  if (reader.position < text.length) readText(context, reader, nodes, text.length)
}

function readEndTag(reader: Reader, { name }: XmlElement): void {
  const start = reader.position
  reader.position += 2
  const end = reader.position + name.length
  if (reader.text.startsWith(name, reader.position)) {
    reader.position = end
    skipSpace(reader)
    if (skip(reader, '>')) return
  }
  fail(reader, `expected </${name}>`, start)
}

/** Reads a comment or a CDATA section, at its `<!`. */
function readMarkup(reader: Reader, nodes: XmlNode[]): void {
  if (skip(reader, '<!--')) nodes.push({ type: 'comment', value: readComment(reader) })
  else if (skip(reader, '<![CDATA[')) {
    const value = normaliseLines(reader, readUntil(reader, ']]>', 'a CDATA section'))
    nodes.push({ type: 'cdata', value })
  } else fail(reader, 'expected a comment, a CDATA section or an element')
}

/** Reads character data and references up to `end`, which is before the next `<`. */
function readText(context: Context, reader: Reader, nodes: XmlNode[], end: number): void {
  const { text } = reader
  const start = reader.position
  if (reader.nextSectionEnd < start) reader.nextSectionEnd = indexOrEnd(text, ']]>', start)
  if (reader.nextSectionEnd < end) fail(reader, ']]> must be written ]]&gt;', reader.nextSectionEnd)
  let value = ''
  for (;;) {
    const from = reader.position
    if (reader.nextReference < from) reader.nextReference = indexOrEnd(text, '&', from)
    const to = Math.min(reader.nextReference, end)
    if (to > from) value += normaliseLines(reader, text.slice(from, to))
    reader.position = to
    if (to === end) break
    const reference = readReference(context, reader)
    if (typeof reference === 'string') value += reference
    else {
      pushText(reader, nodes, value)
      value = ''
      readEntity(context, reader, nodes, reference, to)
    }
  }
  pushText(reader, nodes, value)
}

function pushText(reader: Reader, nodes: XmlNode[], value: string): void {
  if (value === '') return
  checkLength(reader, value)
  nodes.push({ type: 'text', value })
}

function readEntity(
  context: Context,
  reader: Reader,
  nodes: XmlNode[],
  { name, entity }: Reference,
  offset: number,
): void {
  const isKept = context.entities === 'keep'
  if (isKept) nodes.push({ type: 'entity', name })
  if (entity?.text === undefined || (isKept && entity.isChecked)) return
  const inner = enterEntity(context, reader, entity, entity.text, offset)
  readNodes(context, inner, isKept ? [] : nodes)
  leaveEntity(context, entity)
  entity.isChecked = true
}

function indexOrEnd(text: string, token: string, from: number): number {
  const at = text.indexOf(token, from)
  return at < 0 ? text.length : at
}
