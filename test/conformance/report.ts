import { causeOf } from './causes.ts'

/** One row of the table: what was compared, and where it differs. */
export class Section {
  readonly what: string
  agree = 0
  disagree = 0
  readonly #differences = new Map<string, { count: number; examples: string[] }>()
  #unexplained = 0

  constructor(what: string) {
    this.what = what
  }

  /** Counts one case by the fields in which it differs. */
  add(name: string, differences: readonly Difference[]): void {
    if (differences.length === 0) {
      this.agree++
      return
    }
    this.disagree++
    const causes = differences.map(({ field }) => causeOf(this.what, name, field))
    if (causes.includes(undefined)) this.#unexplained++
    for (const [index, { field, expected, actual }] of differences.entries()) {
      const key = `${field}: ${causes[index] ?? 'no known cause'}`
      const group = this.#differences.get(key) ?? { count: 0, examples: [] }
      group.count++
      if (group.examples.length < 3) {
        group.examples.push(`${name}: expected ${shorten(expected)}, got ${shorten(actual)}`)
      }
      this.#differences.set(key, group)
    }
  }

  /** How many cases differ without a known cause. */
  get unexplained(): number {
    return this.#unexplained
  }

  /** The row, then the fields that differ with how often and why, each with examples. */
  lines(): string[] {
    const { what, agree, disagree } = this
    const head = rowOf(what, [agree + disagree, agree, disagree, this.#unexplained])
    return [
      head,
      ...[...this.#differences].flatMap(([key, { count, examples }]) => [
        `    ${count} x ${key}`,
        ...examples.map((example) => `      ${example}`),
      ]),
    ]
  }
}

export interface Difference {
  /** Path in the answer, list indexes as `[]`. */
  readonly field: string
  readonly expected: unknown
  readonly actual: unknown
}

export const HEAD: string = rowOf('what', ['cases', 'agree', 'disagree', 'no cause'])

function rowOf(what: string, cells: readonly (string | number)[]): string {
  return what.padEnd(46) + cells.map((cell) => String(cell).padStart(10)).join('')
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 157)}...` : text
}
