import { isAtArray, isWord, readArray } from './array.ts'
import { readJoined } from './expression.ts'
import {
  addText,
  createPhpReader,
  expectToken,
  fail,
  isOpener,
  type PhpReader,
  skipBrackets,
  skipTo,
  unexpected,
} from './reader.ts'

/** Reads the texts that a file's statements name, except those in blocks. Throws ParseError. */
export function readStatements(text: string): PhpReader {
  const reader = createPhpReader(text)
  const { tokens } = reader
  while (tokens.kind !== 'end') {
    if (tokens.kind === ';' || tokens.kind === '?>') tokens.advance()
    else if (tokens.kind === 'variable' || tokens.kind === '$') readAssignment(reader)
    else if (tokens.kind !== 'name') skipStatement(reader)
    else if (isWord(text, tokens, 'return')) readReturn(reader)
    else if (text.slice(tokens.start, tokens.end) === 'define') readDefine(reader)
    else skipStatement(reader)
  }
  return reader
}

/** Skips to its semicolon, or behind its block. */
function skipStatement(reader: PhpReader): void {
  const { tokens, text } = reader
  if (tokens.kind === '[' || isWord(text, tokens, 'goto')) unexpected(reader)
  skipTo(reader, ';', '?>', '{')
  if (tokens.kind === '{') skipBrackets(reader)
}

/** Skips to the end of a statement without a block. */
function endStatement(reader: PhpReader): void {
  skipTo(reader, ';', '?>')
}

function isAtEnd({ tokens }: PhpReader): boolean {
  return tokens.kind === ';' || tokens.kind === '?>'
}

/** `$variable = text;`, `$list['a'] = text;`, or either with an array. */
function readAssignment(reader: PhpReader): void {
  const { text, tokens } = reader
  const { start } = tokens
  const isNamed = skipVariable(reader)
  const name = text.slice(start, tokens.start).trimEnd()
  if (tokens.kind !== '=') {
    endStatement(reader)
    return
  }
  tokens.advance()
  if (isAtEnd(reader)) unexpected(reader)
  const offset = tokens.start
  if (isAtArray(reader)) {
    readArrayOf(reader, isNamed ? name : undefined)
    return
  }
  const joined = readJoined(reader)
  if (!isAtEnd(reader) || joined.text === undefined || joined.isVariable || !isNamed) {
    endStatement(reader)
  } else addText(reader, { name, text: joined.text, offset, end: tokens.end, isAtBracket: false })
}

/**
 * Skips the target of an assignment; returns whether its texts count, which those of an object's property alone do not.
 */
function skipVariable(reader: PhpReader): boolean {
  const { tokens } = reader
  let isNamed = true
  while (tokens.kind === '$') tokens.advance()
  if (tokens.kind === '{') skipBrackets(reader)
  else tokens.advance()
  for (;;) {
    if (tokens.kind === '->' || tokens.kind === '::') {
      isNamed = false
      tokens.advance()
      if (!isOpener(tokens.kind)) tokens.advance()
    } else if (isOpener(tokens.kind)) {
      isNamed = tokens.kind === '['
      skipBrackets(reader)
    } else return isNamed
  }
}

/** Reads the texts of an array, if nothing follows it and it has a name. */
function readArrayOf(reader: PhpReader, name: string | undefined): void {
  const textsBefore = reader.texts.length
  readArray(reader, name ?? '')
  if (name === undefined || !isAtEnd(reader)) reader.texts.length = textsBefore
  endStatement(reader)
}

/** `return array;`, also in parentheses. */
function readReturn(reader: PhpReader): void {
  const { tokens } = reader
  tokens.advance()
  let open = 0
  for (; tokens.kind === '('; open++) tokens.advance()
  const textsBefore = reader.texts.length
  if (isAtArray(reader)) readArray(reader, 'return')
  for (; open > 0; open--) {
    if (tokens.kind !== ')') reader.texts.length = textsBefore
    skipTo(reader, ')')
    expectToken(reader, ')')
  }
  if (!isAtEnd(reader)) reader.texts.length = textsBefore
  endStatement(reader)
}

/** `define(NAME, 'text');` */
function readDefine(reader: PhpReader): void {
  const { text, tokens } = reader
  const { start } = tokens
  tokens.advance()
  const { kind: opener } = tokens
  if (opener !== '(') {
    endStatement(reader)
    return
  }
  tokens.advance()
  skipTo(reader, ',', ')')
  if (tokens.kind === ')') unexpected(reader)
  const name = text.slice(start, tokens.start).trimEnd()
  tokens.advance()
  const { kind, start: offset } = tokens
  if (kind === 'number') fail(reader, 'expected a text, found a number')
  const joined = readJoined(reader)
  const isText = (kind === 'string' || kind === 'template') && !joined.isVariable
  const isWhole = tokens.kind === ',' || tokens.kind === ')'
  skipTo(reader, ')')
  expectToken(reader, ')')
  if (isText && isWhole && joined.text !== undefined && isAtEnd(reader)) {
    addText(reader, { name, text: joined.text, offset, end: tokens.end, isAtBracket: false })
  }
  endStatement(reader)
}
