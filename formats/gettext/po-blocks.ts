import { isWhitespace, parseErrorAt } from '../../src/text.ts'

/** The text of a PO file, and its line end; other line breaks are part of a line. */
export interface PoText {
  readonly text: string
  readonly lineEnd: '\n' | '\r' | '\r\n'
}

/** An entry as written: texts are lists of literals, still escaped. */
export class PoBlock {
  /** UTF-16 offset of its first keyword. */
  offset = -1
  isObsolete = false
  hasComments = false
  /** What stands behind `#`. */
  readonly translatorComments: string[] = []
  /** Comments without their markers. */
  readonly extractedComments: string[] = []
  readonly locations: string[] = []
  readonly flags: string[] = []
  /** The former texts in `#|`, if any. */
  previous: Partial<Record<PreviousKeyword, string[]>> | undefined = undefined
  /** Undefined without the keyword. */
  context: string[] | undefined = undefined
  source: string[] | undefined = undefined
  plural: string[] | undefined = undefined
  /** Literals by the index of `msgstr`, undefined without one, in file order. */
  readonly translations = new Map<number | undefined, string[]>()
}

type PreviousKeyword = 'msgctxt' | 'msgid' | 'msgid_plural'

const KEYWORD = /(msgctxt|msgid_plural|msgid|msgstr)(?:\[([^\]]*)\])?[ \t]*(?=")/y
const PREVIOUS = /(?:(msgctxt|msgid_plural|msgid)[ \t]*)?(?=")/y
const PREVIOUS_ORDER: readonly PreviousKeyword[] = ['msgctxt', 'msgid', 'msgid_plural']

/** Yields the entries of a PO file in order, obsolete ones included. Throws ParseError. */
export function* readPoBlocks({ text, lineEnd }: PoText): Generator<PoBlock> {
  const reader = new BlockReader(text)
  for (let start = 0; start < text.length; ) {
    const lineBreak = text.indexOf(lineEnd, start)
    const end = lineBreak === -1 ? text.length : lineBreak
    const block = reader.takeLine(start, end)
    if (block !== undefined) yield block
    start = lineBreak === -1 ? end : end + lineEnd.length
  }
  const last = reader.end()
  if (last !== undefined) yield last
}

/** Reads lines one by one; a line may end the previous block. */
class BlockReader {
  readonly #text: string
  #block = new PoBlock()
  /** Where a continuation goes. */
  #literals: string[] | undefined
  /** Where a continuation of `#|` goes; only consecutive lines belong together. */
  #previousLiterals: string[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  takeLine(start: number, end: number): PoBlock | undefined {
    const text = this.#text
    let at = start
    while (at < end && isWhitespace(text.charCodeAt(at))) at++
    if (at === end) return undefined
    if (text[at] === '#') {
      return text[at + 1] === '~'
        ? this.#takeObsolete(start, at, end)
        : this.#takeComment(start, at, end)
    }
    const done = this.#block.isObsolete ? this.#finish(start) : undefined
    return this.#takeContent(start, at, end) ?? done
  }

  end(): PoBlock | undefined {
    return this.#finish(this.#text.length)
  }

  #fail(at: number, message: string): never {
    throw parseErrorAt(this.#text, at, message)
  }

  #isStarted(): boolean {
    return this.#block.context !== undefined || this.#block.source !== undefined
  }

  /** Ends the block, if there is one. `at` is the offset of what follows. */
  #finish(at: number): PoBlock | undefined {
    const done = this.#block
    const wasStarted = this.#isStarted()
    this.#block = new PoBlock()
    this.#literals = undefined
    if (!wasStarted) return undefined
    const isIncomplete = done.translations.size === 0
    if (!isIncomplete || done.isObsolete) return done
    // An entry with comments counts even without a translation.
    if (done.hasComments && done.plural === undefined) return done
    if (done.plural === undefined && at === this.#text.length) return undefined
    const place = at === this.#text.length ? done.offset : at
    return this.#fail(place, 'expected msgstr before the next entry')
  }

  /** Returns the text between the first and the last quote of a line. */
  #literalAt(at: number, end: number): string {
    const last = this.#text.lastIndexOf('"', end - 1)
    if (last <= at) this.#fail(at, 'expected a second double quote on the line')
    return this.#text.slice(at + 1, last)
  }

  #takeKeyword(start: number, end: number): PoBlock | undefined {
    KEYWORD.lastIndex = start
    const match = KEYWORD.exec(this.#text)
    if (match === null || KEYWORD.lastIndex >= end) {
      const message = 'expected msgctxt, msgid, msgid_plural or msgstr and a text in quotes'
      return this.#fail(start, message)
    }
    const [, keyword, index] = match
    if (index !== undefined && keyword !== 'msgstr')
      this.#fail(start, `expected ${keyword} without [`)
    const literal = this.#literalAt(KEYWORD.lastIndex, end)
    const begins =
      keyword === 'msgctxt'
        ? this.#isStarted()
        : keyword === 'msgid' && this.#block.source !== undefined
    const done = begins ? this.#finish(start) : undefined
    if (this.#block.offset === -1) this.#block.offset = start
    this.#literals = this.#targetOf(keyword ?? '', index, start)
    this.#literals.push(literal)
    return done
  }

  #targetOf(keyword: string, index: string | undefined, at: number): string[] {
    if (keyword === 'msgctxt') {
      this.#block.context = []
      return this.#block.context
    }
    if (keyword === 'msgid') {
      this.#block.source = []
      return this.#block.source
    }
    const { source, plural, translations } = this.#block
    if (keyword === 'msgid_plural') {
      const fits = source !== undefined && plural === undefined && translations.size === 0
      if (!fits) this.#fail(at, 'expected msgid before msgid_plural')
      this.#block.plural = []
      return this.#block.plural
    }
    const number = index === undefined ? undefined : this.#indexOf(index, at)
    if (source === undefined) this.#fail(at, 'expected msgid before msgstr')
    if ((number === undefined) !== (plural === undefined)) {
      this.#fail(at, plural === undefined ? 'expected msgstr without [' : 'expected msgstr[0]')
    }
    if (number === undefined && translations.size > 0)
      this.#fail(at, 'expected msgid, found msgstr again')
    const literals = translations.get(number) ?? []
    translations.set(number, literals)
    return literals
  }

  #indexOf(index: string, at: number): number {
    if (!/^\s*[+-]?\d+\s*$/.test(index)) this.#fail(at, `expected a number, found msgstr[${index}]`)
    return Number(index)
  }

  #takeComment(start: number, at: number, end: number): PoBlock | undefined {
    const done = this.#block.isObsolete || this.#isStarted() ? this.#finish(start) : undefined
    this.#block.hasComments = true
    const mark = this.#text[at + 1]
    if (mark === '|' && at === start) {
      this.#takePrevious(at, end)
      return done
    }
    this.#previousLiterals = undefined
    if (mark === '.')
      this.#block.extractedComments.push(this.#text.slice(Math.min(at + 3, end), end))
    else if (mark === ':') this.#block.locations.push(this.#text.slice(Math.min(at + 3, end), end))
    else if (mark === ',' || mark === '=') this.#block.flags.push(this.#text.slice(at + 2, end))
    else this.#block.translatorComments.push(this.#text.slice(at + 1, end))
    return done
  }

  /** Keywords are read once, in their order; others are skipped. */
  #takePrevious(at: number, end: number): void {
    const isFirst = this.#block.previous === undefined
    if (!isFirst && this.#previousLiterals === undefined) return
    let next = at + 2
    while (this.#text[next] === ' ') next++
    PREVIOUS.lastIndex = next
    const keyword = PREVIOUS.exec(this.#text)?.[1] as PreviousKeyword | undefined
    const isText = PREVIOUS.lastIndex > 0 && PREVIOUS.lastIndex < end
    if (isFirst && (keyword === undefined || !isText)) {
      this.#fail(at, 'expected msgctxt, msgid or msgid_plural and a text in quotes after #|')
    }
    this.#block.previous ??= {}
    const { previous } = this.#block
    const isLater =
      keyword !== undefined &&
      PREVIOUS_ORDER.slice(PREVIOUS_ORDER.indexOf(keyword)).every((later) => !previous[later])
    if (isText && isLater) {
      this.#previousLiterals = []
      previous[keyword] = this.#previousLiterals
    } else if (!isText || keyword !== undefined) this.#previousLiterals = undefined
    this.#previousLiterals?.push(this.#literalAt(PREVIOUS.lastIndex, end))
  }

  #takeObsolete(start: number, at: number, end: number): PoBlock | undefined {
    if (this.#text[at + 2] === '|') return undefined
    const done = !this.#block.isObsolete && this.#isStarted() ? this.#finish(start) : undefined
    this.#block.isObsolete = true
    let next = at + 2
    while (next < end && isWhitespace(this.#text.charCodeAt(next))) next++
    try {
      return next === end ? done : (this.#takeContent(next, next, end) ?? done)
    } catch {
      // Faults in an obsolete entry do not matter.
      return done
    } finally {
      this.#block.isObsolete = true
    }
  }

  #takeContent(start: number, at: number, end: number): PoBlock | undefined {
    if (this.#text[at] === '"') {
      if (this.#literals === undefined)
        return this.#fail(at, 'expected a keyword before a text in quotes')
      this.#literals.push(this.#literalAt(at, end))
      return undefined
    }
    if (at !== start) return this.#fail(at, 'expected a keyword at the beginning of the line')
    return this.#takeKeyword(start, end)
  }
}
