import { parseErrorAt } from '../text.ts'
import { createDocumentType, readDoctype } from './doctype.ts'
import { decodeXml } from './encoding.ts'
import {
  type Context,
  type EntityMode,
  enterEntity,
  leaveEntity,
  type Reference,
  readReference,
} from './entity.ts'
import { FORBIDDEN } from './escape.ts'
import type { XmlFault } from './fault.ts'
import { XML_NAMESPACE, type XmlElement, type XmlItem, type XmlNode } from './node.ts'
import {
  checkLength,
  createReader,
  fail,
  isSpace,
  normaliseLines,
  note,
  type Reader,
  readComment,
  readDeclaration,
  readInstruction,
  readUntil,
  STOP,
  skip,
  skipSpace,
} from './reader.ts'
import { leave, readEndTag, readStartTag } from './tag.ts'

interface XmlDocument {
  readonly root: XmlElement
  /** The decoded file, without byte order mark, line ends as they are. */
  readonly text: string
}

/** What was read of a text, up to the first fault. */
export interface XmlContent {
  /** Of a document its root. */
  readonly nodes: readonly XmlNode[]
  readonly fault: XmlFault | undefined
}

interface XmlOptions {
  /**
   * What becomes of references to declared entities in text: nodes of their own, what they stand for, or first the one
   * and then the other (`mark`). In attributes they are always expanded. Entities outside the file are never read.
   */
  readonly entities: EntityMode
}

interface ContentOptions extends XmlOptions {
  /** The content of an element, without a root; otherwise a document. */
  readonly isContent?: boolean
  /** Gets the markup in its order, that of entities left out. */
  readonly items?: XmlItem[]
}

const NO_TYPE = createDocumentType()
const MAX_DEPTH = 256
const MIN_BUDGET = 1_000_000
const MAX_AMPLIFICATION = 5

/** Reads a whole file as `readXml` does. Throws ParseError, with the place, for its fault. */
export function parseXml(bytes: Uint8Array, options: XmlOptions): XmlDocument {
  const text = decodeXml(bytes)
  const { nodes, fault } = readXml(text, options)
  const [root] = nodes
  if (fault === undefined && root?.type === 'element') return { root, text }
  throw parseErrorAt(text, fault?.offset ?? 0, fault?.message ?? '')
}

/**
 * Reads a document, or the content of an element: XML 1.0 with namespaces, not validating. A fault is everything
 * that is not well-formed, elements nested deeper than 256, a text over 10 million bytes and entities that expand
 * without measure. Takes time linear in the length of the text.
 */
export function readXml(
  text: string,
  { entities, isContent = false, items }: ContentOptions,
): XmlContent {
  const reader = createReader(text)
  const context: Context = {
    items,
    entities,
    documentType: NO_TYPE,
    isStandalone: false,
    depth: 0,
    entityDepth: 0,
    budget: Math.max(MIN_BUDGET, text.length * MAX_AMPLIFICATION),
    bindings: new Map([['xml', [XML_NAMESPACE]]]),
  }
  const nodes: XmlNode[] = []
  try {
    checkCharacters(reader)
    if (isContent) readNodes(context, reader, nodes)
    else readDocument(context, reader, nodes)
  } catch (error) {
    if (error !== STOP) throw error
  }
  return { nodes, fault: reader.fault }
}

function checkCharacters(reader: Reader): void {
  const at = reader.text.search(FORBIDDEN)
  if (at < 0) return
  const code = reader.text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
  const name = `U+${code}`
  reader.start = at
  reader.position = at + 1
  fail(reader, `the character ${name} is not allowed in XML`, at, { rule: 'character', name })
}

function readDocument(context: Context, reader: Reader, nodes: XmlNode[]): void {
  const { text } = reader
  if (text.startsWith('<?xml') && isSpace(text.charCodeAt(5))) {
    const declaration = readDeclaration(text)
    if (declaration === undefined) fail(reader, 'the XML declaration is not valid')
    context.isStandalone = declaration.isStandalone
    reader.position = declaration.end
  }
  readMisc(context, reader)
  if (skip(reader, '<!DOCTYPE')) {
    context.documentType = readDoctype(reader)
    readMisc(context, reader)
  }
  if (reader.position >= text.length)
    fail(reader, 'expected a root element, found the end of the file')
  if (text.charCodeAt(reader.position) !== 0x3c) fail(reader, 'expected <')
  if (text.charCodeAt(reader.position + 1) === 0x21) fail(reader, 'expected a root element')
  readNodes(context, reader, nodes, true)
  readMisc(context, reader)
  if (reader.position < text.length) fail(reader, 'expected nothing after the root element')
}

