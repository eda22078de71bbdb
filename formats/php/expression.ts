import { isOpener, type PhpReader } from './reader.ts'
import { decodeDouble, decodeSingle } from './text.ts'

interface Joined {
  /** Undefined if it is not a text. */
  readonly text: string | undefined
  /** Whether it is only a variable, bare or in quotes. */
  readonly isVariable: boolean
}

const NO_TEXT: Joined = { text: undefined, isVariable: false }
const NOTHING: ReadonlySet<string> = new Set(['end', ';', '?>', ',', '.', ')', ']', '}', '=', '=>'])
/** Tokens that continue a value. */
const SUFFIXES: ReadonlySet<string> = new Set(['[', '(', '{', '->', '::', '\\'])
/** Tokens that may follow those, or a sign. */
const NAMES: ReadonlySet<string> = new Set(['name', 'variable', 'number', 'string', '$'])

/**
 * Reads strings, templates and variables joined by dots, up to other operators. Throws ParseError if something else is
 * joined.
 */
export function readJoined(reader: PhpReader): Joined {
  const first = readOperand(reader)
  if (reader.kind !== '.') return first
  const { start } = reader
  const texts = [first.text]
  while (reader.kind === '.') {
    reader.advance()
    texts.push(readOperand(reader).text)
  }
  if (texts.includes(undefined)) {
    reader.fail('expected only texts and variables joined with dots', start)
  }
  return { text: texts.join(''), isVariable: false }
}

function readOperand(reader: PhpReader): Joined {
  const { text, kind, start, end, contentStart, contentEnd } = reader
  if (NOTHING.has(kind)) reader.unexpected()
  if (kind === '(') return readParentheses(reader)
  if (isOpener(kind)) reader.skipBrackets()
  else reader.advance()
  if (kind === 'string') {
    const content = text.slice(contentStart, contentEnd)
    return { text: decodeSingle(content, text[start]), isVariable: false }
  }
  if (kind === 'template') {
    const template = decodeDouble(text.slice(contentStart, contentEnd))
    if (template.hasAccess) reader.fail('expected no parts of variables in the text', start)
    return template
  }
  if (kind === 'variable' && !SUFFIXES.has(reader.kind)) {
    return { text: text.slice(start, end), isVariable: true }
  }
  skipSuffixes(reader)
  return NO_TEXT
}

function readParentheses(reader: PhpReader): Joined {
  reader.advance()
  reader.enter()
  const inner = readJoined(reader)
  reader.leave()
  const isWhole = reader.kind === ')'
  if (!isWhole) reader.skipTo(')')
  reader.expect(')')
  if (isWhole && inner.text !== undefined) return inner
  skipSuffixes(reader)
  return NO_TEXT
}

function skipSuffixes(reader: PhpReader): void {
  while (SUFFIXES.has(reader.kind) || NAMES.has(reader.kind)) {
    if (isOpener(reader.kind)) reader.skipBrackets()
    else reader.advance()
  }
}
