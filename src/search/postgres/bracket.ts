import { PLACE, WORD } from '../../regexp/pattern.ts'
import { escapeCode, PatternError, readEscape } from './escape.ts'

const CLASSES: ReadonlyMap<string, string> = new Map([
  ['alnum', '\\p{L}\\p{N}'],
  ['alpha', '\\p{L}'],
  ['blank', '\\t\\p{Zs}'],
  ['cntrl', '\\p{Cc}'],
  ['digit', '0-9'],
  ['graph', '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}'],
  ['lower', '\\p{Ll}'],
  ['print', '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}'],
  ['punct', '\\p{P}\\p{S}'],
  ['space', '\\s'],
  ['upper', '\\p{Lu}'],
  ['word', WORD],
  ['xdigit', '0-9A-Fa-f'],
])

/** Start and end of a word, written as brackets. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['[[:<:]]', PLACE.wordStart],
  ['[[:>:]]', PLACE.wordEnd],
])

/** The JavaScript bracket of the PostgreSQL one that starts at `at`. `isByLine`: a negated one matches no line feed. */
export function translateBracket(
  text: string,
  at: number,
  isByLine: boolean,
): { readonly source: string; readonly end: number } {
  const place = PLACES.get(text.slice(at, at + 7))
  if (place !== undefined) return { source: place, end: at + 7 }
  const isNegated = text[at + 1] === '^'
  const start = at + (isNegated ? 2 : 1)
  let source = isNegated ? (isByLine ? '[^\\n' : '[^') : '['
  for (let i = start; i < text.length; ) {
    // A bracket in the first place is text.
    if (text[i] === ']' && i > start) return { source: `${source}]`, end: i + 1 }
    const item = readItem(text, i)
    i = item.end
    if (item.code === undefined || text[i] !== '-' || (text[i + 1] ?? ']') === ']') {
      source += item.source
      continue
    }
    const last = readItem(text, i + 1)
    if (last.code === undefined || last.code < item.code) {
      throw new PatternError('invalid character range')
    }
    source += `${escapeCode(item.code)}-${escapeCode(last.code)}`
    i = last.end
  }
  throw new PatternError('brackets [] not balanced')
}

interface Item {
  readonly source: string
  /** Undefined for a set of characters. */
  readonly code?: number
  readonly end: number
}

function readItem(text: string, at: number): Item {
  const named = /^\[([:.=])([\s\S]*?)\1\]/.exec(text.slice(at, at + 40))
  if (named !== null) {
    const [all, mark, name = ''] = named
    const end = at + all.length
    const set = CLASSES.get(name)
    const code = name.codePointAt(0)
    if (mark === ':') {
      if (set === undefined) throw new PatternError('invalid character class')
      return { source: set, end }
    }
    if (code === undefined || String.fromCodePoint(code) !== name) {
      throw new PatternError('invalid collating element')
    }
    return { source: escapeCode(code), ...(mark === '.' ? { code } : {}), end }
  }
  if (text[at] === '\\') {
    const { source, set, code, end } = readEscape(text, at)
    if (set?.startsWith('^')) throw new PatternError('invalid escape \\ sequence')
    return { source: set ?? source, ...(code === undefined ? {} : { code }), end }
  }
  const code = text.codePointAt(at) ?? 0
  return { source: escapeCode(code), code, end: at + String.fromCodePoint(code).length }
}
