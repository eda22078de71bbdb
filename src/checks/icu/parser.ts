import {
  add,
  COUNTING,
  closeOf,
  expect,
  expected,
  hasEnded,
  type IcuArgument,
  type IcuOptions,
  IcuSyntaxError,
  isInCounting,
  isQuotable,
  isTagStart,
  type MutableArgument,
  nameOfArgument,
  nameOfTag,
  offsetMark,
  offsetNumber,
  plainStyle,
  plainText,
  type Reader,
  skip,
  skipQuoted,
  skipSpaces,
  take,
} from './reader.ts'

export type { IcuArgument, IcuOptions } from './reader.ts'
export { IcuSyntaxError } from './reader.ts'

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
  const reader: Reader = { text, options, at: 0, frames: [], optionDepth: 0, content: [] }
  while (reader.at < text.length) readNext(reader)
  const open = reader.frames.at(-1)
  if (open !== undefined) throw expected(closeOf(open.argument), reader)
  return reader.content
}

/** Reads plain text, or the start or end of an argument. */
function readNext(reader: Reader): void {
  skip(reader, plainText)
  const { text, at } = reader
  switch (text[at]) {
    case undefined:
      return
    case "'":
      if (text[at + 1] === "'") reader.at += 2
      else if (isQuotable(reader, text[at + 1])) skipQuoted(reader)
      else reader.at++
      return
    case '#':
      reader.at++
      if (isInCounting(reader)) addHash(reader)
      return
    case '<':
      if (isTagStart(reader)) readTag(reader)
      else reader.at++
      return
    case '{':
      readPlaceholder(reader)
      return
    default:
      closeOption(reader)
  }
}

function addHash(reader: Reader): void {
  const name = reader.frames.at(-1)?.argument.name ?? ''
  add(reader, { name, kind: 'hash', type: 'number', start: reader.at - 1, end: reader.at })
}

function readTag(reader: Reader): void {
  const start = reader.at
  if (reader.text[start + 1] === '/') {
    closeTag(reader)
    return
  }
  reader.at++
  const name = take(reader, nameOfTag)
  if (name === '') throw expected('the name of a tag', reader)
  const argument = add(reader, { name, kind: 'tag', type: undefined, start, end: start })
  skipSpaces(reader)
  if (reader.text.startsWith('/>', reader.at)) {
    reader.at += 2
    argument.isEmpty = true
    argument.end = reader.at
    return
  }
  expect(reader, '>', '`>` or `/>`')
  if (reader.frames.length - reader.optionDepth >= MAX_TAGS) {
    throw new IcuSyntaxError(`expected at most ${MAX_TAGS} nested tags`, start)
  }
  const content: IcuArgument[] = []
  argument.content = content
  reader.frames.push({ argument, options: undefined, content, start: reader.at })
}

function closeTag(reader: Reader): void {
  const frame = reader.frames.at(-1)
  const end = reader.at
  if (frame === undefined) throw new IcuSyntaxError('found `</` without an open tag', end)
  const { argument, start } = frame
  if (argument.kind !== 'tag') throw expected(closeOf(argument), reader)
  reader.at += 2
  if (take(reader, nameOfTag) !== argument.name) {
    reader.at = end
    throw expected(closeOf(argument), reader)
  }
  skipSpaces(reader)
  expect(reader, '>')
  argument.isEmpty = start === end
  argument.end = reader.at
  reader.frames.pop()
}

function readPlaceholder(reader: Reader): void {
  const start = reader.at++
  skipSpaces(reader)
  const name = take(reader, nameOfArgument)
  if (name === '') throw expected('the name of an argument', reader)
  const argument = add(reader, { name, kind: 'placeholder', type: undefined, start, end: start })
  skipSpaces(reader)
  if (hasEnded(reader, argument)) return
  expect(reader, ',', '`,` or `}`')
  skipSpaces(reader)
  argument.type = take(reader, nameOfArgument)
  if (argument.type === '') throw expected('the type of an argument', reader)
  skipSpaces(reader)
  const isCounting = COUNTING.has(argument.type)
  const hasOptions = isCounting || argument.type === 'select'
  if (hasOptions) expect(reader, ',')
  else if (hasEnded(reader, argument)) return
  else expect(reader, ',', '`,` or `}`')
  skipSpaces(reader)
  if (isCounting) skipOffset(reader)
  if (hasOptions || !isStyle(reader)) openOption(reader, argument, new Map())
  else if (!hasEnded(reader, argument)) throw expected('`}`', reader)
}

/** Skips a style; returns false if there is a list of options instead, which an opening brace reveals. */
function isStyle(reader: Reader): boolean {
  const { text, at: start } = reader
  for (;;) {
    skip(reader, plainStyle)
    const character = text[reader.at]
    if (character === "'") {
      if (text[reader.at + 1] === "'") reader.at += 2
      else skipQuoted(reader)
    } else if (character === '<' && !isTagStart(reader)) {
      reader.at++
    } else {
      if (reader.at === start) throw expected('a style', reader)
      if (character !== '{') return true
      reader.at = start
      return false
    }
  }
}

function skipOffset(reader: Reader): void {
  if (take(reader, offsetMark) === '') return
  const digits = take(reader, offsetNumber)
  if (digits === '' || digits === '-') throw expected('a number', reader)
  // After a zero, the reference parser does not skip white space.
  if (/[1-9]/.test(digits)) skipSpaces(reader)
}

function openOption(
  reader: Reader,
  argument: MutableArgument,
  options: Map<string, readonly IcuArgument[]>,
): void {
  const selector = take(reader, nameOfArgument)
  if (selector === '') throw expected('the selector of an option', reader)
  skipSpaces(reader)
  if (reader.optionDepth >= MAX_DEPTH) {
    throw new IcuSyntaxError(`expected at most ${MAX_DEPTH} nested options`, reader.at)
  }
  expect(reader, '{')
  reader.optionDepth++
  const content: IcuArgument[] = []
  options.set(selector, content)
  argument.options = options
  reader.frames.push({ argument, options, content, start: reader.at })
}

function closeOption(reader: Reader): void {
  const frame = reader.frames.at(-1)
  if (frame === undefined) throw new IcuSyntaxError('found `}` without `{`', reader.at)
  const { argument, options } = frame
  if (options === undefined) throw expected(closeOf(argument), reader)
  reader.at++
  reader.frames.pop()
  reader.optionDepth--
  skipSpaces(reader)
  if (!hasEnded(reader, argument)) openOption(reader, argument, options)
}
