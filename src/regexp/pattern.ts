import { type CharacterSet, readSet } from './character-set.ts'

/** A regular expression in JavaScript's syntax for the flags `u` and `v`; `^` and `$` are the ends of the text. */
export interface Pattern {
  readonly source: string
  readonly ignoreCase: boolean
}

/** Python's word characters, for use inside a class. */
export const WORD = '\\p{L}\\p{N}_'

/** Python's digits, for use inside a class. */
export const DIGIT = '\\p{Nd}'

const WORD_BOUNDARY = `(?:(?<![${WORD}])(?=[${WORD}])|(?<=[${WORD}])(?![${WORD}]))`

/**
 * Python's anchors in JavaScript syntax; each takes only a few steps to test. A lookaround that finds no character would
 * also hold between the halves of a surrogate pair.
 */
export const ANCHOR = {
  textStart: '^',
  textEnd: '$',
  lineStart: '(?<=^|\\n)',
  lineEnd: '(?=$|\\n)',
  /** Python's `$`: the end of the text, or before a final line feed. */
  lastLineEnd: '(?=\\n?$)',
  wordBoundary: WORD_BOUNDARY,
  noWordBoundary: `(?!${WORD_BOUNDARY})`,
} as const

/** A part of an expression. */
export type Node =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly branches: readonly Node[] }
  | { readonly kind: 'repeat'; readonly body: Node; readonly count: Count }
  | { readonly kind: 'anchor'; readonly source: string }
  | { readonly kind: 'look'; readonly body: Node }
  | { readonly kind: 'reference' }

/** How often a part is repeated. */
export interface Count {
  readonly min: number
  readonly max: number
  readonly isLazy: boolean
}

/** Maximum depth of nested groups; real expressions stay far below. */
const MAX_DEPTH = 100

const ANCHORS = Object.values(ANCHOR)
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/y
const OPENING = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y
const REFERENCE = /\\(?:[1-9]\d*|k<[^>]*>)/y

/** Parses an expression that JavaScript accepts. Throws SyntaxError if groups are nested too deeply. */
export function parsePattern(source: string): Node {
  return new Parser(source).choice(0)
}

class Parser {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  choice(depth: number): Node {
    if (depth > MAX_DEPTH) throw new SyntaxError('the groups are nested too deeply')
    const branches = [this.#sequence(depth)]
    while (this.#takes('|')) branches.push(this.#sequence(depth))
    return branches.length === 1 && branches[0] ? branches[0] : { kind: 'choice', branches }
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const match = expression.exec(this.#source)
    if (match) this.#at = expression.lastIndex
    return match
  }

  #sequence(depth: number): Node {
    const items: Node[] = []
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      items.push(this.#repeated(this.#item(depth)))
    }
    return { kind: 'sequence', items }
  }

  #item(depth: number): Node {
    const place = ANCHORS.find((candidate) => this.#takes(candidate))
    if (place !== undefined) return { kind: 'anchor', source: place }
    const open = this.#match(OPENING)?.[0]
    if (open !== undefined) {
      const body = this.choice(depth + 1)
      this.#takes(')')
      const isNegative = open.endsWith('!')
      if (!isNegative && !open.endsWith('=')) return body
      return { kind: 'look', body }
    }
    if (this.#match(REFERENCE)) return { kind: 'reference' }
    const { set, end } = readSet(this.#source, this.#at)
    this.#at = end
    return { kind: 'set', set }
  }

  #repeated(body: Node): Node {
    const match = this.#match(QUANTIFIER)
    if (!match) return body
    const [, sign, from = '', comma, to, lazy] = match
    const min = sign === undefined ? Number(from) : sign === '+' ? 1 : 0
    let max = Number.POSITIVE_INFINITY
    if (sign === '?') max = 1
    else if (sign === undefined && comma === undefined) max = min
    else if (to !== undefined && to !== '') max = Number(to)
    return { kind: 'repeat', body, count: { min, max, isLazy: lazy === '?' } }
  }
}

/** Escapes a text for use in an expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
