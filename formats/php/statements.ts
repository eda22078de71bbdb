import { isAtArray, isWord, readArray } from './array.ts'
import { readJoined } from './expression.ts'
import { isOpener, PhpReader } from './reader.ts'

/** Reads the texts that a file's statements name, except those in blocks. Throws ParseError. */
export function readStatements(text: string): PhpReader {
  const reader = new PhpReader(text)
  while (reader.kind !== 'end') {
    if (reader.kind === ';' || reader.kind === '?>') reader.advance()
    else if (reader.kind === 'variable' || reader.kind === '$') readAssignment(reader)
    else if (reader.kind !== 'name') skipStatement(reader)
    else if (isWord(reader, 'return')) readReturn(reader)
    else if (text.slice(reader.start, reader.end) === 'define') readDefine(reader)
    else skipStatement(reader)
  }
  return reader
}

/** Skips to its semicolon, or behind its block. */
function skipStatement(reader: PhpReader): void {
  if (reader.kind === '[' || isWord(reader, 'goto')) reader.unexpected()
  reader.skipTo(';', '?>', '{')
  if (reader.kind === '{') reader.skipBrackets()
}

/** Skips to the end of a statement without a block. */
function endStatement(reader: PhpReader): void {
  reader.skipTo(';', '?>')
}

function isAtEnd(reader: PhpReader): boolean {
  return reader.kind === ';' || reader.kind === '?>'
}

/** `$variable = text;`, `$list['a'] = text;`, or either with an array. */
function readAssignment(reader: PhpReader): void {
  const { text, start } = reader
  const isNamed = skipVariable(reader)
  const name = text.slice(start, reader.start).trimEnd()
  if (reader.kind !== '=') {
    endStatement(reader)
    return
  }
  reader.advance()
  if (isAtEnd(reader)) reader.unexpected()
  const offset = reader.start
  if (isAtArray(reader)) {
    readArrayOf(reader, isNamed ? name : undefined)
    return
  }
  const joined = readJoined(reader)
  if (!isAtEnd(reader) || joined.text === undefined || joined.isVariable || !isNamed) {
    endStatement(reader)
  } else reader.addText(name, joined.text, offset, reader.end)
}

/**
 * Skips the target of an assignment; returns whether its texts count, which those of an object's property alone do not.
 */
function skipVariable(reader: PhpReader): boolean {
  let isNamed = true
  while (reader.kind === '$') reader.advance()
  if (reader.kind === '{') reader.skipBrackets()
  else reader.advance()
  for (;;) {
    if (reader.kind === '->' || reader.kind === '::') {
      isNamed = false
      reader.advance()
      if (!isOpener(reader.kind)) reader.advance()
    } else if (isOpener(reader.kind)) {
      isNamed = reader.kind === '['
      reader.skipBrackets()
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
  reader.advance()
  let open = 0
  for (; reader.kind === '('; open++) reader.advance()
  const textsBefore = reader.texts.length
  if (isAtArray(reader)) readArray(reader, 'return')
  for (; open > 0; open--) {
    if (reader.kind !== ')') reader.texts.length = textsBefore
    reader.skipTo(')')
    reader.expect(')')
  }
  if (!isAtEnd(reader)) reader.texts.length = textsBefore
  endStatement(reader)
}

/** `define(NAME, 'text');` */
function readDefine(reader: PhpReader): void {
  const { text, start } = reader
  reader.advance()
  const { kind: opener } = reader
  if (opener !== '(') {
    endStatement(reader)
    return
  }
  reader.advance()
  reader.skipTo(',', ')')
  if (reader.kind === ')') reader.unexpected()
  const name = text.slice(start, reader.start).trimEnd()
  reader.advance()
  const { kind, start: offset } = reader
  if (kind === 'number') reader.fail('expected a text, found a number')
  const joined = readJoined(reader)
  const isText = (kind === 'string' || kind === 'template') && !joined.isVariable
  const isWhole = reader.kind === ',' || reader.kind === ')'
  reader.skipTo(')')
  reader.expect(')')
  if (isText && isWhole && joined.text !== undefined && isAtEnd(reader)) {
    reader.addText(name, joined.text, offset, reader.end)
  }
  endStatement(reader)
}
