import { ANCHOR, DIGIT, type Pattern, WORD } from './pattern.ts'
import { translatePython } from './python.ts'

/** JavaScript's, which lacks U+001E, the separator of plural forms. */
const SPACE = '\\s'
const VISIBLE = '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}'

const classes: ReadonlyMap<string, string> = new Map([
  ['alnum', '\\p{L}\\p{N}'],
  ['alpha', '\\p{L}'],
  ['blank', '\\t\\p{Zs}'],
  ['cntrl', '\\p{Cc}'],
  ['digit', DIGIT],
  ['graph', VISIBLE],
  ['lower', '\\p{Ll}'],
  ['print', `${VISIBLE}\\p{Zs}`],
  ['punct', '\\p{P}\\p{S}'],
  ['space', SPACE],
  ['upper', '\\p{Lu}'],
  ['word', WORD],
  ['xdigit', '0-9A-Fa-f'],
])

const anchors: Readonly<Record<string, string>> = {
  y: ANCHOR.wordBoundary,
  Y: ANCHOR.noWordBoundary,
}

/**
 * Translates an expression of a search to JavaScript: in Python's syntax, with PostgreSQL's named classes as in
 * `[[:upper:]]`, its word boundaries `\y` and `\Y`, and its `.` and `$`, for which a line feed is like any character.
 * Throws SyntaxError as `translatePython`, and for other names.
 * Syntax: https://www.postgresql.org/docs/current/functions-matching.html#POSIX-BRACKET-EXPRESSIONS
 */
export function translatePostgres(pattern: string): Pattern {
  return translatePython(pattern, { ignoresLines: true, space: SPACE, anchors, readClass })
}

const NAMED = /\[:(\^?[a-z]*):\]/y

function readClass(text: string, at: number): { end: number; source: string } | undefined {
  if (!/[:.=]/.test(text[at + 1] ?? '')) return undefined
  NAMED.lastIndex = at
  const [matched = '', name = ''] = NAMED.exec(text) ?? []
  const source = classes.get(name)
  if (source !== undefined) return { end: at + matched.length, source }
  throw new SyntaxError(`${matched || text.slice(at, at + 2)} at position ${at} is not supported`)
}
