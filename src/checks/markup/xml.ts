import { characters } from '../lists.ts'
import { decodeReference, isReference } from './entity.ts'
import { documentTypeEnd, nameEnd, xmlDeclarationEnd } from './xml-name.ts'
import {
  type Attribute,
  createNamespaces,
  leave,
  type Namespaces,
  resolveNames,
} from './xml-namespace.ts'

/** An element, comment or processing instruction; `end` is that of the element's start tag. */
export interface XmlItem {
  readonly kind: 'element' | 'comment' | 'instruction'
  /** `{namespace}local`; `''` unless an element. */
  readonly name: string
  /** Names as they are compared, in document order; namespace declarations are none. */
  readonly attributes: readonly string[]
  readonly start: number
  readonly end: number
}

/** Why a text is not well-formed, and where. */
export interface Fault {
  readonly explanation: string
  readonly start: number
  readonly end: number
}

/** What was read of a text, and the first fault in it. */
export interface Xml {
  /** In document order, up to the fault. */
  readonly items: readonly XmlItem[]
  /** The text between the tags, references decoded. */
  readonly text: string
  readonly fault: Fault | undefined
}

interface XmlOptions {
  /** A document with one root and maybe a declaration; otherwise the content of an element. */
  readonly isDocument?: boolean
}

interface OpenElement {
  readonly label: string
  readonly start: number
  readonly end: number
  readonly prefixes: readonly string[]
}

interface Scan {
  readonly source: string
  readonly isDocument: boolean
  readonly items: XmlItem[]
  readonly texts: string[]
  readonly open: OpenElement[]
  readonly namespaces: Namespaces
  fault: Fault | undefined
  hasRoot: boolean
  hasType: boolean
}

const wideEntity = new RegExp(
  `&(?:#(?:[0-9]+|x[0-9a-fA-F]+)|[${characters.entityNameFirst}][${characters.entityNameRest}]*);`,
  'gu',
)
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** The text with all that passes for an entity turned into as many blanks, so that positions stay. */
export function blankEntities(text: string): string {
  return text.includes('&') ? text.replace(wideEntity, (found) => ' '.repeat(found.length)) : text
}

/**
 * Reads XML 1.0 with namespaces as strictly as the specification asks, without loading a document type, up to the first
 * fault. Linear. Of references the predefined and the numeric ones are known. https://www.w3.org/TR/xml/
 */
export function parseXml(source: string, { isDocument = false }: XmlOptions = {}): Xml {
  const scan: Scan = {
    source,
    isDocument,
    items: [],
    texts: [],
    open: [],
    namespaces: createNamespaces(),
    fault: undefined,
    hasRoot: false,
    hasType: false,
  }
  scanAll(scan)
  return { items: scan.items, text: scan.texts.join(''), fault: scan.fault }
}

