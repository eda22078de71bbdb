import { parseErrorAt } from '../../src/text.ts'

/** A comment with its marks. Offsets are UTF-16 ones in the text of the file. */
export interface Comment {
  readonly start: number
  readonly end: number
}

/**
 * What a token is: `string` in single quotes or a nowdoc, `template` in double quotes or a heredoc, `variable` with its
 * dollar, `number`, `name`, `?>` with the text up to the next tag, `end`, or an operator as it is written.
 */
type Kind = string

/** The token at which a reader stands. */
export interface Tokens {
  kind: Kind
  start: number
  end: number
  /** What the token before is. */
  previous: Kind
  /** Of a string or template: where its content is. */
  contentStart: number
  contentEnd: number
  /** All comments so far. */
  readonly comments: readonly Comment[]
  /** Goes on to the next token. Throws ParseError for what is not closed. */
  advance(): void
}

const OPERATOR = /=>|->|::|[=!]==?|[-+*/.%&|^]=|<<=?|>>=?|<=|>=|<>|&&|\|\||\+\+|--|\?\?|\?>|./sy
const NAME = /[A-Za-z_\x80-\uffff][\w\x80-\uffff]*/y
const NUMBER = /(?:0[xX][\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)/y
const HEREDOC = /<<<[ \t]*('?)([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)\1\r?\n/y
/** What needs no look at the next character. */
const SINGLE = '[](),;{}'
const OPEN_TAG = /<\?(?:php|=)?/gi

/**
 * The tokens of a PHP file: what lies outside of `<?php ... ?>` is none, unless there is no tag at all. It is long
 * because its functions share the place in the text.
 */
export function createTokens(text: string): Tokens {
  const comments: Comment[] = []
  /** The last text that is not a heredoc's, and the last one that is. */
  let lastQuoted = -1
  let lastHeredoc = -1

  const tokens: Tokens = {
    kind: '',
    start: 0,
    end: 0,
    previous: '',
    contentStart: 0,
    contentEnd: 0,
    comments,
    advance() {
      tokens.previous = tokens.kind
      tokens.start = skipSpace(tokens.end)
      tokens.kind = read()
      if (tokens.kind === 'end' && lastHeredoc > lastQuoted) {
        throw parseErrorAt(text, lastHeredoc, 'expected a text in quotes behind the last heredoc')
      }
    },
  }
  tokens.end = text.includes('<?') ? afterTag(0) : 0
  tokens.advance()
  return tokens

  /** Over white space and comments. */
  function skipSpace(from: number): number {
    for (let at = from; ; ) {
      while (isSpace(text.charCodeAt(at))) at++
      const end = commentEnd(at)
      if (end === at) return at
      comments.push({ start: at, end })
      at = end
    }
  }

  /** The end of a comment that begins here; the place itself where none does. */
  function commentEnd(at: number): number {
    const mark = text[at]
    if (mark === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) throw parseErrorAt(text, at, 'expected */ at the end of the comment')
      return end + 2
    }
    if (mark !== '#' && !(mark === '/' && text[at + 1] === '/')) return at
    const line = text.indexOf('\n', at)
    const end = line < 0 ? text.length : line
    const tag = text.slice(at, end).indexOf('?>')
    return tag < 0 ? end : at + tag
  }

  function read(): Kind {
    const at = tokens.start
    const character = text[at]
    if (character === undefined) {
      tokens.end = at
      return 'end'
    }
    if (character === "'" || character === '"') return readQuoted(at, character)
    if (SINGLE.includes(character)) return finish(character, at + 1)
    if (character === '$') {
      const end = match(NAME, at + 1)
      return finish(end > at + 1 ? 'variable' : '$', end)
    }
    const nameEnd = match(NAME, at)
    if (nameEnd > at) return finish('name', nameEnd)
    const numberEnd = match(NUMBER, at)
    if (numberEnd > at) return finish('number', numberEnd)
    if (character === '<' && text.startsWith('<<<', at)) return readHeredoc(at)
    if (character === '=' && text[at + 1] === '>') return finish('=>', at + 2)
    const end = match(OPERATOR, at)
    const operator = text.slice(at, end)
    return finish(operator, operator === '?>' ? afterTag(end) : end)
  }

  function finish(kind: Kind, end: number): Kind {
    tokens.end = end
    return kind
  }

  /** The end of what an expression matches here; the place itself where it does not. */
  function match(expression: RegExp, at: number): number {
    expression.lastIndex = at
    return expression.test(text) ? expression.lastIndex : at
  }

  function afterTag(from: number): number {
    OPEN_TAG.lastIndex = from
    return OPEN_TAG.test(text) ? OPEN_TAG.lastIndex : text.length
  }

  function readQuoted(at: number, quote: string): Kind {
    let end = text.indexOf(quote, at + 1)
    while (end >= 0 && isEscaped(text, end, at + 1)) end = text.indexOf(quote, end + 1)
    if (end < 0) throw parseErrorAt(text, at, `expected ${quote} at the end of the text`)
    lastQuoted = at
    tokens.contentStart = at + 1
    tokens.contentEnd = end
    return finish(quote === "'" ? 'string' : 'template', end + 1)
  }

  /** Its text ends with its name at the beginning of a line. */
  function readHeredoc(at: number): Kind {
    HEREDOC.lastIndex = at
    const [head, quote, name = ''] = HEREDOC.exec(text) ?? []
    if (head === undefined)
      throw parseErrorAt(text, at, 'expected the name of a heredoc and a line end')
    const start = at + head.length
    const close = new RegExp(`(?:^|\\r?\\n)${name}(?![\\w\\x80-\\uffff])`, 'gm')
    close.lastIndex = start - 1
    const found = close.exec(text)
    if (found === null) throw parseErrorAt(text, at, `expected ${name} at the end of the text`)
    if (quote === '') lastHeredoc = at
    else lastQuoted = at
    tokens.contentStart = start
    tokens.contentEnd = Math.max(start, found.index)
    return finish(quote === '' ? 'template' : 'string', found.index + found[0].length)
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

/** Whether an odd number of backslashes stands before an offset, from the start of a text on. */
function isEscaped(text: string, at: number, start: number): boolean {
  let first = at
  while (first > start && text.charCodeAt(first - 1) === 0x5c) first--
  return (at - first) % 2 === 1
}
