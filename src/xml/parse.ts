import { parseErrorAt } from '../text.ts'
import { createDocumentType, readDoctype } from './doctype.ts'
import { decodeXml } from './encoding.ts'
import {
  type Context,
  type EntityMode,
  enterEntity,
  leaveEntity,
  type OpenElement,
  type Reference,
  readReference,
  type XmlUnits,
} from './entity.ts'
import { FORBIDDEN } from './escape.ts'
import type { XmlFault } from './fault.ts'
import { XML_NAMESPACE, type XmlElement, type XmlItem, type XmlNode, type XmlText } from './node.ts'
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

interface FileOptions extends XmlOptions {
  /** Reads units of the decoded file. What it throws is thrown if the file is well-formed. */
  readonly units?: (text: string) => XmlUnits
}

interface ContentOptions extends XmlOptions {
  /** The content of an element, without a root; otherwise a document. */
  readonly isContent?: boolean
  /** Gets the markup in its order, that of entities left out. */
  readonly items?: XmlItem[]
  readonly units?: XmlUnits | undefined
}

const NO_TYPE = createDocumentType()
const MAX_DEPTH = 256
/** Length of texts that are looked up before a node is made of them. */
const MAX_REPEATED = 32
const MIN_BUDGET = 1_000_000
const MAX_AMPLIFICATION = 5

/** Reads a whole file as `readXml` does. Throws ParseError, with the place, for its fault. */
export function parseXml(bytes: Uint8Array, { entities, units }: FileOptions): XmlDocument {
  const text = decodeXml(bytes)
  const failures: unknown[] = []
  const reading = units && deferFailures(units(text), failures)
  const { nodes, fault } = readXml(text, { entities, units: reading })
  const root = nodes.find((node) => node.type === 'element')
  if (fault !== undefined || root === undefined) {
    throw parseErrorAt(text, fault?.offset ?? 0, fault?.message ?? '')
  }
  if (failures.length > 0) throw failures[0]
  return { root, text }
}

/** A fault of the file behind a unit counts for more than one of the unit itself. */
function deferFailures({ isUnit, read }: XmlUnits, failures: unknown[]): XmlUnits {
  return {
    isUnit: (element, around) => failures.length === 0 && isUnit(element, around),
    read(unit, around) {
      try {
        read(unit, around)
      } catch (failure) {
        failures.push(failure)
      }
    },
  }
}

/**
 * Reads a document, or the content of an element: XML 1.0 with namespaces, not validating. A fault is everything
 * that is not well-formed, elements nested deeper than 256, a text over 10 million bytes and entities that expand
 * without measure. Takes time linear in the length of the text.
 */
export function readXml(
  text: string,
  { entities, isContent = false, items, units }: ContentOptions,
): XmlContent {
  const reader = createReader(text)
  const context: Context = {
    items,
    entities,
    documentType: NO_TYPE,
    isStandalone: false,
    nodes: [],
    open: [],
    units,
    texts: [],
    offsets: [],
    entityDepth: 0,
    budget: Math.max(MIN_BUDGET, text.length * MAX_AMPLIFICATION),
    bindings: new Map([['xml', [XML_NAMESPACE]]]),
  }
  try {
    checkCharacters(reader)
    if (isContent) readNodes(context, reader)
    else readDocument(context, reader)
  } catch (error) {
    if (error !== STOP) throw error
  }
  return { nodes: context.nodes, fault: reader.fault }
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

function readDocument(context: Context, reader: Reader): void {
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
  readNodes(context, reader, true)
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

/** Reads all content or, as `isDocument`, one element onto the stack of nodes. */
function readNodes(context: Context, reader: Reader, isDocument = false): void {
  const { text } = reader
  const { items, nodes, open } = context
  const outer = open.length
  for (;;) {
    const start = text.indexOf('<', reader.position)
    if (start < 0) break
    if (start > reader.position) readText(context, reader, start)
    reader.start = start
    const code = text.charCodeAt(start + 1)
    if (code === 0x2f) {
      const element = open.length > outer ? open.pop() : undefined
      leave(context, readEndTag(reader, element?.node))
      if (element !== undefined) close(context, element)
    } else if (code === 0x21 || code === 0x3f) {
      const node = readMarkup(reader)
      nodes.push(node)
      if (reader.origin === undefined) items?.push({ node, start, end: reader.position })
    } else {
      const node = readStartTag(context, reader)
      const end = reader.position
      nodes.push(node)
      if (reader.origin === undefined) items?.push({ node, start, end })
      if (open.length >= MAX_DEPTH) {
        fail(reader, `elements are nested deeper than ${MAX_DEPTH}`, start, { rule: 'depth' })
      }
      const units =
        open.length > 0 && context.units?.isUnit(node, open) === true ? context.units : undefined
      const element = { node, start, end, from: nodes.length, units }
      if (units !== undefined) context.units = undefined
      if (text.charCodeAt(end - 2) !== 0x2f) open.push(element)
      else {
        leave(context, node)
        close(context, element)
      }
    }
    if (isDocument && open.length === outer) return
  }
  const unclosed = open.length > outer ? open.at(-1) : undefined
  if (unclosed !== undefined) {
    reader.start = unclosed.start
    reader.position = unclosed.end
    open.length = outer
    note(reader, `<${unclosed.node.name}> has no end tag`, unclosed.start, { rule: 'unclosed' })
    return
  }
  reader.start = reader.position
  if (reader.position < text.length) readText(context, reader, text.length)
}

/** Gives an element its children, and what reads units those. */
function close(context: Context, { node, from, units }: OpenElement): void {
  const { nodes, open } = context
  if (nodes.length > from) node.children = nodes.splice(from)
  if (units === undefined) return
  nodes.pop()
  context.units = units
  units.read(node, open)
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
function readText(context: Context, reader: Reader, end: number): void {
  const { text } = reader
  const start = reader.position
  if (reader.nextSectionEnd < start) reader.nextSectionEnd = indexOrEnd(text, ']]>', start)
  if (reader.nextSectionEnd < end) {
    reader.start = reader.nextSectionEnd
    reader.position = reader.start + 3
    fail(reader, ']]> must be written ]]&gt;', reader.start)
  }
  if (reader.nextReference < start) reader.nextReference = indexOrEnd(text, '&', start)
  if (reader.nextReference >= end && isRepeated(context, reader, end)) return
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
      pushText(context, reader, value)
      value = ''
      readEntity(context, reader, reference, to)
    }
  }
  pushText(context, reader, value)
}

/** Whether the text up to `end` is one that stood before, as white space between tags does: its node is then kept once. */
function isRepeated({ nodes, texts }: Context, reader: Reader, end: number): boolean {
  const length = end - reader.position
  if (length >= MAX_REPEATED) return false
  const known = texts[length]
  if (known === undefined || !reader.text.startsWith(known.value, reader.position)) return false
  nodes.push(known)
  reader.position = end
  return true
}

function pushText({ nodes, texts }: Context, reader: Reader, value: string): void {
  if (value === '') return
  checkLength(reader, value)
  const node: XmlText = { type: 'text', value }
  nodes.push(node)
  if (value.length < MAX_REPEATED && isSpace(value.charCodeAt(0))) texts[value.length] = node
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

function indexOrEnd(text: string, token: string, from: number): number {
  const at = text.indexOf(token, from)
  return at < 0 ? text.length : at
}
