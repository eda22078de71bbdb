import { ANY, type CharacterSet } from './character-set.ts'
import type { Node } from './pattern.ts'

/**
 * The position automaton of an expression: a state for each place that reads a character, and an edge for each way from one
 * to the next, twice where there are two ways. A backtracking search goes along its edges.
 * https://en.wikipedia.org/wiki/Glushkov%27s_construction_algorithm
 */
export interface Automaton {
  readonly sets: readonly CharacterSet[]
  /** Where a match may start. */
  readonly first: readonly number[]
  readonly next: readonly (readonly number[])[]
  /** In how many ways parts match nothing where they may do so in more than one, all together. */
  readonly emptyWays: number
  /** Lookarounds, each searched wherever it is met. */
  readonly looks: readonly { readonly body: Node; readonly isBehind: boolean }[]
}

/** More states, edges and repetitions together are not looked into. */
const MAX_SIZE = 20_000

interface Part {
  readonly first: readonly number[]
  readonly last: readonly number[]
  /** In how many ways it matches nothing. */
  readonly empty: number
}

const EMPTY: Part = { first: [], last: [], empty: 1 }

/** The automaton, for a lookbehind the one that reads backwards; undefined when it is too large. */
export function createAutomaton(node: Node, isBackwards: boolean): Automaton | undefined {
  const builder = new Builder(isBackwards)
  const { first } = builder.build(node)
  const { sets, next, looks, emptyWays, isTooLarge } = builder
  return isTooLarge ? undefined : { sets, next, looks, emptyWays, first }
}

class Builder {
  readonly sets: CharacterSet[] = []
  readonly next: number[][] = []
  readonly looks: { body: Node; isBehind: boolean }[] = []
  emptyWays = 0
  readonly #isBackwards: boolean
  #size = 0

  constructor(isBackwards: boolean) {
    this.#isBackwards = isBackwards
  }

  get isTooLarge(): boolean {
    return this.#size > MAX_SIZE
  }

  build(node: Node): Part {
    this.#size++
    if (this.isTooLarge) return EMPTY
    switch (node.kind) {
      case 'set':
        return this.#addState(node.set)
      case 'sequence': {
        const items = this.#isBackwards ? node.items.toReversed() : node.items
        return items.reduce((part: Part, item) => this.#join(part, this.build(item)), EMPTY)
      }
      case 'choice':
        return this.#choose(node.branches.map((branch) => this.build(branch)))
      case 'repeat':
        return this.#repeat(node.body, node.count)
      case 'look':
        this.looks.push(node)
        return EMPTY
      case 'reference':
        // Whatever the group holds, some run of characters is that.
        return this.#loop({ kind: 'set', set: ANY })
      case 'place':
        return EMPTY
    }
  }

  #addState(set: CharacterSet): Part {
    const state = this.sets.push(set) - 1
    this.next.push([])
    return { first: [state], last: [state], empty: 0 }
  }

  #choose(parts: readonly Part[]): Part {
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      empty: this.#count(parts.reduce((sum, { empty }) => sum + empty, 0)),
    }
  }

  #count(empty: number): number {
    if (empty > 1) {
      this.emptyWays += empty
      this.#size += empty
    }
    return empty
  }

  #connect(last: readonly number[], first: readonly number[]): void {
    this.#size += last.length * first.length
    if (!this.isTooLarge) for (const state of last) this.next[state]?.push(...first)
  }

  #join(one: Part, other: Part): Part {
    this.#connect(one.last, other.first)
    return {
      first: [...one.first, ...this.#times(one.empty, other.first)],
      last: [...this.#times(other.empty, one.last), ...other.last],
      empty: this.#count(one.empty * other.empty),
    }
  }

  #times(count: number, states: readonly number[]): readonly number[] {
    this.#size += count * states.length
    if (this.isTooLarge || count === 0) return []
    return count === 1 ? states : Array.from({ length: count }, () => states).flat()
  }

  #loop(body: Node): Part {
    const part = this.build(body)
    this.#connect(part.last, part.first)
    return { ...part, empty: 1 }
  }

  #repeat(body: Node, { min, max }: { readonly min: number; readonly max: number }): Part {
    let part = EMPTY
    for (let count = 0; count < min && !this.isTooLarge; count++) {
      part = this.#join(part, this.build(body))
    }
    if (max === Number.POSITIVE_INFINITY) return this.#join(part, this.#loop(body))
    // From the inside out: each further one is there only when those before it are.
    let tail = EMPTY
    for (let count = min; count < max && !this.isTooLarge; count++) {
      tail = this.#choose([this.#join(this.build(body), tail), EMPTY])
    }
    return this.#join(part, tail)
  }
}
