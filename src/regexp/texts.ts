import { type Expression, MAX_STEPS_IN_ALL, type Match } from './expression.ts'

/**
 * A search for plain texts, at each place for the first of them; none is empty. An expression for many or long ones could
 * overflow the stack of JavaScript's compiler.
 */
export function compileTexts(texts: readonly string[]): Expression {
  const steps = (length: number): number => {
    const all = texts.length * (length + 1)
    return all > MAX_STEPS_IN_ALL ? 0 : all
  }
  const isTooLong = (text: string): boolean => steps(text.length) === 0
  return {
    test: (text) => (isTooLong(text) ? undefined : texts.some((one) => text.includes(one))),
    matches: (text) => (isTooLong(text) ? undefined : findAll(texts, text)),
    steps,
  }
}

function findAll(texts: readonly string[], text: string): Match[] {
  let open = texts.map((one) => ({ one, start: text.indexOf(one) }))
  const found: Match[] = []
  for (;;) {
    open = open.filter(({ start }) => start >= 0)
    const [initial] = open
    if (initial === undefined) return found
    // The first of those that start at the same place.
    const next = open.reduce((best, other) => (other.start < best.start ? other : best), initial)
    const end = next.start + next.one.length
    found.push({ text: next.one, start: next.start, end })
    for (const each of open) if (each.start < end) each.start = text.indexOf(each.one, end)
  }
}
