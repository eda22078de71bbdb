import { isWhitespace, parseErrorAt } from '../../src/text.ts'

/** The text of a PO file and what ends its lines; other line breaks are part of a line. */
export interface PoText {
  readonly text: string
  readonly lineEnd: '\n' | '\r' | '\r\n'
}

/** An entry as its lines have it: texts are lists of literals, still escaped. */
export interface PoBlock {
  /** UTF-16 offset of its first keyword. */
  offset: number
  isObsolete: boolean
  hasComments: boolean
  /** Comments without their markers. */
  readonly translatorComments: string[]
  readonly extractedComments: string[]
  readonly locations: string[]
  readonly flags: string[]
  /** What `#|` says that the texts were; undefined without it. */
  previous: Partial<Record<PreviousKeyword, string[]>> | undefined
  /** Undefined without the keyword. */
  context: string[] | undefined
  source: string[] | undefined
  plural: string[] | undefined
  /** By the index of `msgstr`, undefined without one, in the order of the file. */
  readonly translations: Map<number | undefined, string[]>
}

type PreviousKeyword = 'msgctxt' | 'msgid' | 'msgid_plural'

const KEYWORD = /(msgctxt|msgid_plural|msgid|msgstr)(?:\[([^\]]*)\])?[ \t]*(?=")/y
const PREVIOUS = /(?:(msgctxt|msgid_plural|msgid)[ \t]*)?(?=")/y
const PREVIOUS_ORDER: readonly PreviousKeyword[] = ['msgctxt', 'msgid', 'msgid_plural']

/** The entries of a PO file in order, obsolete ones too. Throws ParseError. */
export function* readPoBlocks({ text, lineEnd }: PoText): Generator<PoBlock> {
  const reader = createBlockReader(text)
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf(lineEnd, start)
    const end = found === -1 ? text.length : found
    const block = reader.takeLine(start, end)
    if (block !== undefined) yield block
    start = found === -1 ? end : end + lineEnd.length
  }
  const last = reader.end()
  if (last !== undefined) yield last
}

function createBlock(): PoBlock {
  return {
    offset: -1,
    isObsolete: false,
    hasComments: false,
    translatorComments: [],
    extractedComments: [],
    locations: [],
    flags: [],
    previous: undefined,
    context: undefined,
    source: undefined,
    plural: undefined,
    translations: new Map(),
  }
}

/**
 * Reads lines one by one; a line may end the block before it. It is long because its functions share the block that is
 * being read.
 */
function createBlockReader(text: string) {
  let block = createBlock()
  /** Where a continuation goes. */
  let literals: string[] | undefined
  /** Where a continuation behind `#|` goes; only lines in a row belong together. */
  let previousLiterals: string[] | undefined

  function fail(at: number, message: string): never {
    throw parseErrorAt(text, at, message)
  }

  function isStarted(): boolean {
    return block.context !== undefined || block.source !== undefined
  }

  /** Ends the block; undefined where there is none. `at` is what follows it. */
  function finish(at: number): PoBlock | undefined {
    const done = block
    const wasStarted = isStarted()
    block = createBlock()
    literals = undefined
    if (!wasStarted) return undefined
    const isIncomplete = done.translations.size === 0
    if (!isIncomplete || done.isObsolete) return done
    // What has comments counts without a translation, too.
    if (done.hasComments && done.plural === undefined) return done
    if (done.plural === undefined && at === text.length) return undefined
    return fail(at === text.length ? done.offset : at, 'expected msgstr before the next entry')
  }

  /** What stands between the first and the last quote of a line. */
  function literalAt(at: number, end: number): string {
    const last = text.lastIndexOf('"', end - 1)
    if (last <= at) fail(at, 'expected a second double quote on the line')
    return text.slice(at + 1, last)
  }

  function takeKeyword(start: number, end: number): PoBlock | undefined {
    KEYWORD.lastIndex = start
    const match = KEYWORD.exec(text)
    if (match === null || KEYWORD.lastIndex >= end) {
      return fail(start, 'expected msgctxt, msgid, msgid_plural or msgstr and a text in quotes')
    }
    const [, keyword, index] = match
    if (index !== undefined && keyword !== 'msgstr') fail(start, `expected ${keyword} without [`)
    const literal = literalAt(KEYWORD.lastIndex, end)
    const begins =
      keyword === 'msgctxt' ? isStarted() : keyword === 'msgid' && block.source !== undefined
    const done = begins ? finish(start) : undefined
    if (block.offset === -1) block.offset = start
    literals = targetOf(keyword ?? '', index, start)
    literals.push(literal)
    return done
  }

  /** The list that a keyword's literals go to. */
  function targetOf(keyword: string, index: string | undefined, at: number): string[] {
    if (keyword === 'msgctxt') {
      block.context = []
      return block.context
    }
    if (keyword === 'msgid') {
      block.source = []
      return block.source
    }
    const { source, plural, translations } = block
    if (keyword === 'msgid_plural') {
      const fits = source !== undefined && plural === undefined && translations.size === 0
      if (!fits) fail(at, 'expected msgid before msgid_plural')
      block.plural = []
      return block.plural
    }
    const number = index === undefined ? undefined : indexOf(index, at)
    if (source === undefined) fail(at, 'expected msgid before msgstr')
    if ((number === undefined) !== (plural === undefined)) {
      fail(at, plural === undefined ? 'expected msgstr without [' : 'expected msgstr[0]')
    }
    if (number === undefined && translations.size > 0)
      fail(at, 'expected msgid, found msgstr again')
    const known = translations.get(number) ?? []
    translations.set(number, known)
    return known
  }

  function indexOf(index: string, at: number): number {
    if (!/^\s*[+-]?\d+\s*$/.test(index)) fail(at, `expected a number, found msgstr[${index}]`)
    return Number(index)
  }

  function takeComment(start: number, at: number, end: number): PoBlock | undefined {
    const done = block.isObsolete || isStarted() ? finish(start) : undefined
    block.hasComments = true
    const mark = text[at + 1]
    if (mark === '|' && at === start) {
      takePrevious(at, end)
      return done
    }
    previousLiterals = undefined
    if (mark === '.') block.extractedComments.push(text.slice(Math.min(at + 3, end), end))
    else if (mark === ':') block.locations.push(text.slice(Math.min(at + 3, end), end))
    else if (mark === ',' || mark === '=') block.flags.push(text.slice(at + 2, end))
    else block.translatorComments.push(text.slice(Math.min(at + 2, end), end))
    return done
  }

  /** The texts are read once, in their order; what follows is passed over. */
  function takePrevious(at: number, end: number): void {
    const isFirst = block.previous === undefined
    if (!isFirst && previousLiterals === undefined) return
    let next = at + 2
    while (text[next] === ' ') next++
    PREVIOUS.lastIndex = next
    const keyword = PREVIOUS.exec(text)?.[1] as PreviousKeyword | undefined
    const isText = PREVIOUS.lastIndex > 0 && PREVIOUS.lastIndex < end
    if (isFirst && (keyword === undefined || !isText)) {
      fail(at, 'expected msgctxt, msgid or msgid_plural and a text in quotes behind #|')
    }
    block.previous ??= {}
    const { previous } = block
    const isLater =
      keyword !== undefined &&
      PREVIOUS_ORDER.slice(PREVIOUS_ORDER.indexOf(keyword)).every((one) => !previous[one])
    if (isText && isLater) {
      previousLiterals = []
      previous[keyword] = previousLiterals
    } else if (!isText || keyword !== undefined) previousLiterals = undefined
    previousLiterals?.push(literalAt(PREVIOUS.lastIndex, end))
  }

  function takeObsolete(start: number, at: number, end: number): PoBlock | undefined {
    if (text[at + 2] === '|') return undefined
    const done = !block.isObsolete && isStarted() ? finish(start) : undefined
    block.isObsolete = true
    let next = at + 2
    while (next < end && isWhitespace(text.charCodeAt(next))) next++
    try {
      return next === end ? done : (takeContent(next, next, end) ?? done)
    } catch {
      // What is wrong in an entry that nobody uses harms nobody.
      return done
    } finally {
      block.isObsolete = true
    }
  }

  /** A line that is no comment. */
  function takeContent(start: number, at: number, end: number): PoBlock | undefined {
    if (text[at] === '"') {
      if (literals === undefined) return fail(at, 'expected a keyword before a text in quotes')
      literals.push(literalAt(at, end))
      return undefined
    }
    if (at !== start) return fail(at, 'expected a keyword at the beginning of the line')
    return takeKeyword(start, end)
  }

  return {
    takeLine(start: number, end: number): PoBlock | undefined {
      let at = start
      while (at < end && isWhitespace(text.charCodeAt(at))) at++
      if (at === end) return undefined
      if (text[at] === '#') {
        return text[at + 1] === '~' ? takeObsolete(start, at, end) : takeComment(start, at, end)
      }
      const done = block.isObsolete ? finish(start) : undefined
      return takeContent(start, at, end) ?? done
    },
    end: () => finish(text.length),
  }
}
