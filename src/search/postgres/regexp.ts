import { compileRegExp, UnboundedError } from '../../regexp/compile.ts'
import type { Expression } from '../../regexp/expression.ts'
import { escapeRegExp, type Pattern, PLACE } from '../../regexp/pattern.ts'
import { QueryError } from '../query.ts'
import { translateBracket } from './bracket.ts'
import { PatternError, readEscape } from './escape.ts'

const MAX_REPEAT = 255
/** Escapes that match a place, not a character. */
const CONSTRAINTS: Readonly<Record<string, string>> = {
  A: PLACE.textStart,
  Z: PLACE.textEnd,
  m: PLACE.wordStart,
  M: PLACE.wordEnd,
  y: PLACE.wordBoundary,
  Y: PLACE.noWordBoundary,
}

/**
 * The expression of a PostgreSQL one ("advanced" flavour), unanchored, case-sensitive unless it starts with
 * `(?i)`. Throws QueryError at `position`. Syntax:
 * https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
 */
export function compilePostgres(pattern: string, position: number): Expression {
  try {
    return compileRegExp(new Translator(pattern).translate())
  } catch (cause) {
    if (!(cause instanceof PatternError || cause instanceof SyntaxError)) throw cause
    const isNamed = cause instanceof PatternError || cause instanceof UnboundedError
    const reason = isNamed ? cause.message : 'not supported'
    const message = `Invalid regular expression: invalid regular expression: ${reason}`
    throw new QueryError(message, position, { cause })
  }
}

class Translator {
  readonly #text: string
  readonly #options: ReadonlySet<string>
  #at: number
  #source = ''
  #depth = 0
  /** Whether what was read last may be repeated. */
  #isRepeatable = false

  constructor(pattern: string) {
    const options = /^(?:\*\*\*:)?\(\?([a-z]*)\)/.exec(pattern)
    if (options !== null && /[^bceimnpqstwx]/.test(options[1] ?? '')) {
      throw new PatternError('invalid embedded option')
    }
    this.#text = pattern
    this.#options = new Set(options?.[1])
    this.#at = options?.[0].length ?? (pattern.startsWith('***:') ? 4 : 0)
  }

  translate(): Pattern {
    if (this.#text.startsWith('***=')) {
      return { source: escapeRegExp(this.#text.slice(4)), ignoreCase: false }
    }
    const ignoreCase = this.#has('i')
    if (this.#has('q')) return { source: escapeRegExp(this.#text.slice(this.#at)), ignoreCase }
    while (this.#at < this.#text.length) this.#step()
    if (this.#depth > 0) throw new PatternError('parentheses () not balanced')
    return { source: this.#source, ignoreCase }
  }

  #has(option: string): boolean {
    return this.#options.has(option)
  }

  /** Whether line feeds end what `.` and `^` see. */
  #isByLine(): boolean {
    return this.#has('n') || this.#has('m')
  }

  #step(): void {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    const rest = this.#text.slice(this.#at, this.#at + 16)
    if (this.#has('x') && /^[\s#]/.test(rest)) this.#skip()
    else if (/^(?:[*+?]|\{\d)/.test(rest)) this.#repeat()
    else if (character === '(') this.#openGroup(rest)
    else if (character === ')') this.#closeGroup()
    else if (character === '[') this.#bracket()
    else if (character === '\\') this.#escape()
    else if (/[|^$]/.test(character)) this.#putMark(character)
    else if (character === '.') this.#put(this.#isByLine() ? '[^\\n]' : '[\\s\\S]', 1)
    else this.#put(escapeRegExp(character), character.length)
  }

  #put(source: string, length: number, { isRepeatable = true } = {}): void {
    this.#source += source
    this.#at += length
    this.#isRepeatable = isRepeatable
  }

  #putMark(mark: string): void {
    const byLine = mark === '^' ? PLACE.lineStart : mark === '$' ? PLACE.lineEnd : mark
    this.#put(this.#isByLine() ? byLine : mark, 1, { isRepeatable: false })
  }

  /** Spaces and comments of the expanded syntax. */
  #skip(): void {
    const isComment = this.#text[this.#at] === '#'
    const end = isComment ? this.#text.indexOf('\n', this.#at) : this.#at
    this.#at = end === -1 ? this.#text.length : end + 1
  }

  #repeat(): void {
    if (!this.#isRepeatable) throw new PatternError('quantifier operand invalid')
    const found = /^(?:[*+?]|\{(\d{1,9})(?:,(\d{0,9}))?\})\??/.exec(
      this.#text.slice(this.#at, this.#at + 32),
    )
    if (found === null) throw new PatternError('braces {} not balanced')
    const [all, from = '0', to] = found
    const isInverted = to !== undefined && to !== '' && Number(to) < Number(from)
    if (Number(from) > MAX_REPEAT || Number(to) > MAX_REPEAT || isInverted) {
      throw new PatternError('invalid repetition count(s)')
    }
    this.#put(all, all.length, { isRepeatable: false })
  }

  #openGroup(rest: string): void {
    if (rest.startsWith('(?#')) {
      const end = this.#text.indexOf(')', this.#at)
      if (end === -1) throw new PatternError('parentheses () not balanced')
      this.#at = end + 1
      return
    }
    const mark = /^\((?:\?(?:[:=!]|<[=!]))?/.exec(rest)?.[0] ?? '('
    if (mark === '(' && rest.startsWith('(?')) throw new PatternError('quantifier operand invalid')
    this.#depth++
    this.#put(mark, mark.length, { isRepeatable: false })
  }

  #closeGroup(): void {
    if (this.#depth === 0) throw new PatternError('parentheses () not balanced')
    this.#depth--
    this.#put(')', 1)
  }

  #bracket(): void {
    const { source, end } = translateBracket(this.#text, this.#at, this.#isByLine())
    this.#put(source, end - this.#at)
  }

  #escape(): void {
    const next = this.#text[this.#at + 1] ?? ''
    const constraint = CONSTRAINTS[next]
    const reference = /^[1-9]\d?/.exec(this.#text.slice(this.#at + 1, this.#at + 3))?.[0]
    if (constraint !== undefined) this.#put(constraint, 2, { isRepeatable: false })
    else if (reference !== undefined) this.#put(`(?:\\${reference})`, 1 + reference.length)
    else {
      const { source, set, end } = readEscape(this.#text, this.#at)
      this.#put(set === undefined ? source : `[${set}]`, end - this.#at)
    }
  }
}
