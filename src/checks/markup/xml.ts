import { ParseError } from '../../errors.ts'
import { readDoctype } from '../../xml/doctype.ts'
import { createReader, nameEnd, readDeclaration } from '../../xml/reader.ts'
import { decodeReference, strayAmpersand } from './entity.ts'
import { createNamespaces } from './xml-namespace.ts'
import { type Fault, fail, type Scan, type XmlItem } from './xml-scan.ts'
import { scanEndTag, scanStartTag } from './xml-tag.ts'

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

const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

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
  let at = isDocument ? (readDeclaration(source)?.end ?? 0) : 0
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

/** Where the document type declaration ends that starts here, -1 when none does. */
function documentTypeEnd(text: string, start: number): number {
  if (!text.startsWith('<!DOCTYPE', start)) return -1
  const reader = createReader(text)
  reader.position = start + '<!DOCTYPE'.length
  try {
    readDoctype(reader)
    return reader.position
  } catch (error) {
    if (error instanceof ParseError) return -1
    throw error
  }
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
