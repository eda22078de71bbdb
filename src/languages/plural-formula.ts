import { oncePer } from '../cache.ts'
import { type Plural, UNNAMED } from './table.ts'

type Evaluate = (n: number) => number

const TOKEN = /\s*(\d+|n|\|\||&&|[=!<>]=|[-+*/%<>?:()!])/y

const LEVELS: readonly ReadonlyMap<string, (a: number, b: number) => number>[] = [
  new Map([['||', (a, b) => Number(a !== 0 || b !== 0)]]),
  new Map([['&&', (a, b) => Number(a !== 0 && b !== 0)]]),
  new Map([
    ['==', (a, b) => Number(a === b)],
    ['!=', (a, b) => Number(a !== b)],
  ]),
  new Map([
    ['<', (a, b) => Number(a < b)],
    ['<=', (a, b) => Number(a <= b)],
    ['>', (a, b) => Number(a > b)],
    ['>=', (a, b) => Number(a >= b)],
  ]),
  new Map([
    ['+', (a, b) => a + b],
    ['-', (a, b) => a - b],
  ]),
  new Map([
    ['*', (a, b) => a * b],
    ['/', (a, b) => Math.trunc(a / b)],
    // Rounds down like Python, which makes a difference for negative numbers.
    ['%', (a, b) => ((a % b) + b) % b],
  ]),
]

/** Returns the function from a number to the index of its form. Throws SyntaxError unless it is C over `n`. */
export const formFor: (plural: Plural) => Evaluate = oncePer(({ formula }) => compile(formula))

function compile(formula: string): Evaluate {
  const tokens = tokenize(formula)
  let at = 0
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false
    at++
    return true
  }
  const expect = (token: string): void => {
    if (!take(token)) throw new SyntaxError(`${formula}: expected ${token}`)
  }
  const conditional = (): Evaluate => {
    const condition = binary(0)
    if (!take('?')) return condition
    const yes = conditional()
    expect(':')
    const no = conditional()
    return (n) => (condition(n) !== 0 ? yes(n) : no(n))
  }
  const binary = (level: number): Evaluate => {
    const operators = LEVELS[level]
    if (operators === undefined) return primary()
    let left = binary(level + 1)
    for (;;) {
      const operator = operators.get(tokens[at] ?? '')
      if (operator === undefined) return left
      at++
      const first = left
      const second = binary(level + 1)
      left = (n) => operator(first(n), second(n))
    }
  }
  const primary = (): Evaluate => {
    if (take('(')) {
      const inside = conditional()
      expect(')')
      return inside
    }
    if (take('!')) {
      const inside = primary()
      return (n) => Number(inside(n) === 0)
    }
    const token = tokens[at++] ?? ''
    if (token === 'n') return (n) => n
    if (!/^\d+$/.test(token)) throw new SyntaxError(`${formula}: expected a number or n`)
    const value = Number(token)
    return () => value
  }
  const evaluate = conditional()
  if (at < tokens.length) throw new SyntaxError(`${formula}: expected the end`)
  return evaluate
}

function tokenize(formula: string): string[] {
  const tokens: string[] = []
  const end = formula.trimEnd().length
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end; ) {
    const token = TOKEN.exec(formula)?.[1]
    if (token === undefined) throw new SyntaxError(`${formula}: expected a C expression over n`)
    tokens.push(token)
  }
  return tokens
}

/** Numbers that tell plural rules apart. */
const SAMPLES = [...Array.from({ length: 210 }, (_, index) => index - 10), 1e3, 1e4, 1e5, 1e6, 1e7]

const formsOf = oncePer((plural: Plural) => [plural.number, ...SAMPLES.map(formFor(plural))].join())

/** Returns whether two sets of plural forms give the same form for every number, judging by samples. */
export function isSameRule(plural: Plural, other: Plural): boolean {
  return formsOf(plural) === formsOf(other)
}

/** Returns a key for a set of plural forms within its language. Different spellings of one rule get the same key. */
export function ruleKey(plural: Plural): string {
  const { source, number, formula, type } = plural
  return `${source}: ${type === UNNAMED ? formsOf(plural) : `${number} ${formula}`}`
}

const MAX_FORMULA_LENGTH = 1000
const MAX_DEPTH = 20
const MAX_FORMS = 100

/** Returns whether a formula and its number of forms are usable. */
export function isValidRule({ number, formula }: Pick<Plural, 'number' | 'formula'>): boolean {
  if (number < 1 || number > MAX_FORMS || formula.length > MAX_FORMULA_LENGTH) return false
  let depth = 0
  for (const character of formula) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0
    if (depth > MAX_DEPTH) return false
  }
  try {
    compile(formula)
    return true
  } catch {
    return false
  }
}
