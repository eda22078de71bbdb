/** The broken rule of XML, if the markup alone does not reveal it. */
type XmlRule =
  | 'bare-less-than'
  | 'character'
  | 'depth'
  | 'namespace'
  | 'prefix'
  | 'reference'
  | 'repeated'
  | 'unclosed'
  | 'unclosed-comment'

/** Why a text is not well-formed, with UTF-16 offsets. */
export interface XmlFault {
  readonly rule: XmlRule | undefined
  readonly message: string
  readonly offset: number
  /** The markup or reference with the fault, as far as it was read; empty for content outside the root. */
  readonly start: number
  readonly end: number
  /** The attribute with the fault, the missing end tag or the forbidden character; `''` if there is none. */
  readonly name: string
}

/** A position in the text of a document, entity or value. */
export interface Reader {
  readonly text: string
  position: number
  /** For the text of an entity or value: where it occurs. */
  readonly origin: Origin | undefined
  /** Offsets of the next `<`, `&`, `]]>` and line feed; outdated if before `position`. */
  tagAt: number
  referenceAt: number
  sectionEndAt: number
  lineEndAt: number
  /** Whether line ends may have to be converted to LF. */
  readonly hasReturns: boolean
  readonly hasTabs: boolean
  /** Start of the markup or reference that is being read. */
  start: number
  /** The attribute that is being read; `''` if there is none. */
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

// Productions 4 and 4a of XML 1.0, fifth edition.
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

/** Returns a reader at the start of a text: of a file or, with an origin, of an entity or value in one. */
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

/** Thrown for every fault, since creating an error takes longer than reading a short text. */
export const STOP: Error = new Error('the text is not well-formed')

/** Notes a fault at an offset (inside an entity: at the reference to it), and throws `STOP`. */
export function fail(
  reader: Reader,
  message: string,
  offset: number = reader.position,
  detail: Partial<Pick<XmlFault, 'rule' | 'name'>> = {},
): never {
  note(reader, message, offset, detail)
  throw STOP
}

/** Notes a fault unless there is an earlier one. Faster than `fail` if nothing is left to read. */
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

/** Returns an offset in the document; for a position inside an entity, that of the outermost reference. */
export function documentOffset(reader: Reader, offset: number): number {
  let at = offset
  for (let { origin } = reader; origin !== undefined; { origin } = origin.reader) at = origin.offset
  return at
}

/** Reads the XML declaration at the start of a text; returns undefined if there is none or it is invalid. */
export function readDeclaration(text: string) {
  const match = DECLARATION.exec(text)
  return match ? { end: match[0].length, isStandalone: match[4] === 'yes' } : undefined
}

/** Returns whether a code unit is XML's white space: space, tab, LF or CR. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

/** Returns the offset of the next `token`, or the length of the text. */
export function indexOrEnd(text: string, token: string, from: number): number {
  const at = text.indexOf(token, from)
  return at < 0 ? text.length : at
}

/** Returns the offset of the next `<`, or the length of the text. */
export function nextTag(reader: Reader): number {
  const { text, position } = reader
  if (reader.tagAt < position) reader.tagAt = indexOrEnd(text, '<', position)
  return reader.tagAt
}

/** Returns the offset of the next `&`, or the length of the text. */
export function nextReference(reader: Reader): number {
  const { text, position } = reader
  if (reader.referenceAt < position) reader.referenceAt = indexOrEnd(text, '&', position)
  return reader.referenceAt
}

/** Advances past white space; returns false if there is none. */
export function skipSpace(reader: Reader): boolean {
  const { text, position } = reader
  let at = position
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  reader.position = at
  return at > position
}

/** Advances past white space. Throws if there is none. */
export function needSpace(reader: Reader): void {
  if (!skipSpace(reader)) fail(reader, 'expected white space')
}

/** Advances past `token`; returns false if it does not follow. */
export function skip(reader: Reader, token: string): boolean {
  if (!reader.text.startsWith(token, reader.position)) return false
  reader.position += token.length
  return true
}

/** Advances past `token`. Throws if it does not follow. */
export function need(reader: Reader, token: string): void {
  if (!skip(reader, token)) fail(reader, `expected ${token}`)
}

/** Returns the end of the Name at an offset; the offset itself if there is none. */
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

/** Reads a Name. Throws if there is none. */
export function readName(reader: Reader): string {
  const { text, position } = reader
  const end = nameEnd(text, position)
  if (end === position) fail(reader, 'expected a name')
  reader.position = end
  return text.slice(position, end)
}

/** Reads up to `end`, and advances past it. Throws an error that names `what` if `end` does not occur. */
export function readUntil(reader: Reader, end: string, what: string): string {
  const at = reader.text.indexOf(end, reader.position)
  if (at < 0) fail(reader, `${what} has no ${end}`)
  const value = reader.text.slice(reader.position, at)
  checkLength(reader, value)
  reader.position = at + end.length
  return value
}

/** Reads a text in double or single quotes, and returns it without them. */
export function readQuoted(reader: Reader): string {
  const quote = reader.text.charAt(reader.position)
  if (quote !== '"' && quote !== "'") fail(reader, 'expected a value in quotes')
  reader.position++
  return readUntil(reader, quote, 'a value')
}

/** Reads the text of a comment after `<!--`. */
export function readComment(reader: Reader): string {
  const end = reader.text.indexOf('--', reader.position)
  if (end < 0) fail(reader, 'a comment has no -->', reader.position, { rule: 'unclosed-comment' })
  if (reader.text.charCodeAt(end + 2) !== 0x3e) fail(reader, 'a comment cannot contain --', end)
  return normaliseLines(reader, readUntil(reader, '-->', 'a comment'))
}

/** Reads a processing instruction after `<?`. */
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

/** Converts line ends to LF. */
export function normaliseLines(reader: Reader, value: string): string {
  return reader.hasReturns ? value.replace(/\r\n?/g, '\n') : value
}

/** Throws if a text is longer than ten million bytes. */
export function checkLength(reader: Reader, value: string): void {
  if (value.length * 3 > MAX_TEXT_BYTES && Buffer.byteLength(value) > MAX_TEXT_BYTES) {
    fail(reader, 'a text is longer than 10 million bytes')
  }
}
