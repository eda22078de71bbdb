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
const IS_START = Uint8Array.from({ length: 128 }, (_, code) =>
  /[:A-Z_a-z]/.test(String.fromCharCode(code)) ? 1 : 0,
)
const IS_REST = Uint8Array.from({ length: 128 }, (_, code) =>
  /[:A-Z_a-z\-.0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
)

/** Thrown for every fault, since creating an error takes longer than reading a short text. */
export const STOP: Error = new Error('the text is not well-formed')

/** A position in the text of a document, entity or value. */
export class Reader {
  readonly text: string
  position = 0
  /** For the text of an entity or value: where it occurs. */
  readonly origin: Origin | undefined
  /** Offsets of the next `<`, `&`, `]]>` and line feed; outdated if before `position`. */
  tagAt = -1
  referenceAt = -1
  sectionEndAt = -1
  lineEndAt = -1
  /** Whether line ends may have to be converted to LF. */
  readonly hasReturns: boolean
  readonly hasTabs: boolean
  /** Start of the markup or reference that is being read. */
  start = 0
  /** The attribute that is being read; `''` if there is none. */
  attribute = ''
  fault: XmlFault | undefined = undefined

  /** Starts to read a file or, with an origin, an entity or value in one. */
  constructor(text: string, origin?: Origin) {
    this.text = text
    this.origin = origin
    this.hasReturns = origin === undefined && text.includes('\r')
    this.hasTabs = text.includes('\t')
  }

  /** Notes a fault at an offset (inside an entity: at the reference to it), and throws `STOP`. */
  fail(
    message: string,
    offset: number = this.position,
    detail: Partial<Pick<XmlFault, 'rule' | 'name'>> = {},
  ): never {
    this.note(message, offset, detail)
    throw STOP
  }

  /** Notes a fault unless there is an earlier one. Faster than `fail` if nothing is left to read. */
  note(
    message: string,
    offset: number,
    { rule, name }: Partial<Pick<XmlFault, 'rule' | 'name'>>,
  ): void {
    const { origin } = this
    const text =
      origin?.entity === undefined ? message : `${message} (in the entity ${origin.entity})`
    const shown = text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}...` : text
    let root: Reader = this
    while (root.origin !== undefined) root = root.origin.reader
    root.fault ??= {
      rule: rule ?? (origin === undefined ? undefined : 'reference'),
      message: shown,
      offset: this.documentOffset(offset),
      start: root.start,
      end: root.position,
      name: name ?? root.attribute,
    }
  }

  /** Returns an offset in the document; for a position inside an entity, that of the outermost reference. */
  documentOffset(offset: number): number {
    let at = offset
    for (let { origin } = this; origin !== undefined; { origin } = origin.reader) at = origin.offset
    return at
  }

  /** Returns the offset of the next `<`, or the length of the text. */
  nextTag(): number {
    const { text, position } = this
    if (this.tagAt < position) this.tagAt = indexOrEnd(text, '<', position)
    return this.tagAt
  }

  /** Returns the offset of the next `&`, or the length of the text. */
  nextReference(): number {
    const { text, position } = this
    if (this.referenceAt < position) this.referenceAt = indexOrEnd(text, '&', position)
    return this.referenceAt
  }

  /** Advances past white space; returns false if there is none. */
  skipSpace(): boolean {
    const { text, position } = this
    let at = position
    while (at < text.length && isSpace(text.charCodeAt(at))) at++
    this.position = at
    return at > position
  }

  /** Advances past white space. Throws if there is none. */
  needSpace(): void {
    if (!this.skipSpace()) this.fail('expected white space')
  }

  /** Advances past `token`; returns false if it does not follow. */
  skip(token: string): boolean {
    if (!this.text.startsWith(token, this.position)) return false
    this.position += token.length
    return true
  }

  /** Advances past `token`. Throws if it does not follow. */
  need(token: string): void {
    if (!this.skip(token)) this.fail(`expected ${token}`)
  }

  /** Reads a Name. Throws if there is none. */
  readName(): string {
    const { text, position } = this
    const end = nameEnd(text, position)
    if (end === position) this.fail('expected a name')
    this.position = end
    return text.slice(position, end)
  }

  /** Reads up to `end`, and advances past it. Throws an error that names `what` if `end` does not occur. */
  readUntil(end: string, what: string): string {
    const at = this.text.indexOf(end, this.position)
    if (at < 0) this.fail(`${what} has no ${end}`)
    const value = this.text.slice(this.position, at)
    this.checkLength(value)
    this.position = at + end.length
    return value
  }

  /** Reads a text in double or single quotes, and returns it without them. */
  readQuoted(): string {
    const quote = this.text.charAt(this.position)
    if (quote !== '"' && quote !== "'") this.fail('expected a value in quotes')
    this.position++
    return this.readUntil(quote, 'a value')
  }

  /** Reads the text of a comment after `<!--`. */
  readComment(): string {
    const end = this.text.indexOf('--', this.position)
    if (end < 0) this.fail('a comment has no -->', this.position, { rule: 'unclosed-comment' })
    if (this.text.charCodeAt(end + 2) !== 0x3e) this.fail('a comment cannot contain --', end)
    return this.normaliseLines(this.readUntil('-->', 'a comment'))
  }

  /** Reads a processing instruction after `<?`. */
  readInstruction(): { name: string; value: string } {
    const start = this.position
    const name = this.readName()
    if (/^xml$/i.test(name)) {
      this.fail('the XML declaration must be at the very start of the file', start - 2)
    }
    if (name.includes(':')) this.fail(`the name ${name} cannot have a colon`, start)
    if (this.skip('?>')) return { name, value: '' }
    this.needSpace()
    return { name, value: this.normaliseLines(this.readUntil('?>', `<?${name}`)) }
  }

  /** Converts line ends to LF. */
  normaliseLines(value: string): string {
    return this.hasReturns ? value.replace(/\r\n?/g, '\n') : value
  }

  /** Throws if a text is longer than ten million bytes. */
  checkLength(value: string): void {
    if (value.length * 3 > MAX_TEXT_BYTES && Buffer.byteLength(value) > MAX_TEXT_BYTES) {
      this.fail('a text is longer than 10 million bytes')
    }
  }
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
