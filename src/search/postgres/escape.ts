import { WORD } from '../../regexp/pattern.ts'

/** What PostgreSQL says about an expression that it refuses. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

const SETS: Readonly<Record<string, string>> = {
  d: '0-9',
  s: '\\s',
  w: WORD,
  D: '^0-9',
  S: '\\S',
  W: `^${WORD}`,
}
const CONTROLS: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  B: 0x5c,
  e: 27,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
}

/** An escape for one character (`source`) or for a set of them: the inside of a bracket. */
interface Escape {
  readonly source: string
  readonly set?: string
  /** The character's code; undefined for a set. */
  readonly code?: number
  readonly end: number
}

/** Reads the escape of a character or a set at a backslash; the caller reads those of places and groups. */
export function readEscape(text: string, at: number): Escape {
  const rest = text.slice(at + 1, at + 10)
  const numeric =
    /^(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]+)|c([\s\S])|(0[0-7]{0,2}))/.exec(rest)
  if (numeric !== null) {
    const [all, short, long, hex, control, octal] = numeric
    const digits = short ?? long ?? hex
    const code =
      digits !== undefined
        ? Number.parseInt(digits, 16)
        : control !== undefined
          ? control.charCodeAt(0) % 32
          : Number.parseInt(octal ?? '0', 8)
    if (code > 0x10ffff) throw new PatternError('invalid escape \\ sequence')
    return { source: escapeCode(code), code, end: at + 1 + all.length }
  }
  const character = rest === '' ? '' : String.fromCodePoint(rest.codePointAt(0) ?? 0)
  const end = at + 1 + character.length
  const set = SETS[character]
  if (set !== undefined) return { source: `[${set}]`, set, end }
  const code = CONTROLS[character] ?? character.codePointAt(0)
  const isUnknown = CONTROLS[character] === undefined && /^[a-zA-Z\d]?$/.test(character)
  if (isUnknown || code === undefined) throw new PatternError('invalid escape \\ sequence')
  return { source: escapeCode(code), code, end }
}

/** A character by its code, for use inside and outside of brackets. */
export function escapeCode(code: number): string {
  return `\\u{${code.toString(16)}}`
}