function scanAll(scan: Scan): void {
  const { source, isDocument, open } = scan
  const wrong = forbidden.exec(source)
  if (wrong !== null) {
    const code = (wrong[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    fail(scan, `The character U+${code} is not allowed`, wrong.index, wrong.index + wrong[0].length)
    return
  }
  let at = isDocument ? xmlDeclarationEnd(source) : 0
  while (at >= 0 && at < source.length) {
    const tag = source.indexOf('<', at)
    const end = tag < 0 ? source.length : tag
    if (end > at) at = scanText(scan, at, end)
    if (at >= 0 && tag >= 0) at = scanMarkup(scan, tag)
  }
  if (at < 0) return
  const unclosed = open.at(-1)
  if (unclosed) {
    fail(scan, `The tag \`<${unclosed.label}>\` is not closed`, unclosed.start, unclosed.end)
  } else if (isDocument && !scan.hasRoot) fail(scan, 'There is no element', 0, source.length)
}

/** Keeps the fault; the position that stands for it. */
function fail(scan: Scan, explanation: string, start: number, end: number): -1 {
  scan.fault = { explanation, start, end }
  return -1
}

function scanText(scan: Scan, start: number, end: number): number {
  const text = scan.source.slice(start, end)
  if (scan.isDocument && scan.open.length === 0) {
    const stray = /[^\t\n\r ]/.exec(text)
    if (stray) return fail(scan, 'There is text outside of the element', start + stray.index, end)
    return end
  }
  const close = text.indexOf(']]>')
  if (close >= 0) {
    return fail(scan, '`]]>` stands outside of a CDATA section', start + close, start + close + 3)
  }
  const ampersand = text.indexOf('&') < 0 ? -1 : strayAmpersand(text)
  if (ampersand >= 0) {
    return fail(scan, '`&` starts no entity', start + ampersand, start + ampersand + 1)
  }
  scan.texts.push(text.includes('&') ? text.replace(/&[^;]*;/g, decodeReference) : text)
  return end
}

/** Offset of the first `&` that starts no predefined or numeric reference, -1 without one. */
function strayAmpersand(text: string): number {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (!isReference(text, at)) return at
  }
  return -1
}

function scanMarkup(scan: Scan, start: number): number {
  const { source, items, open, isDocument } = scan
  if (source.startsWith('<!--', start)) {
    const end = source.indexOf('--', start + 4)
    if (end < 0) return fail(scan, 'The comment is not closed', start, start + 4)
    if (source[end + 2] !== '>') return fail(scan, 'The comment contains `--`', start, end + 2)
    items.push({ kind: 'comment', name: '', attributes: [], start, end: end + 3 })
    return end + 3
  }
  if (source.startsWith('<![CDATA[', start) && (!isDocument || open.length > 0)) {
    const end = source.indexOf(']]>', start + 9)
    if (end < 0) return fail(scan, 'The CDATA section is not closed', start, start + 9)
    scan.texts.push(source.slice(start + 9, end))
    return end + 3
  }
  if (source[start + 1] === '!') {
    const end = isDocument && !scan.hasRoot && !scan.hasType ? documentTypeEnd(source, start) : -1
    if (end < 0) return fail(scan, '`<!` is not allowed here', start, start + 2)
    scan.hasType = true
    return end
  }
  if (source[start + 1] === '?') return scanInstruction(scan, start)
  return source[start + 1] === '/' ? scanEndTag(scan, start) : scanStartTag(scan, start)
}

function scanInstruction(scan: Scan, start: number): number {
  const { source } = scan
  const nameStop = nameEnd(source, start + 2)
  const name = source.slice(start + 2, nameStop)
  const end = source.indexOf('?>', nameStop)
  if (name === '' || name.includes(':') || end < 0) {
    return fail(scan, 'The processing instruction is broken', start, start + 2)
  }
  if (name.toLowerCase() === 'xml') {
    return fail(scan, 'The XML declaration is not at the start', start, end + 2)
  }
  if (end > nameStop && !/[\t\n\r ]/.test(source[nameStop] ?? '')) {
    return fail(scan, 'The processing instruction is broken', start, end + 2)
  }
  scan.items.push({ kind: 'instruction', name: '', attributes: [], start, end: end + 2 })
  return end + 2
}

const endTagRest = /[\t\n\r ]*>/y

function scanEndTag(scan: Scan, start: number): number {
  const { source, open } = scan
  const stop = nameEnd(source, start + 2)
  const label = source.slice(start + 2, stop)
  endTagRest.lastIndex = stop
  if (label === '' || !endTagRest.test(source)) {
    return fail(scan, `The tag \`</${label}\` is broken`, start, stop)
  }
  const end = endTagRest.lastIndex
  const element = open.pop()
  if (!element) return fail(scan, `The tag \`</${label}>\` closes nothing`, start, end)
  if (element.label !== label) {
    const expected = `\`</${element.label}>\``
    return fail(scan, `There is \`</${label}>\` where ${expected} is expected`, start, end)
  }
  leave(scan.namespaces, element.prefixes)
  return end
}

const attributeStart = /[\t\n\r ]+/y
const attributeEquals = /[\t\n\r ]*=[\t\n\r ]*/y
const tagRest = /[\t\n\r ]*\/?>/y

function scanStartTag(scan: Scan, start: number): number {
  const { source } = scan
  const nameStop = nameEnd(source, start + 1)
  const label = source.slice(start + 1, nameStop)
  if (label === '') return fail(scan, '`<` starts no tag', start, start + 1)
  const attributes: Attribute[] = []
  const isBare = source[nameStop] === '>'
  const at = isBare ? nameStop : scanAttributes(scan, { label, start, at: nameStop }, attributes)
  if (at < 0) return at
  tagRest.lastIndex = at
  if (!tagRest.test(source)) return fail(scan, `The tag \`<${label}\` is broken`, start, at)
  const end = tagRest.lastIndex
  if (scan.isDocument && scan.open.length === 0) {
    if (scan.hasRoot) return fail(scan, `\`<${label}>\` is a second root element`, start, end)
    scan.hasRoot = true
  }
  return addElement(scan, { label, attributes, start, end, isEmpty: source[end - 2] === '/' })
}

/** Reads attributes up to the end of the tag. */
function scanAttributes(
  scan: Scan,
  tag: { readonly label: string; readonly start: number; readonly at: number },
  attributes: Attribute[],
): number {
  const { source } = scan
  const { label, start } = tag
  for (let at = tag.at; ; ) {
    attributeStart.lastIndex = at
    const from = attributeStart.test(source) ? attributeStart.lastIndex : at
    const stop = nameEnd(source, from)
    if (stop === from || from === at) return at
    const name = source.slice(from, stop)
    const broken = `The attribute \`${name}\` of \`<${label}>\``
    attributeEquals.lastIndex = stop
    const open = attributeEquals.test(source) ? attributeEquals.lastIndex : -1
    const quote = open < 0 ? '' : source[open]
    const close = quote === '"' || quote === "'" ? source.indexOf(quote, open + 1) : -1
    if (close < 0) return fail(scan, `${broken} has no value in quotes`, start, stop)
    const value = source.slice(open + 1, close)
    if (value.includes('<')) return fail(scan, `${broken} contains \`<\``, start, close + 1)
    if (strayAmpersand(value) >= 0) {
      return fail(scan, `${broken} contains a \`&\` that starts no entity`, start, close + 1)
    }
    attributes.push({ label: name, value })
    at = close + 1
  }
}

function addElement(
  scan: Scan,
  tag: {
    readonly label: string
    readonly attributes: readonly Attribute[]
    readonly start: number
    readonly end: number
    readonly isEmpty: boolean
  },
): number {
  const { label, start, end } = tag
  const { prefixes, name, attributes, problem } = resolveNames(scan.namespaces, tag)
  if (problem !== undefined) return fail(scan, problem, start, end)
  scan.items.push({ kind: 'element', name, attributes, start, end })
  if (tag.isEmpty) leave(scan.namespaces, prefixes)
  else scan.open.push({ label, start, end, prefixes })
  return end
}
