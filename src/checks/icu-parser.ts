import {
  blanks,
  type Cursor,
  expect,
  expected,
  IcuSyntaxError,
  nameOfArgument,
  nameOfTag,
  offsetMark,
  offsetNumber,
  plainStyle,
  plainText,
  skip,
  take,
} from './icu-cursor.ts'

export { IcuSyntaxError } from './icu-cursor.ts'

/** One use of an argument in a message, UTF-16 offsets. */
export interface IcuArgument {
  readonly name: string
  /** A hash is the number of the plural that it stands in. */
  readonly kind: 'placeholder' | 'hash' | 'tag'
  readonly type: string | undefined
  /** Of its options, with repetitions. */
  readonly selectors: readonly string[]
  /** A tag without content. */
  readonly isEmpty: boolean
  readonly start: number
  readonly end: number
}

export interface IcuOptions {
  /** `loose`: a letter or the prefix behind `<` makes a tag; `strict`: each `<` does. */
  readonly tags: 'off' | 'loose' | 'strict'
  /** What names of tags start with; empty for any letter. */
  readonly tagPrefix: string
}

/** Nested options; the reference parser stops here as well. */
const maxDepth = 49
/** Nested tags; the reference parser stops somewhere near, where its stack ends. */
const maxTags = 300

const COUNTING: ReadonlySet<string> = new Set(['plural', 'selectordinal'])

type MutableArgument = { -readonly [Key in keyof IcuArgument]: IcuArgument[Key] } & {
  selectors: string[]
}

/** What the text at hand is inside of. */
interface Frame {
  readonly argument: MutableArgument
  /** Where the content starts. */
  readonly start: number
}

interface Reader extends Cursor {
  readonly options: IcuOptions
  readonly frames: Frame[]
  optionDepth: number
  readonly found: MutableArgument[]
}

/**
 * The uses of arguments in a message of ICU MessageFormat, in the order in which they start. Takes the grammar of
 * pyicumessageformat 1.0.0 (MIT, https://github.com/SirStendec/pyicumessageformat) with options on any type. Keeps its
 * own stack, so nesting cannot exhaust the real one. Throws IcuSyntaxError.
 */
export function parseIcu(text: string, options: IcuOptions): readonly IcuArgument[] {
  // The common case: nothing in the text means anything.
  if (!/[{}<]/.test(text)) return []
  const reader: Reader = { text, options, at: 0, frames: [], optionDepth: 0, found: [] }
  while (reader.at < text.length) readNext(reader)
  const open = reader.frames.at(-1)
  if (open !== undefined) throw expected(closeOf(open.argument), reader)
  return reader.found
}

/** Reads one stretch of plain text, or what starts or ends at a mark. */
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

function isInCounting({ frames }: Reader): boolean {
  const argument = frames.at(-1)?.argument
  return argument?.kind === 'placeholder' && COUNTING.has(argument.type ?? '')
}

function isQuotable(reader: Reader, character: string | undefined): boolean {
  if (character === '{' || character === '}') return true
  if (character === '#') return isInCounting(reader)
  return character === '<' && reader.options.tags !== 'off'
}

/** Moves from an opening apostrophe behind the next single one, or to the end. */
function skipQuoted(reader: Reader): void {
  const { text } = reader
  let close = text.indexOf("'", reader.at + 2)
  while (close >= 0 && text[close + 1] === "'") close = text.indexOf("'", close + 2)
  reader.at = close < 0 ? text.length : close + 1
}

function isTagStart({ text, at, options }: Reader): boolean {
  if (options.tags === 'off') return false
  if (options.tags === 'strict') return true
  const name = text[at + 1] === '/' ? at + 2 : at + 1
  if (options.tagPrefix !== '') return text.startsWith(options.tagPrefix, name)
  return /[a-zA-Z]/.test(text[name] ?? '')
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
  skip(reader, blanks)
  if (reader.text.startsWith('/>', reader.at)) {
    reader.at += 2
    argument.isEmpty = true
    argument.end = reader.at
    return
  }
  expect(reader, '>', '`>` or `/>`')
  if (reader.frames.length - reader.optionDepth >= maxTags) {
    throw new IcuSyntaxError(`expected at most ${maxTags} nested tags`, start)
  }
  reader.frames.push({ argument, start: reader.at })
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
  skip(reader, blanks)
  expect(reader, '>')
  argument.isEmpty = start === end
  argument.end = reader.at
  reader.frames.pop()
}

function readPlaceholder(reader: Reader): void {
  const start = reader.at++
  skip(reader, blanks)
  const name = take(reader, nameOfArgument)
  if (name === '') throw expected('the name of an argument', reader)
  const argument = add(reader, { name, kind: 'placeholder', type: undefined, start, end: start })
  skip(reader, blanks)
  if (hasEnded(reader, argument)) return
  expect(reader, ',', '`,` or `}`')
  skip(reader, blanks)
  argument.type = take(reader, nameOfArgument)
  if (argument.type === '') throw expected('the type of an argument', reader)
  skip(reader, blanks)
  const isCounting = COUNTING.has(argument.type)
  const hasOptions = isCounting || argument.type === 'select'
  if (hasOptions) expect(reader, ',')
  else if (hasEnded(reader, argument)) return
  else expect(reader, ',', '`,` or `}`')
  skip(reader, blanks)
  if (isCounting) skipOffset(reader)
  if (hasOptions || !isStyle(reader)) openOption(reader, argument)
  else if (!hasEnded(reader, argument)) throw expected('`}`', reader)
}

/** Whether a style stands here, which it moves behind. An opening brace behind it shows that it is a list of options. */
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
  // The reference parser reads on at once behind a zero.
  if (/[1-9]/.test(digits)) skip(reader, blanks)
}

function openOption(reader: Reader, argument: MutableArgument): void {
  const selector = take(reader, nameOfArgument)
  if (selector === '') throw expected('the selector of an option', reader)
  argument.selectors.push(selector)
  skip(reader, blanks)
  if (reader.optionDepth >= maxDepth) {
    throw new IcuSyntaxError(`expected at most ${maxDepth} nested options`, reader.at)
  }
  expect(reader, '{')
  reader.optionDepth++
  reader.frames.push({ argument, start: reader.at })
}

function closeOption(reader: Reader): void {
  const argument = reader.frames.at(-1)?.argument
  if (argument === undefined) throw new IcuSyntaxError('found `}` without `{`', reader.at)
  if (argument.kind === 'tag') throw expected(closeOf(argument), reader)
  reader.at++
  reader.frames.pop()
  reader.optionDepth--
  skip(reader, blanks)
  if (!hasEnded(reader, argument)) openOption(reader, argument)
}

function closeOf({ kind, name }: IcuArgument): string {
  return kind === 'tag' ? `\`</${name}>\`` : '`}`'
}

function hasEnded(reader: Reader, argument: MutableArgument): boolean {
  if (reader.text[reader.at] !== '}') return false
  reader.at++
  argument.end = reader.at
  return true
}

function add(
  { found }: Reader,
  argument: Omit<IcuArgument, 'selectors' | 'isEmpty'>,
): MutableArgument {
  const added = { ...argument, selectors: [], isEmpty: false }
  found.push(added)
  return added
}
