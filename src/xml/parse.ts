import { nameOfControl, parseErrorAt, replaceControls } from '../text.ts'
import { readMarkup, readNodes } from './content.ts'
import { createDocumentType, readDoctype } from './doctype.ts'
import { decodeXml } from './encoding.ts'
import type { Context, EntityMode, XmlUnits } from './entity.ts'
import { FORBIDDEN, FORBIDDEN_UNIT } from './escape.ts'
import type { XmlFault } from './fault.ts'
import { XML_NAMESPACE, type XmlElement, type XmlItem, type XmlNode } from './node.ts'
import {
  createReader,
  fail,
  isSpace,
  type Reader,
  readDeclaration,
  STOP,
  skip,
  skipSpace,
} from './reader.ts'

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
  /** Told of each character that XML does not allow, and the rest is read; without it, it is a fault. */
  readonly onFault?:
    | ((fault: { readonly message: string; readonly offset: number; readonly context: '' }) => void)
    | undefined
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
const MIN_BUDGET = 1_000_000
const MAX_AMPLIFICATION = 5

/** Reads a whole file as `readXml` does. Throws ParseError, with the place, for its fault. */
export function parseXml(
  bytes: Uint8Array,
  { entities, units, onFault }: FileOptions,
): XmlDocument {
  const written = decodeXml(bytes)
  const text =
    onFault !== undefined && FORBIDDEN_UNIT.test(written)
      ? replaceControls(written, new RegExp(FORBIDDEN_UNIT, 'g'), (control, offset) => {
          onFault({ message: `XML allows no ${nameOfControl(control)}`, offset, context: '' })
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

/** A fault of the file behind a unit counts for more than one of the unit itself. */
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
