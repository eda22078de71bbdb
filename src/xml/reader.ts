import type { XmlFault } from './fault.ts'

/** A place in the text of a document, of an entity or of a value. */
export interface Reader {
  readonly text: string
  position: number
  /** For the text of an entity or a value: where it was met. */
  readonly origin: Origin | undefined
  /** Offsets of the next `<`, `&`, `]]>` and line feed that are not before `position`, or stale ones that are. */
  tagAt: number
  referenceAt: number
  sectionEndAt: number
  lineEndAt: number
  /** Whether line ends may need to become LF. */
  readonly hasReturns: boolean
  readonly hasTabs: boolean
  /** Where the markup or the reference starts that is being read. */
  start: number
  /** The attribute that is being read, `''` for none. */
  attribute: string
  fault: XmlFault | undefined
}

interface Origin {
  readonly reader: Reader
  readonly offset: number
  readonly entity?: string
}

/** Longest text, comment, section or value, in bytes of UTF-8. */
const MAX_TEXT_BYTES = 10_000_000
const MAX_MESSAGE = 200

// Production 4 and 4a of XML 1.0, fifth edition.
const START =
  ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F' +
  '\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'
const REST = `${START}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040`
const NAME = new RegExp(`[${START}][${REST}]*`, 'uy')
const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.[0-9]+\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(yes|no)\3)?[ \t\r\n]*\?>/
const IS_START = Uint8Array.from({ length: 128 }, (_, code) =>
  /[:A-Z_a-z]/.test(String.fromCharCode(code)) ? 1 : 0,
)
const IS_REST = Uint8Array.from({ length: 128 }, (_, code) =>
  /[:A-Z_a-z\-.0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
)

/** A reader at the start of a text: of a file or, with an origin, of an entity in one. */
export function createReader(text: string, origin?: Origin): Reader {
  const hasReturns = origin === undefined && text.includes('\r')
  return {
    text,
    position: 0,
    origin,
    tagAt: -1,
    referenceAt: -1,
    sectionEndAt: -1,
    lineEndAt: -1,
    hasReturns,
    hasTabs: text.includes('\t'),
    start: 0,
    attribute: '',
    fault: undefined,
  }
}

/** Thrown for every fault: an error of its own would cost more time than reading a short text. */
export const STOP: Error = new Error('the text is not well-formed')

/** Throws `STOP` after noting a fault at `offset`; inside an entity, at the reference to it. */
export function fail(
  reader: Reader,
  message: string,
  offset: number = reader.position,
  detail: Partial<Pick<XmlFault, 'rule' | 'name'>> = {},
): never {
  note(reader, message, offset, detail)
  throw STOP
}

/** Notes a fault, of which the first counts. It costs less time than `fail` where nothing is left to be read. */
export function note(
  reader: Reader,
  message: string,
  offset: number,
  { rule, name }: Partial<Pick<XmlFault, 'rule' | 'name'>>,
): void {
  const { origin } = reader
  const text =
    origin?.entity === undefined ? message : `${message} (in the entity ${origin.entity})`
  const shown = text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}...` : text
  let root = reader
  while (root.origin !== undefined) root = root.origin.reader
  root.fault ??= {
    rule: rule ?? (origin === undefined ? undefined : 'reference'),
    message: shown,
    offset: documentOffset(reader, offset),
    start: root.start,
    end: root.position,
    name: name ?? root.attribute,
  }
}

/** The offset in the document: of the outermost reference when the place is inside an entity. */
export function documentOffset(reader: Reader, offset: number): number {
  let at = offset
  for (let { origin } = reader; origin !== undefined; { origin } = origin.reader) at = origin.offset
  return at
}

/** The XML declaration at the start of a text; undefined when there is none or it is not valid. */
export function readDeclaration(
  text: string,
): { readonly end: number; readonly isStandalone: boolean } | undefined {
  const match = DECLARATION.exec(text)
  return match ? { end: match[0].length, isStandalone: match[4] === 'yes' } : undefined
}

/** White space of XML: space, tab, LF, CR. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

/** Offset of the next `token`, that of the end if there is none. */
export function indexOrEnd(text: string, token: string, from: number): number {
  const at = text.indexOf(token, from)
  return at < 0 ? text.length : at
}

/** Offset of the next `<` from the position on, that of the end if there is none. */
export function nextTag(reader: Reader): number {
  const { text, position } = reader
  if (reader.tagAt < position) reader.tagAt = indexOrEnd(text, '<', position)
  return reader.tagAt
}

/** The same of the next `&`. */
export function nextReference(reader: Reader): number {
  const { text, position } = reader
  if (reader.referenceAt < position) reader.referenceAt = indexOrEnd(text, '&', position)
  return reader.referenceAt
}

/** Moves past white space; false if there was none. */
export function skipSpace(reader: Reader): boolean {
  const { text, position } = reader
  let at = position
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  reader.position = at
  return at > position
}

/** Moves past white space, which must be there. */
export function needSpace(reader: Reader): void {
  if (!skipSpace(reader)) fail(reader, 'expected white space')
}

/** Moves past `token`; false if something else stands here. */
export function skip(reader: Reader, token: string): boolean {
  if (!reader.text.startsWith(token, reader.position)) return false
  reader.position += token.length
  return true
}

/** Moves past `token`, which must be there. */
export function need(reader: Reader, token: string): void {
  if (!skip(reader, token)) fail(reader, `expected ${token}`)
}

/** Where the Name ends that starts here; `start` itself when none does. */
export function nameEnd(text: string, start: number): number {
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 128) {
      NAME.lastIndex = start
      return NAME.test(text) ? NAME.lastIndex : start
    }
    if ((at === start ? IS_START : IS_REST)[code] === 0) break
  }
  return at
}

/** Reads a Name, which must be there. */
export function readName(reader: Reader): string {
  const { text, position } = reader
  const end = nameEnd(text, position)
  if (end === position) fail(reader, 'expected a name')
  reader.position = end
  return text.slice(position, end)
}

/** Reads up to `end` and moves past it; `what` is named in the error when it never comes. */
export function readUntil(reader: Reader, end: string, what: string): string {
  const at = reader.text.indexOf(end, reader.position)
  if (at < 0) fail(reader, `${what} has no ${end}`)
  const value = reader.text.slice(reader.position, at)
  checkLength(reader, value)
  reader.position = at + end.length
  return value
}

/** Reads a literal in double or single quotes, without them. */
export function readQuoted(reader: Reader): string {
  const quote = reader.text.charAt(reader.position)
  if (quote !== '"' && quote !== "'") fail(reader, 'expected a value in quotes')
  reader.position++
  return readUntil(reader, quote, 'a value')
}

/** Reads a comment's text; the place is after `<!--`. */
export function readComment(reader: Reader): string {
  const end = reader.text.indexOf('--', reader.position)
  if (end < 0) fail(reader, 'a comment has no -->', reader.position, { rule: 'unclosed-comment' })
  if (reader.text.charCodeAt(end + 2) !== 0x3e) fail(reader, 'a comment cannot contain --', end)
  return normaliseLines(reader, readUntil(reader, '-->', 'a comment'))
}

/** Reads a processing instruction; the place is after `<?`. */
export function readInstruction(reader: Reader): { name: string; value: string } {
  const start = reader.position
  const name = readName(reader)
  if (/^xml$/i.test(name)) {
    fail(reader, 'the XML declaration must be at the very start of the file', start - 2)
  }
  if (name.includes(':')) fail(reader, `the name ${name} cannot have a colon`, start)
  if (skip(reader, '?>')) return { name, value: '' }
  needSpace(reader)
  return { name, value: normaliseLines(reader, readUntil(reader, '?>', `<?${name}`)) }
}

/** Every line end becomes one LF. */
export function normaliseLines(reader: Reader, value: string): string {
  return reader.hasReturns ? value.replace(/\r\n?/g, '\n') : value
}

/** Throws when a single text is longer than ten million bytes. */
export function checkLength(reader: Reader, value: string): void {
  if (value.length * 3 > MAX_TEXT_BYTES && Buffer.byteLength(value) > MAX_TEXT_BYTES) {
    fail(reader, 'a text is longer than 10 million bytes')
  }
}
