/** Thrown where work is more than is done beside answering requests. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError'
}

/** Undefined for a BudgetError. Throws any other error. */
export function unlessOverBudget(error: unknown): undefined {
  if (!(error instanceof BudgetError)) throw error
}

/** How much is parsed and checked between other work. */
export interface Budget {
  /** How many bytes a text may have at once. */
  maxBytes(): number
  /** Takes the bytes of a text that is looked at next. Throws BudgetError when that is too much at once, or together. */
  spend(bytes: number): void
}

/** What one text may have: parsing it takes some 20 ms, in one piece. */
const MAX_TEXT_BYTES = 512 << 10

/**
 * Takes from what all work under way at the same time has left. It has no limit any more once `end` was called: what was
 * read may be read again later.
 */
export function createBudget(shared: { left: number }): Budget & { end(): void } {
  let hasEnded = false
  return {
    maxBytes: () => (hasEnded ? Infinity : MAX_TEXT_BYTES),
    spend(bytes) {
      if (hasEnded) return
      shared.left -= bytes
      if (shared.left < 0 || bytes > MAX_TEXT_BYTES) throw new BudgetError('expected less to read')
    },
    end() {
      hasEnded = true
    },
  }
}

let isBrief = false

/** What takes nothing, but refuses long texts to the steps of `readingBriefly`. */
export const briefBudget: Budget = {
  maxBytes: () => (isBrief ? MAX_TEXT_BYTES : Infinity),
  spend(bytes) {
    if (isBrief && bytes > MAX_TEXT_BYTES) throw new BudgetError('expected a shorter text')
  },
}

/** Runs steps that are done beside other work. They throw BudgetError before they parse a text that is long for that. */
export function* readingBriefly<T>(steps: Generator<unknown, T>): Generator<void, T> {
  for (;;) {
    isBrief = true
    try {
      const step = steps.next()
      if (step.done) return step.value
    } finally {
      isBrief = false
    }
    yield
  }
}
