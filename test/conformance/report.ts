/** One row of the table: what was compared, and where it differs. */
export class Section {
  readonly what: string
  agree = 0
  disagree = 0
  readonly #differences = new Map<string, { count: number; examples: string[] }>()

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
    for (const { field, expected, actual } of differences) {
      const known = this.#differences.get(field) ?? { count: 0, examples: [] }
      known.count++
      if (known.examples.length < 3) {
        known.examples.push(`${name}: expected ${shorten(expected)}, got ${shorten(actual)}`)
      }
      this.#differences.set(field, known)
    }
  }

  lines(): string[] {
    const { what, agree, disagree } = this
    const head = `${what.padEnd(52)}${String(agree + disagree).padStart(9)}${String(agree).padStart(9)}${String(disagree).padStart(10)}`
    return [
      head,
      ...[...this.#differences].flatMap(([field, { count, examples }]) => [
        `    ${field} (${count})`,
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

export const HEAD: string = `${'what'.padEnd(52)}${'cases'.padStart(9)}${'agree'.padStart(9)}${'disagree'.padStart(10)}`

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 157)}...` : text
}
