import type { PhpReader, PhpText } from './reader.ts'
import { decodeDouble, decodeSingle } from './text.ts'

/** Returns whether an array starts here. */
export function isAtArray(reader: PhpReader): boolean {
  return reader.kind === '[' || (reader.kind === 'name' && isWord(reader, 'array'))
}

/** Returns whether the token is a word, ignoring case. */
export function isWord({ text, start, end }: PhpReader, word: string): boolean {
  return end - start === word.length && text.slice(start, end).toLowerCase() === word
}

/**
 * Adds the texts of an array and of nested ones, and stops behind it. The name of a text consists of the array's name,
 * brackets and keys: `NAME[]->'key'`, without brackets for an array written `array()`. `brackets` overrides them.
 */
export function readArray(reader: PhpReader, name: string, brackets?: string): void {
  const { texts } = reader
  const isShort = reader.kind === '['
  reader.advance()
  if (!isShort) reader.expect('(')
  const emptyBrackets = isShort ? '[]' : ''
  const closer = isShort ? ']' : ')'
  const textsBefore = texts.length
  const array = { prefix: `${name}${brackets ?? emptyBrackets}->`, closer, emptyBrackets }
  reader.enter()
  while (reader.kind !== closer) {
    const isFirst = texts.length === textsBefore
    const text = readElement(reader, array, isFirst)
    const { end } = reader
    const hasComma = reader.kind === ','
    if (hasComma) reader.advance()
    else if (reader.kind !== closer) break
    if (text !== undefined && reader.kind === closer) {
      text.end = end
      text.isAtBracket = !hasComma
    }
  }
  reader.leave()
  reader.expect(closer)
}

interface OpenArray {
  readonly prefix: string
  readonly closer: string
  readonly emptyBrackets: string
}

/** Adds the texts of an element, and returns the element's text if it is a single one. */
function readElement(
  reader: PhpReader,
  { prefix, closer, emptyBrackets }: OpenArray,
  isFirst: boolean,
): PhpText | undefined {
  const { text, start } = reader
  if (isAtArray(reader)) {
    // The first element without a key is read like the array around it.
    return readNested(reader, `${prefix}[]`, closer, isFirst ? emptyBrackets : undefined)
  }
  const first = readQuoted(reader)
  if (first !== undefined && isAtEnd(reader, closer)) return add(reader, `${prefix}[]`, first)
  let key = first?.text
  while (key !== undefined && reader.kind === '.') {
    reader.advance()
    const next = readQuoted(reader)
    key = next && key + next.text
  }
  if (reader.kind !== '=>') {
    if (reader.kind === ',' && key === undefined) reader.unexpected()
    if (reader.kind === ':' && first !== undefined) reader.unexpected()
    key = undefined
    reader.skipTo('=>', ',', closer)
    if (reader.kind !== '=>') return undefined
  }
  const path = prefix + (key === undefined ? text.slice(start, reader.start).trimEnd() : `'${key}'`)
  reader.advance()
  if (isAtArray(reader)) return readNested(reader, path, closer)
  const value = readQuoted(reader)
  if (value !== undefined && isAtEnd(reader, closer)) return add(reader, path, value)
  if (value === undefined && isAtEnd(reader, closer)) reader.unexpected()
  reader.skipTo(',', closer)
  return undefined
}

function isAtEnd(reader: PhpReader, closer: string): boolean {
  return reader.kind === ',' || reader.kind === closer
}

/** Reads an array that is an element; if operators follow, it has no texts. */
function readNested(reader: PhpReader, path: string, closer: string, brackets?: string): undefined {
  const textsBefore = reader.texts.length
  readArray(reader, path, brackets)
  if (isAtEnd(reader, closer)) return
  reader.texts.length = textsBefore
  reader.skipTo(',', closer)
}

interface Quoted {
  readonly text: string
  readonly hasVariables: boolean
  readonly offset: number
  readonly end: number
}

function readQuoted(reader: PhpReader): Quoted | undefined {
  const { text, kind, start, end, contentStart, contentEnd } = reader
  if (kind !== 'string' && kind !== 'template') return undefined
  const content = text.slice(contentStart, contentEnd)
  reader.advance()
  if (kind === 'string') {
    return { text: decodeSingle(content, text[start]), hasVariables: false, offset: start, end }
  }
  const template = decodeDouble(content)
  return { text: template.text, hasVariables: template.variables > 0, offset: start, end }
}

function add(reader: PhpReader, name: string, quoted: Quoted): PhpText | undefined {
  const { text, hasVariables, offset, end } = quoted
  return hasVariables ? undefined : reader.addText(name, text, offset, end)
}
