import { parseErrorAt } from '../../src/text.ts'

/** A comment with its marks. Offsets are in UTF-16 units of the file's text. */
export interface Comment {
  readonly start: number
  readonly end: number
}

/**
 * What a token is: `string` in single quotes or a nowdoc, `template` in double quotes or a heredoc, `variable` with its
 * dollar, `number`, `name`, `?>` with the text up to the next tag, `end`, or an operator as it is written.
 */
type Kind = string

const OPERATOR = /=>|->|::|[=!]==?|[-+*/.%&|^]=|<<=?|>>=?|<=|>=|<>|&&|\|\||\+\+|--|\?\?|\?>|./sy
const NAME = /[A-Za-z_][\w\x80-\uffff]*/y
const NUMBER = /0[xX][\da-fA-F]+|0[bB][01]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y
const HEREDOC = /<<<[ \t]*('?)([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)\1\r?\n/y
/** Operators that do not depend on the next character. */
const SINGLE = '[](),;{}'
const OPEN_TAG = /<\?(?:php|=)?/gi

/**
 * The tokens of a PHP file, and that at which a reader stands: what lies outside of `<?php ... ?>` is none, unless there
 * is no tag at all.
 */
export class Tokens {
  kind: Kind = ''
  start = 0
  end: number
  /** Range of the content, for a string or template. */
  contentStart = 0
  contentEnd = 0
  readonly comments: Comment[] = []
  readonly text: string
  /** The last text outside a heredoc, and the last one in a heredoc. */
  #lastQuoted = -1
  #lastHeredoc = -1

  constructor(text: string) {
    this.text = text
    this.end = text.includes('<?') ? this.#afterTag(0) : 0
    this.advance()
  }

  /** Advances to the next token. Throws ParseError for anything not closed. */
  advance(): void {
    this.start = this.#skipSpace(this.end)
    this.kind = this.#read()
    if (this.kind === 'end' && this.#lastHeredoc > this.#lastQuoted) {
      const expected = 'expected a text in quotes after the last heredoc'
      throw parseErrorAt(this.text, this.#lastHeredoc, expected)
    }
  }

  #skipSpace(from: number): number {
    for (let at = from; ; ) {
      while (isSpace(this.text.charCodeAt(at))) at++
      const end = this.#commentEnd(at)
      if (end === at) return at
      this.comments.push({ start: at, end })
      at = end
    }
  }

  /** Returns the end of a comment that starts here, or the offset itself if none does. */
  #commentEnd(at: number): number {
    const mark = this.text[at]
    if (mark === '/' && this.text[at + 1] === '*') {
      const end = this.text.indexOf('*/', at + 2)
      if (end < 0) throw parseErrorAt(this.text, at, 'expected */ at the end of the comment')
      return end + 2
    }
    if (mark !== '#' && !(mark === '/' && this.text[at + 1] === '/')) return at
    const line = this.text.indexOf('\n', at)
    const end = line < 0 ? this.text.length : line
    const tag = this.text.slice(at, end).indexOf('?>')
    return tag < 0 ? end : at + tag
  }

  #read(): Kind {
    const at = this.start
    const character = this.text[at]
    if (character === undefined) {
      this.end = at
      return 'end'
    }
    if (character === "'" || character === '"') return this.#readQuoted(at, character)
    if (SINGLE.includes(character)) return this.#finish(character, at + 1)
    if (character === '$') {
      const end = this.#match(NAME, at + 1)
      return this.#finish(end > at + 1 ? 'variable' : '$', end)
    }
    const nameEnd = this.#match(NAME, at)
    if (nameEnd > at) return this.#finish('name', nameEnd)
    const numberEnd = this.#match(NUMBER, at)
    if (numberEnd > at) return this.#finish('number', numberEnd)
    if (character > '\x7e') {
      const found = String.fromCodePoint(this.text.codePointAt(at) ?? 0)
      throw parseErrorAt(this.text, at, `expected ASCII outside of quotes, found ${found}`)
    }
    if (character === '<' && this.text.startsWith('<<<', at)) return this.#readHeredoc(at)
    if (character === '=' && this.text[at + 1] === '>') return this.#finish('=>', at + 2)
    const end = this.#match(OPERATOR, at)
    const operator = this.text.slice(at, end)
    return this.#finish(operator, operator === '?>' ? this.#afterTag(end) : end)
  }

  #finish(kind: Kind, end: number): Kind {
    this.end = end
    return kind
  }

  /** Returns the end of an expression's match here, or the offset itself if it does not match. */
  #match(expression: RegExp, at: number): number {
    expression.lastIndex = at
    return expression.test(this.text) ? expression.lastIndex : at
  }

  #afterTag(from: number): number {
    OPEN_TAG.lastIndex = from
    return OPEN_TAG.test(this.text) ? OPEN_TAG.lastIndex : this.text.length
  }

  #readQuoted(at: number, quote: string): Kind {
    let end = this.text.indexOf(quote, at + 1)
    while (end >= 0 && isEscaped(this.text, end, at + 1)) end = this.text.indexOf(quote, end + 1)
    if (end < 0) throw parseErrorAt(this.text, at, `expected ${quote} at the end of the text`)
    this.#lastQuoted = at
    this.contentStart = at + 1
    this.contentEnd = end
    return this.#finish(quote === "'" ? 'string' : 'template', end + 1)
  }

  /** Its text ends with its name at the start of a line. */
  #readHeredoc(at: number): Kind {
    HEREDOC.lastIndex = at
    const [head, quote, name = ''] = HEREDOC.exec(this.text) ?? []
    if (head === undefined)
      throw parseErrorAt(this.text, at, 'expected the name of a heredoc and a line end')
    const start = at + head.length
    const close = new RegExp(`(?:^|\\r?\\n)${name}(?![\\w\\x80-\\uffff])`, 'gm')
    close.lastIndex = start - 1
    const closing = close.exec(this.text)
    if (closing === null)
      throw parseErrorAt(this.text, at, `expected ${name} at the end of the text`)
    if (quote === '') this.#lastHeredoc = at
    else this.#lastQuoted = at
    this.contentStart = start
    this.contentEnd = Math.max(start, closing.index)
    return this.#finish(quote === '' ? 'template' : 'string', closing.index + closing[0].length)
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

/** Returns whether an odd number of backslashes precedes an offset, counted from the start of a text. */
function isEscaped(text: string, at: number, start: number): boolean {
  let first = at
  while (first > start && text.charCodeAt(first - 1) === 0x5c) first--
  return (at - first) % 2 === 1
}
