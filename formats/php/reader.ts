import { parseErrorAt } from '../../src/text.ts'
import { createContextLimit } from '../entry.ts'
import { areNeighbours } from './neighbours.ts'
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

const MAX_DEPTH = 256
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The tokens of a PHP file, and the texts found before the present one. */
export class PhpReader extends Tokens {
  readonly texts: PhpText[] = []
  readonly #countName = createContextLimit(this.text)
  #depth = 0

  addText(name: string, text: string, offset: number, end: number): PhpText {
    this.#countName(name, this.start)
    const added = { name, text, offset, end, isAtBracket: false }
    this.texts.push(added)
    return added
  }

  /** Advances to the next token. Throws ParseError, also for one that may not follow. */
  override advance(): void {
    const { kind } = this
    super.advance()
    const isFirst = kind === ''
    if (!isFirst && !areNeighbours(kind, this.kind, this.text.slice(this.start, this.end))) {
      this.unexpected()
    }
  }

  fail(message: string, offset: number = this.start): never {
    throw parseErrorAt(this.text, offset, message)
  }

  unexpected(): never {
    return this.fail(`expected a value or an operator, found ${this.#shown()}`)
  }

  expect(kind: string): void {
    if (this.kind !== kind) this.fail(`expected ${kind}, found ${this.#shown()}`)
    this.advance()
  }

  #shown(): string {
    return this.kind === 'end' ? 'the end of the file' : this.text.slice(this.start, this.end)
  }

  /** Enters a bracket. Throws ParseError if too many are open. */
  enter(): void {
    if (++this.#depth > MAX_DEPTH) this.fail(`expected at most ${MAX_DEPTH} open brackets`)
  }

  leave(): void {
    this.#depth--
  }

  /**
   * Goes over tokens up to one of these outside of brackets. Throws ParseError for brackets that do not fit, and for a
   * statement's end or an arrow before the stop.
   */
  skipTo(...stops: readonly string[]): void {
    const open: string[] = []
    const isBlock = stops.includes('}')
    while (open.length > 0 || !stops.includes(this.kind)) {
      const { kind } = this
      const isOuter = open.length === 0 && (kind === '=>' || (kind === ';' && !isBlock))
      if (isOuter || kind === 'end' || kind === '??') this.unexpected()
      const closer = CLOSERS[kind]
      if (closer !== undefined) open.push(closer)
      else if ((kind === ')' || kind === ']' || kind === '}') && open.pop() !== kind) {
        this.unexpected()
      }
      this.advance()
    }
  }

  skipBrackets(): void {
    const closer = CLOSERS[this.kind]
    if (closer === undefined) this.unexpected()
    this.advance()
    this.skipTo(closer)
    this.advance()
  }
}

export function isOpener(kind: string): boolean {
  return CLOSERS[kind] !== undefined
}
