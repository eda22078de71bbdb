import {
  COUNTING,
  closeOf,
  type IcuArgument,
  type IcuOptions,
  IcuReader,
  IcuSyntaxError,
  type MutableArgument,
  SPACE,
} from './reader.ts'

/** Names of arguments, types and selectors. */
const nameOfArgument = new RegExp(`[^{},#'${SPACE}]*`, 'y')
const nameOfTag = new RegExp(`[^{},#'<>/${SPACE}]*`, 'y')
/** The offset of a plural: its mark and its number. */
const offsetMark = new RegExp(`offset:[${SPACE}]*`, 'y')
const offsetNumber = /-?[0-9]*/y
/** Text and style up to the next special character. */
const plainText = /[^{}'#<]*/y
const plainStyle = /[^{}'<]*/y

/** Maximum depth of options, as in the reference parser. */
const MAX_DEPTH = 49
/** Maximum depth of tags. The reference parser stops at a similar depth, when its stack overflows. */
const MAX_TAGS = 300

/**
 * Parses a message of ICU MessageFormat and returns its arguments in order, with nested ones inside. Follows the
 * grammar of pyicumessageformat 1.0.0 (MIT, https://github.com/sirstendec/pyicumessageformat), with options on any
 * type. Uses an explicit stack, so nesting cannot overflow the real one. Throws IcuSyntaxError.
 */
export function parseIcu(text: string, options: IcuOptions): readonly IcuArgument[] {
  // The common case: a text without special characters.
  if (!/[{}<]/.test(text)) return []
  const reader = new IcuReader(text, options)
  while (reader.at < text.length) readNext(reader)
  const open = reader.frames.at(-1)
  if (open !== undefined) throw reader.expected(closeOf(open.argument))
  return reader.content
}

/** Reads plain text, or the start or end of an argument. */
function readNext(reader: IcuReader): void {
  reader.skip(plainText)
  const { text, at } = reader
  switch (text[at]) {
    case undefined:
      return
    case "'":
      if (text[at + 1] === "'") reader.at += 2
      else if (reader.isQuotable(text[at + 1])) reader.skipQuoted()
      else reader.at++
      return
    case '#':
      reader.at++
      if (reader.isInCounting()) addHash(reader)
      return
    case '<':
      if (reader.isTagStart()) readTag(reader)
      else reader.at++
      return
    case '{':
      readPlaceholder(reader)
      return
    default:
      closeOption(reader)
  }
}

function addHash(reader: IcuReader): void {
  const name = reader.frames.at(-1)?.argument.name ?? ''
  reader.add({ name, kind: 'hash', type: 'number', start: reader.at - 1, end: reader.at })
}

function readTag(reader: IcuReader): void {
  const start = reader.at
  if (reader.text[start + 1] === '/') {
    closeTag(reader)
    return
  }
  reader.at++
  const name = reader.take(nameOfTag)
  if (name === '') throw reader.expected('the name of a tag')
  const argument = reader.add({ name, kind: 'tag', type: undefined, start, end: start })
  reader.skipSpaces()
  if (reader.text.startsWith('/>', reader.at)) {
    reader.at += 2
    argument.isEmpty = true
    argument.end = reader.at
    return
  }
  reader.expect('>', '`>` or `/>`')
  if (reader.frames.length - reader.optionDepth >= MAX_TAGS) {
    throw new IcuSyntaxError(`expected at most ${MAX_TAGS} nested tags`, start)
  }
  const content: IcuArgument[] = []
  argument.content = content
  reader.frames.push({ argument, options: undefined, content, start: reader.at })
}

function closeTag(reader: IcuReader): void {
  const frame = reader.frames.at(-1)
  const end = reader.at
  if (frame === undefined) throw new IcuSyntaxError('found `</` without an open tag', end)
  const { argument, start } = frame
  if (argument.kind !== 'tag') throw reader.expected(closeOf(argument))
  reader.at += 2
  if (reader.take(nameOfTag) !== argument.name) {
    reader.at = end
    throw reader.expected(closeOf(argument))
  }
  reader.skipSpaces()
  reader.expect('>')
  argument.isEmpty = start === end
  argument.end = reader.at
  reader.frames.pop()
}

function readPlaceholder(reader: IcuReader): void {
  const start = reader.at++
  reader.skipSpaces()
  const name = reader.take(nameOfArgument)
  if (name === '') throw reader.expected('the name of an argument')
  const argument = reader.add({ name, kind: 'placeholder', type: undefined, start, end: start })
  reader.skipSpaces()
  if (reader.hasEnded(argument)) return
  reader.expect(',', '`,` or `}`')
  reader.skipSpaces()
  argument.type = reader.take(nameOfArgument)
  if (argument.type === '') throw reader.expected('the type of an argument')
  reader.skipSpaces()
  const isCounting = COUNTING.has(argument.type)
  const hasOptions = isCounting || argument.type === 'select'
  if (hasOptions) reader.expect(',')
  else if (reader.hasEnded(argument)) return
  else reader.expect(',', '`,` or `}`')
  reader.skipSpaces()
  if (isCounting) skipOffset(reader)
  if (hasOptions || !isStyle(reader)) openOption(reader, argument, new Map())
  else if (!reader.hasEnded(argument)) throw reader.expected('`}`')
}

/** Skips a style; returns false if there is a list of options instead, which an opening brace reveals. */
function isStyle(reader: IcuReader): boolean {
  const { text, at: start } = reader
  for (;;) {
    reader.skip(plainStyle)
    const character = text[reader.at]
    if (character === "'") {
      if (text[reader.at + 1] === "'") reader.at += 2
      else reader.skipQuoted()
    } else if (character === '<' && !reader.isTagStart()) {
      reader.at++
    } else {
      if (reader.at === start) throw reader.expected('a style')
      if (character !== '{') return true
      reader.at = start
      return false
    }
  }
}

function skipOffset(reader: IcuReader): void {
  if (reader.take(offsetMark) === '') return
  const digits = reader.take(offsetNumber)
  if (digits === '' || digits === '-') throw reader.expected('a number')
  // After a zero, the reference parser does not skip white space.
  if (/[1-9]/.test(digits)) reader.skipSpaces()
}

function openOption(
  reader: IcuReader,
  argument: MutableArgument,
  options: Map<string, readonly IcuArgument[]>,
): void {
  const selector = reader.take(nameOfArgument)
  if (selector === '') throw reader.expected('the selector of an option')
  reader.skipSpaces()
  if (reader.optionDepth >= MAX_DEPTH) {
    throw new IcuSyntaxError(`expected at most ${MAX_DEPTH} nested options`, reader.at)
  }
  reader.expect('{')
  reader.optionDepth++
  const content: IcuArgument[] = []
  options.set(selector, content)
  argument.options = options
  reader.frames.push({ argument, options, content, start: reader.at })
}

function closeOption(reader: IcuReader): void {
  const frame = reader.frames.at(-1)
  if (frame === undefined) throw new IcuSyntaxError('found `}` without `{`', reader.at)
  const { argument, options } = frame
  if (options === undefined) throw reader.expected(closeOf(argument))
  reader.at++
  reader.frames.pop()
  reader.optionDepth--
  reader.skipSpaces()
  if (!reader.hasEnded(argument)) openOption(reader, argument, options)
}
