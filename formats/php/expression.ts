import {
  enter,
  expectToken,
  fail,
  isOpener,
  leave,
  type PhpReader,
  skipBrackets,
  skipTo,
  unexpected,
} from './reader.ts'
import { decodeDouble, decodeSingle } from './text.ts'

/** The relevant properties of a value. */
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
  const { tokens } = reader
  const first = readOperand(reader)
  if (tokens.kind !== '.') return first
  const { start } = tokens
  const texts = [first.text]
  while (tokens.kind === '.') {
    tokens.advance()
    texts.push(readOperand(reader).text)
  }
  if (texts.includes(undefined)) {
    fail(reader, 'expected only texts and variables joined with dots', start)
  }
  return { text: texts.join(''), isVariable: false }
}

function readOperand(reader: PhpReader): Joined {
  const { text, tokens } = reader
  const { kind, start, end, contentStart, contentEnd } = tokens
  if (NOTHING.has(kind)) unexpected(reader)
  if (kind === '(') return readParentheses(reader)
  if (isOpener(kind)) skipBrackets(reader)
  else tokens.advance()
  if (kind === 'string') {
    const content = text.slice(contentStart, contentEnd)
    return { text: decodeSingle(content, text[start]), isVariable: false }
  }
  if (kind === 'template') {
    const template = decodeDouble(text.slice(contentStart, contentEnd))
    if (template.hasAccess) fail(reader, 'expected no parts of variables in the text', start)
    return template
  }
  if (kind === 'variable' && !SUFFIXES.has(tokens.kind)) {
    return { text: text.slice(start, end), isVariable: true }
  }
  skipSuffixes(reader)
  return NO_TEXT
}

function readParentheses(reader: PhpReader): Joined {
  reader.tokens.advance()
  enter(reader)
  const inner = readJoined(reader)
  leave(reader)
  const isWhole = reader.tokens.kind === ')'
  if (!isWhole) skipTo(reader, ')')
  expectToken(reader, ')')
  if (isWhole && inner.text !== undefined) return inner
  skipSuffixes(reader)
  return NO_TEXT
}

function skipSuffixes(reader: PhpReader): void {
  const { tokens } = reader
  while (SUFFIXES.has(tokens.kind) || NAMES.has(tokens.kind)) {
    if (isOpener(tokens.kind)) skipBrackets(reader)
    else tokens.advance()
  }
}
