import { nameOfControl, parseErrorAt, replaceControls } from '../text.ts'
import { readMarkup, readNodes } from './content.ts'
import { type DocumentType, readDoctype } from './doctype.ts'
import { decodeXml } from './encoding.ts'
import type { Context, EntityMode, XmlUnits } from './entity.ts'
import { FORBIDDEN, FORBIDDEN_UNIT } from './escape.ts'
import { XML_NAMESPACE, type XmlElement, type XmlItem, type XmlNode } from './node.ts'
import { isSpace, Reader, STOP, type XmlFault } from './reader.ts'

/** The content of a text up to its first fault. */
export interface XmlContent {
  /** For a document, its root. */
  readonly nodes: readonly XmlNode[]
  readonly fault: XmlFault | undefined
}

interface FileOptions {
  readonly entities: EntityMode
  /** Called for each character that XML forbids, which is then replaced; without it, such a character is a fault. */
  readonly onFault?:
    | ((fault: { readonly message: string; readonly offset: number; readonly context: '' }) => void)
    | undefined
  /** Returns the reader of units of the decoded file. Its errors are thrown only if the file is well-formed. */
  readonly units?: (text: string) => XmlUnits
}

interface ContentOptions {
  readonly entities: EntityMode
  /** Whether the text is the content of an element instead of a document. */
  readonly isContent?: boolean
  /** Receives all markup in order, except that of entities. */
  readonly items?: XmlItem[]
  readonly units?: XmlUnits | undefined
}

const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.[0-9]+\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(yes|no)\3)?[ \t\r\n]*\?>/
const NO_TYPE: DocumentType = { entities: new Map(), isPartial: false }
const MIN_BUDGET = 1_000_000
const MAX_AMPLIFICATION = 5

/**
 * Reads a file as `readXml` does; returns its root, and the decoded text without byte order mark. Throws ParseError for
 * its fault.
 */
export function parseXml(bytes: Uint8Array, { entities, units, onFault }: FileOptions) {
  const written = decodeXml(bytes)
  const text =
    onFault !== undefined && FORBIDDEN_UNIT.test(written)
      ? replaceControls(written, new RegExp(FORBIDDEN_UNIT, 'g'), (control, offset) => {
          onFault({ message: `XML does not allow ${nameOfControl(control)}`, offset, context: '' })
        })
      : written
  const failures: unknown[] = []
  const reading = units && deferFailures(units(text), failures)
  const { nodes, fault } = readXml(text, { entities, units: reading })
  const [root] = nodes
  if (fault !== undefined || root?.type !== 'element') {
    throw parseErrorAt(text, fault?.offset ?? 0, fault?.message ?? '')
  }
  if (failures.length > 0) throw failures[0]
  return { root, text }
}

/** Throws a ParseError at an element. */
export type Fail = (message: string, element: XmlElement) => never

/** Throws at positions of a text. */
export function failIn(text: string): Fail {
  return (message, { offset }) => {
    throw parseErrorAt(text, offset, message)
  }
}

/** Throws ParseError unless the root of a file has this name. */
export function expectRoot({ root, text }: ReturnType<typeof parseXml>, name: string): void {
  if (root.name === name) return
  throw parseErrorAt(text, root.offset, `expected <${name}>, found <${root.name.slice(0, 100)}>`)
}

/** Collects the errors of a reader of units, since a later fault of the file takes precedence. */
function deferFailures({ isUnit, read }: XmlUnits, failures: unknown[]): XmlUnits {
  return {
    isUnit: (element, around) => failures.length === 0 && isUnit(element, around),
    read(unit, around, before) {
      try {
        read(unit, around, before)
      } catch (failure) {
        failures.push(failure)
      }
    },
  }
}

/**
 * Reads a document, or the content of an element: XML 1.0 with namespaces, without validation. Faults are syntax errors,
 * elements nested deeper than 256, texts of more than 10 million bytes, and entities that expand to too much. Takes time
 * linear in the length of the text.
 */
export function readXml(
  text: string,
  { entities, isContent = false, items, units }: ContentOptions,
): XmlContent {
  const reader = new Reader(text)
  const context: Context = {
    items,
    entities,
    documentType: NO_TYPE,
    isStandalone: false,
    nodes: [],
    open: [],
    units,
    texts: [],
    knownNames: [],
    tag: { names: [], offsets: [], declares: false, isLiteral: true },
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
  if (reader.text.isWellFormed() && !FORBIDDEN_UNIT.test(reader.text)) return
  const at = reader.text.search(FORBIDDEN)
  const code = reader.text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
  const name = `U+${code}`
  reader.start = at
  reader.position = at + 1
  reader.fail(`the character ${name} is not allowed in XML`, at, { rule: 'character', name })
}

function readDocument(context: Context, reader: Reader): void {
  const { text } = reader
  if (text.startsWith('<?xml') && isSpace(text.charCodeAt(5))) {
    const [declaration, , , , standalone] =
      DECLARATION.exec(text) ?? reader.fail('the XML declaration is not valid')
    context.isStandalone = standalone === 'yes'
    reader.position = declaration.length
  }
  readMisc(context, reader)
  if (reader.skip('<!DOCTYPE')) {
    context.documentType = readDoctype(reader)
    readMisc(context, reader)
  }
  if (reader.position >= text.length)
    reader.fail('expected a root element, found the end of the file')
  if (text.charCodeAt(reader.position) !== 0x3c) reader.fail('expected <')
  if (text.charCodeAt(reader.position + 1) === 0x21) reader.fail('expected a root element')
  readNodes(context, reader, true)
  readMisc(context, reader)
  if (reader.position < text.length) reader.fail('expected nothing after the root element')
}

/** Reads white space, comments and processing instructions outside the root. */
function readMisc(context: Context, reader: Reader): void {
  for (;;) {
    reader.skipSpace()
    reader.start = reader.position
    const { text, start } = reader
    if (!text.startsWith('<!--', start) && !text.startsWith('<?', start)) return
    const node = readMarkup(reader)
    context.items?.push({ node, start, end: reader.position })
  }
}
