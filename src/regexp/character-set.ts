/** A set of characters in an expression: a single character, an escape or a class. */
export interface CharacterSet {
  /** JavaScript source, for the flag `v`. */
  readonly source: string
  readonly isNegated: boolean
  /** Inclusive ranges of code points. */
  readonly ranges: readonly (readonly [first: number, last: number])[]
  /** Parts that are not ranges: properties such as `\p{L}`, negated escapes, nested classes. */
  readonly others: readonly string[]
}

/** Any character. Not `[^]`, with which V8 of Node 20 finds nothing under the flags `iv`. */
export const ANY: CharacterSet = {
  source: '[\\s\\S]',
  isNegated: true,
  ranges: [],
  others: [],
}

const CONTROLS: Readonly<Record<string, number>> = { f: 12, n: 10, r: 13, t: 9, v: 11, 0: 0 }

/** JavaScript's escapes, written for use inside a class. */
const ESCAPED: Readonly<Record<string, string>> = {
  s: '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff',
  d: '0-9',
  w: '0-9A-Z_a-z',
}

/** A class, an escape or a plain character: everything that can stand for one character. */
const SET = /\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\x..|\\u.{4}|\\[\s\S]|[\s\S]/uy

/** Reads the set at an offset of a valid expression; returns it with its end offset. */
export function readSet(text: string, start: number): { set: CharacterSet; end: number } {
  const end = text[start] === '[' ? endOfClass(text, start) : endOfPart(text, start)
  const source = text.slice(start, end)
  if (source === ANY.source) return { set: ANY, end }
  const isClass = source.startsWith('[')
  const isNegated = source.startsWith('[^')
  const inside = isClass ? source.slice(isNegated ? 2 : 1, -1) : source
  return { set: { source, isNegated, ...readParts(inside, isClass) }, end }
}

function endOfPart(text: string, start: number): number {
  SET.lastIndex = start
  SET.test(text)
  return SET.lastIndex
}

function endOfClass(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== ']') at = text[at] === '[' ? endOfClass(text, at) : endOfPart(text, at)
  return at + 1
}

function readParts(text: string, isClass: boolean): Pick<CharacterSet, 'ranges' | 'others'> {
  const ranges: (readonly [number, number])[] = []
  const others: string[] = []
  for (let at = 0; at < text.length; ) {
    const isNested = isClass && text[at] === '['
    const end = isNested ? endOfClass(text, at) : endOfPart(text, at)
    const part = text.slice(at, end)
    const escaped = part.length === 2 && part.startsWith('\\') ? ESCAPED[part.slice(1)] : undefined
    const code = isNested ? undefined : codeOf(part)
    at = end
    if (escaped !== undefined) ranges.push(...readParts(escaped, true).ranges)
    else if (code === undefined) others.push(part)
    else if (isClass && text[at] === '-') {
      const stop = endOfPart(text, at + 1)
      ranges.push([code, codeOf(text.slice(at + 1, stop)) ?? code])
      at = stop
    } else ranges.push([code, code])
  }
  return { ranges, others }
}

/** Returns the code point of a part that stands for a single character. */
function codeOf(part: string): number | undefined {
  if (!part.startsWith('\\')) return part.codePointAt(0)
  const hex = /^\\(?:u\{([^}]*)\}|[ux]([\da-fA-F]+))$/.exec(part)
  if (hex) return Number.parseInt(hex[1] ?? hex[2] ?? '', 16)
  const letter = part.slice(1)
  if (/^[a-zA-Z\d]/.test(letter)) return CONTROLS[letter]
  return letter.codePointAt(0)
}
