import type { Plural } from '../../languages/language.ts'

type Evaluate = (n: number) => number

const TOKEN = /\s*(\d+|n|\|\||&&|[=!<>]=|[-+*/%<>?:()])/y

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
    // Rounds down, as in Python, which matters for negative numbers only.
    ['%', (a, b) => ((a % b) + b) % b],
  ]),
]

const compiled = new WeakMap<Plural, Evaluate>()

/** The function that gives the index of the form for a number. Throws SyntaxError for what is no C expression over `n`. */
export function formFor(plural: Plural): Evaluate {
  const known = compiled.get(plural)
  if (known !== undefined) return known
  const evaluate = compile(plural.formula)
  compiled.set(plural, evaluate)
  return evaluate
}

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
