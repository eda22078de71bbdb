import { parseErrorAt } from '../../src/text.ts'
import { Tokens } from './tokens.ts'

/** A named text of a file. Offsets are in UTF-16 units. */
export interface PhpText {
  /** `$lang['a']`, `return[]->'a'`, `define('A'`. */
  readonly name: string
  readonly text: string
  /** Of its value. */
  readonly offset: number
  /** Offset behind it; comments on the same line from here on belong to it. */
  end: number
  /** Whether that is behind its array's bracket: then the next token is skipped. */
  isAtBracket: boolean
}

/** A position in a PHP file, and the texts found before it. */
export interface PhpReader {
  readonly text: string
  readonly tokens: Tokens
  readonly texts: PhpText[]
  nameCharacters: number
  depth: number
}

export function createPhpReader(text: string): PhpReader {
  return { text, tokens: new Tokens(text), texts: [], nameCharacters: 0, depth: 0 }
}

/** Short names below long ones would grow quadratically. */
const MAX_NAME_CHARACTERS = 2 ** 28

export function addText(reader: PhpReader, text: PhpText): PhpText {
  reader.nameCharacters += text.name.length
  if (reader.nameCharacters > MAX_NAME_CHARACTERS) {
    fail(reader, 'expected shorter keys, found over 256 million characters')
  }
  reader.texts.push(text)
  return text
}

/** Throws ParseError at the present token. */
export function fail({ text, tokens }: PhpReader, message: string, offset?: number): never {
  throw parseErrorAt(text, offset ?? tokens.start, message)
}

export function expectToken(reader: PhpReader, kind: string): void {
  const { tokens } = reader
  if (tokens.kind !== kind) fail(reader, `expected ${kind}, found ${shown(reader)}`)
  tokens.advance()
}

/** Returns the current token for messages. */
function shown({ text, tokens }: PhpReader): string {
  return tokens.kind === 'end' ? 'the end of the file' : text.slice(tokens.start, tokens.end)
}

const MAX_DEPTH = 256

/** Enters a bracket. Throws ParseError if too many are open. */
export function enter(reader: PhpReader): void {
  if (++reader.depth > MAX_DEPTH) fail(reader, `expected at most ${MAX_DEPTH} open brackets`)
}

export function leave(reader: PhpReader): void {
  reader.depth--
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const OPERANDS: ReadonlySet<string> = new Set(['string', 'template', 'variable', 'number'])

/**
 * Goes over tokens up to one of these outside of brackets. Throws ParseError for brackets that do not fit, and for values
 * one after the other.
 */
export function skipTo(reader: PhpReader, ...stops: readonly string[]): void {
  const { tokens } = reader
  const open: string[] = []
  while (open.length > 0 || !stops.includes(tokens.kind)) {
    const { kind, previous } = tokens
    const isForeign = kind === 'end' || kind === '??' || (kind === '=>' && open.length === 0)
    if (isForeign || (OPERANDS.has(kind) && OPERANDS.has(previous))) unexpected(reader)
    const closer = CLOSERS[kind]
    if (closer !== undefined) open.push(closer)
    else if ((kind === ')' || kind === ']' || kind === '}') && open.pop() !== kind) {
      unexpected(reader)
    }
    tokens.advance()
  }
}

export function skipBrackets(reader: PhpReader): void {
  const closer = CLOSERS[reader.tokens.kind]
  if (closer === undefined) unexpected(reader)
  reader.tokens.advance()
  skipTo(reader, closer)
  reader.tokens.advance()
}

export function isOpener(kind: string): boolean {
  return CLOSERS[kind] !== undefined
}

/** Throws ParseError for the current token. */
export function unexpected(reader: PhpReader): never {
  return fail(reader, `expected a value or an operator, found ${shown(reader)}`)
}