/** White space, comments and processing instructions outside the root. */
function readMisc(context: Context, reader: Reader): void {
  for (;;) {
    skipSpace(reader)
    reader.start = reader.position
    const { text, start } = reader
    if (!text.startsWith('<!--', start) && !text.startsWith('<?', start)) return
    const node = readMarkup(reader)
    context.items?.push({ node, start, end: reader.position })
  }
}

/** Reads all content or, as `isDocument`, one element into `top`. */
function readNodes(context: Context, reader: Reader, top: XmlNode[], isDocument = false): void {
  const { text } = reader
  const open: XmlItem<XmlElement>[] = []
  const lists: XmlNode[][] = []
  let nodes = top
  for (;;) {
    const start = text.indexOf('<', reader.position)
    if (start < 0) break
    if (start > reader.position) readText(context, reader, nodes, start)
    reader.start = start
    const code = text.charCodeAt(start + 1)
    if (code === 0x2f) {
      leave(context, readEndTag(reader, open.pop()?.node))
      context.depth--
      nodes = lists.pop() ?? top
    } else if (code === 0x21 || code === 0x3f) {
      const node = readMarkup(reader)
      nodes.push(node)
      if (reader.origin === undefined) context.items?.push({ node, start, end: reader.position })
    } else {
      const children: XmlNode[] = []
      const node = readStartTag(context, reader, children)
      const item = { node, start, end: reader.position }
      nodes.push(node)
      if (reader.origin === undefined) context.items?.push(item)
      if (context.depth >= MAX_DEPTH) {
        fail(reader, `elements are nested deeper than ${MAX_DEPTH}`, start, { rule: 'depth' })
      }
      if (text.charCodeAt(reader.position - 2) === 0x2f) leave(context, node)
      else {
        context.depth++
        open.push(item)
        lists.push(nodes)
        nodes = children
      }
    }
    if (isDocument && open.length === 0) return
  }
  const unclosed = open.at(-1)
  if (unclosed !== undefined) {
    reader.start = unclosed.start
    reader.position = unclosed.end
    note(reader, `<${unclosed.node.name}> has no end tag`, unclosed.start, { rule: 'unclosed' })
    return
  }
  reader.start = reader.position
  if (reader.position < text.length) readText(context, reader, nodes, text.length)
}

/** Reads a comment, a CDATA section or a processing instruction, at its `<`. */
function readMarkup(reader: Reader): XmlNode {
  if (skip(reader, '<!--')) return { type: 'comment', value: readComment(reader) }
  if (skip(reader, '<?')) return { type: 'instruction', ...readInstruction(reader) }
  if (!skip(reader, '<![CDATA[')) {
    return fail(reader, 'expected a comment, a CDATA section or an element')
  }
  const value = normaliseLines(reader, readUntil(reader, ']]>', 'a CDATA section'))
  return { type: 'cdata', value }
}

/** Reads character data and references up to `end`, which is before the next `<`. */
function readText(context: Context, reader: Reader, nodes: XmlNode[], end: number): void {
  const { text } = reader
  const start = reader.position
  if (reader.nextSectionEnd < start) reader.nextSectionEnd = indexOrEnd(text, ']]>', start)
  if (reader.nextSectionEnd < end) {
    reader.start = reader.nextSectionEnd
    reader.position = reader.start + 3
    fail(reader, ']]> must be written ]]&gt;', reader.start)
  }
  let value = ''
  for (;;) {
    const from = reader.position
    if (reader.nextReference < from) reader.nextReference = indexOrEnd(text, '&', from)
    const to = Math.min(reader.nextReference, end)
    if (to > from) value += normaliseLines(reader, text.slice(from, to))
    reader.position = to
    if (to === end) break
    reader.start = to
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
  if (context.entities !== 'expand') nodes.push({ type: 'entity', name })
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
