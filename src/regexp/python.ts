import { WHITESPACE_CLASS } from '../text.ts'
import { compileRegExp } from './compile.ts'
import type { Expression } from './expression.ts'
import { ANCHOR, DIGIT, type Pattern, WORD } from './pattern.ts'

const sets: Readonly<Record<string, string>> = {
  d: DIGIT,
  D: `[^${DIGIT}]`,
  w: WORD,
  W: `[^${WORD}]`,
}
const anchors: Readonly<Record<string, string>> = {
  A: ANCHOR.textStart,
  Z: ANCHOR.textEnd,
  b: ANCHOR.wordBoundary,
  B: ANCHOR.noWordBoundary,
}
const controls: Readonly<Record<string, string>> = {
  a: '\\x07',
  f: '\\f',
  n: '\\n',
  r: '\\r',
  t: '\\t',
  v: '\\v',
}

/** Compiles an expression that matches at the start of the text, like `re.match`. Throws as `translatePython`. */
export function compilePython(pattern: string): Expression {
  const { source, ignoreCase } = translatePython(pattern)
  return compileRegExp({ source: `${ANCHOR.textStart}(?:${source})`, ignoreCase })
}

/** What another dialect has beside Python's syntax. */
interface Dialect {
  /** Whether `.` matches a line feed and `$` only the end of the text, unless the flag `m` is set. */
  readonly ignoresLines?: boolean
  /** White space, for use inside a class. */
  readonly space?: string
  /** The anchors that are escapes of one letter, in JavaScript. */
  readonly anchors?: Readonly<Record<string, string>>
  /** Reads a part of a class that starts with a bracket; undefined if the bracket is text. Throws SyntaxError. */
  readClass?(
    text: string,
    at: number,
  ): { readonly end: number; readonly source: string } | undefined
}

/**
 * Translates a Python expression to JavaScript. Throws SyntaxError for errors found on the way, and for what JavaScript
 * lacks: flags for a part, conditions, atomic groups and possessive quantifiers. Syntax:
 * https://docs.python.org/3/library/re.html
 */
export function translatePython(pattern: string, dialect: Dialect = {}): Pattern {
  const leading = /^\(\?([aimsux]+)\)/.exec(pattern)
  const flags = new Set(leading?.[1])
  let source = ''
  const text = leading ? pattern.slice(leading[0].length) : pattern
  for (let at = 0; at < text.length; ) {
    const [end, translated] = translate(text, at, flags, dialect)
    source += translated
    at = end
  }
  return { source, ignoreCase: flags.has('i') }
}

/** Translates one element of the expression; returns its end offset and its JavaScript source. */
function translate(
  text: string,
  at: number,
  flags: ReadonlySet<string>,
  dialect: Dialect,
): [number, string] {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const next = at + character.length
  switch (character) {
    case '\\':
      return translateEscape(text, at, dialect)
    case '[':
      return translateClass(text, at, dialect)
    case '(':
      return translateGroup(text, at)
    case '{':
      return translateBrace(text, at)
    case '*':
    case '+':
    case '?':
      return [endOfQuantifier(text, next), text.slice(at, endOfQuantifier(text, next))]
    case '$':
      if (flags.has('m')) return [next, ANCHOR.lineEnd]
      return [next, dialect.ignoresLines ? '$' : ANCHOR.lastLineEnd]
    case '^':
      return [next, flags.has('m') ? ANCHOR.lineStart : '^']
    case '.':
      if (dialect.ignoresLines && !flags.has('m')) return [next, '[\\s\\S]']
      return [next, flags.has('s') ? '[\\s\\S]' : '[^\\n]']
    case '#':
      if (!flags.has('x')) return [next, '#']
      return [text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at), '']
    default:
      if (flags.has('x') && /\s/.test(character)) return [next, '']
      return [next, '()|'.includes(character) ? character : literal(character)]
  }
}

