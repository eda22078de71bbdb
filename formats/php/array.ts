import {
  addText,
  enter,
  expectToken,
  leave,
  type PhpReader,
  type PhpText,
  skipTo,
  unexpected,
} from './reader.ts'
import { decodeDouble, decodeSingle } from './text.ts'

export function isAtArray({ text, tokens }: PhpReader): boolean {
  return tokens.kind === '[' || (tokens.kind === 'name' && isWord(text, tokens, 'array'))
}

/** Returns whether a token is a word, ignoring case. */
export function isWord(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  word: string,
): boolean {
  return end - start === word.length && text.slice(start, end).toLowerCase() === word
}

/**
 * Adds the texts of an array and of nested ones, and stops behind it. The name of a text consists of the array's name,
 * brackets and keys: `NAME[]->'key'`, without brackets for an array written `array()`. `brackets` overrides them.
 */
export function readArray(reader: PhpReader, name: string, brackets?: string): void {
  const { tokens, texts } = reader
  const isShort = tokens.kind === '['
  tokens.advance()
  if (!isShort) expectToken(reader, '(')
  const emptyBrackets = isShort ? '[]' : ''
  const closer = isShort ? ']' : ')'
  const textsBefore = texts.length
  const array = { prefix: `${name}${brackets ?? emptyBrackets}->`, closer, emptyBrackets }
  enter(reader)
  while (tokens.kind !== closer) {
    const isFirst = texts.length === textsBefore
    const text = readElement(reader, array, isFirst)
    const { end } = tokens
    const hasComma = tokens.kind === ','
    if (hasComma) tokens.advance()
    else if (tokens.kind !== closer) break
    if (text !== undefined && tokens.kind === closer) {
      text.end = end
      text.isAtBracket = !hasComma
    }
  }
  leave(reader)
  expectToken(reader, closer)
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
  const { text, tokens } = reader
  const { start } = tokens
  if (isAtArray(reader)) {
    // The first element without a key is read like the array around it.
    return readNested(reader, `${prefix}[]`, closer, isFirst ? emptyBrackets : undefined)
  }
  const first = readQuoted(reader)
  if (first !== undefined && isAtEnd(reader, closer)) return add(reader, `${prefix}[]`, first)
  let key = first?.text
  while (key !== undefined && tokens.kind === '.') {
    tokens.advance()
    const next = readQuoted(reader)
    key = next && key + next.text
  }
  if (tokens.kind !== '=>') {
    if (tokens.kind === ',' && key === undefined) unexpected(reader)
    key = undefined
    skipTo(reader, '=>', ',', closer)
    if (tokens.kind !== '=>') return undefined
  }
  const path = prefix + (key === undefined ? text.slice(start, tokens.start).trimEnd() : `'${key}'`)
  tokens.advance()
  if (isAtArray(reader)) return readNested(reader, path, closer)
  const value = readQuoted(reader)
  if (value !== undefined && isAtEnd(reader, closer)) return add(reader, path, value)
  if (value === undefined && isAtEnd(reader, closer)) unexpected(reader)
  skipTo(reader, ',', closer)
  return undefined
}

function isAtEnd({ tokens }: PhpReader, closer: string): boolean {
  return tokens.kind === ',' || tokens.kind === closer
}

/** Reads an array that is an element; if operators follow, it has no texts. */
function readNested(reader: PhpReader, path: string, closer: string, brackets?: string): undefined {
  const textsBefore = reader.texts.length
  readArray(reader, path, brackets)
  if (isAtEnd(reader, closer)) return
  reader.texts.length = textsBefore
  skipTo(reader, ',', closer)
}

interface Quoted {
  readonly text: string
  readonly hasVariables: boolean
  readonly offset: number
  readonly end: number
}

function readQuoted({ text, tokens }: PhpReader): Quoted | undefined {
  const { kind, start, end, contentStart, contentEnd } = tokens
  if (kind !== 'string' && kind !== 'template') return undefined
  const content = text.slice(contentStart, contentEnd)
  tokens.advance()
  if (kind === 'string') {
    return { text: decodeSingle(content, text[start]), hasVariables: false, offset: start, end }
  }
  const template = decodeDouble(content)
  return { text: template.text, hasVariables: template.variables > 0, offset: start, end }
}

function add(reader: PhpReader, name: string, quoted: Quoted): PhpText | undefined {
  const { text, hasVariables, offset, end } = quoted
  return hasVariables ? undefined : addText(reader, { name, text, offset, end, isAtBracket: false })
}