/** Escapes a character so that it is literal inside and outside a class. */
function literal(character: string): string {
  return /[\^$\\.*+?()[\]{}|/\-&!#%,:;<=>@`~]/.test(character) ? escapeHex(character) : character
}

function escapeHex(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

function endOfQuantifier(text: string, end: number): number {
  if (text[end] === '+') throw new SyntaxError('possessive quantifiers are not supported')
  return text[end] === '?' ? end + 1 : end
}

function translateBrace(text: string, at: number): [number, string] {
  const counts = /^\{(\d*)(?:(,)(\d*))?\}/.exec(text.slice(at))
  // In Python, `{`, `{}` and `{x` are text, and `{,3}` is a quantifier.
  if (!counts || counts[0] === '{}') return [at + 1, literal('{')]
  const [matched, from, comma = '', to = ''] = counts
  const end = endOfQuantifier(text, at + matched.length)
  return [end, `{${from || '0'}${comma}${to}}${text.slice(at + matched.length, end)}`]
}

function translateGroup(text: string, at: number): [number, string] {
  if (text[at + 1] !== '?') return [at + 1, '(']
  const rest = text.slice(at)
  const plain = /^\(\?(?:[:=!]|<[=!])/.exec(rest)
  if (plain) return [at + plain[0].length, plain[0]]
  const named = /^\(\?P<([^>]*)>/.exec(rest)
  if (named) return [at + named[0].length, `(?<${named[1]}>`]
  const reference = /^\(\?P=([^)]*)\)/.exec(rest)
  if (reference) return [at + reference[0].length, `\\k<${reference[1]}>`]
  const comment = /^\(\?#[^)]*\)/.exec(rest)
  if (comment) return [at + comment[0].length, '']
  throw new SyntaxError(`${rest.slice(0, 4)} at position ${at} is not supported`)
}

function translateClass(text: string, at: number, dialect: Dialect): [number, string] {
  const isNegated = text[at + 1] === '^'
  const start = at + (isNegated ? 2 : 1)
  let source = isNegated ? '[^' : '['
  // Whether the part before may begin a range, and whether it is the hyphen of one.
  let mayBegin = false
  let isHyphen = false
  for (let i = start; i < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(i) ?? 0)
    // A bracket in the first position is text.
    if (character === ']' && i > start) return [i + 1, `${source}]`]
    const isRange: boolean = character === '-' && mayBegin && (text[i + 1] ?? ']') !== ']'
    mayBegin = !isRange && !isHyphen
    isHyphen = isRange
    const named = character === '[' ? dialect.readClass?.(text, i) : undefined
    const [end, translated] = named
      ? [named.end, named.source]
      : character === '\\'
        ? translateEscape(text, i, dialect, true)
        : [i + character.length, isRange ? '-' : literal(character)]
    source += translated
    i = end
  }
  throw new SyntaxError(`unterminated character set at position ${at}`)
}

/** Translates an escape; a class has no anchors. */
function translateEscape(
  text: string,
  at: number,
  { anchors: added = {}, space = WHITESPACE_CLASS }: Dialect,
  inClass = false,
): [number, string] {
  const rest = text.slice(at + 1)
  const code =
    /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(0[0-7]{0,2}|[0-3][0-7]{2}))/.exec(rest)
  if (code) {
    const hex = code[1] ?? code[2] ?? code[3]
    const point = hex === undefined ? Number.parseInt(code[0], 8) : Number.parseInt(hex, 16)
    return [at + 1 + code[0].length, `\\u{${point.toString(16)}}`]
  }
  const character = rest === '' ? '' : String.fromCodePoint(rest.codePointAt(0) ?? 0)
  const end = at + 1 + character.length
  if (!inClass) {
    const reference = /^[1-9]\d?/.exec(rest)?.[0]
    if (reference !== undefined) return [at + 1 + reference.length, `(?:\\${reference})`]
    const anchor = anchors[character] ?? added[character]
    if (anchor !== undefined) return [end, anchor]
  }
  const set = { ...sets, s: space, S: `[^${space}]` }[character]
  if (set !== undefined) return [end, inClass || set.startsWith('[') ? set : `[${set}]`]
  const control = inClass && character === 'b' ? '\\x08' : controls[character]
  if (control !== undefined) return [end, control]
  if (character === '' || /[a-zA-Z\d]/.test(character)) {
    throw new SyntaxError(`bad escape \\${character} at position ${at}`)
  }
  return [end, literal(character)]
}
