import { ANY, type CharacterSet, createOverlapTest, type OverlapTest } from './character-set.ts'
import { type Count, type Node, PLACE } from './pattern.ts'

/** At most `weight * (length + 1) ** degree` for a text of `length` characters. */
export interface Bound {
  readonly weight: number
  readonly degree: number
}

/** The proven bound of a backtracking search's steps, all its starts together; undefined when nothing is proven. */
export function boundOf(node: Node, ignoreCase: boolean): Bound | undefined {
  const bound = boundAt(node, createOverlapTest(ignoreCase), false)
  if (!Number.isFinite(bound.weight)) return undefined
  return isAnchored(node) ? bound : times(bound, LENGTH)
}

/** Whether a match can start only where the text does. */
function isAnchored(node: Node): boolean {
  if (node.kind === 'place') return node.source === '^' || node.source === PLACE.textStart
  if (node.kind === 'choice') return node.branches.every(isAnchored)
  return node.kind === 'sequence' && node.items[0] !== undefined && isAnchored(node.items[0])
}

/** The bound of a search at one place; each of its steps may meet all lookarounds. */
function boundAt(node: Node, overlap: OverlapTest, isBackwards: boolean): Bound {
  const analysis = new Analysis(overlap, isBackwards)
  const { steps } = analysis.partOf(node)
  const looks = analysis.looks.map(({ body, isBehind }) => boundAt(body, overlap, isBehind))
  return times(greatest(steps, ONE), looks.reduce(plus, ONE))
}

/** What is known of the search for a part of an expression. */
interface Part {
  /** What its first character may be. */
  readonly first: readonly CharacterSet[]
  /** What the next character may be where the part goes on although it could end. */
  readonly more: readonly CharacterSet[]
  readonly canBeEmpty: boolean
  /** Whether the next character always tells how to go on, so that no text is read in two ways. */
  readonly isDetermined: boolean
  /** In how many ways it ends, from one start. */
  readonly ways: Bound
  /** How many characters are read to find all of them. */
  readonly steps: Bound
}

const ONE: Bound = { weight: 1, degree: 0 }
const LENGTH: Bound = { weight: 1, degree: 1 }
const UNPROVEN: Bound = { weight: Number.POSITIVE_INFINITY, degree: 0 }
const EMPTY: Part = {
  first: [],
  more: [],
  canBeEmpty: true,
  isDetermined: true,
  ways: ONE,
  steps: { weight: 0, degree: 0 },
}

/** Pairs of sets that one comparison may look at. */
const MAX_PAIRS = 200

/**
 * Counts ways and steps from the inside out. A search takes one way through a determined part (Brüggemann-Klein and Wood,
 * "One-unambiguous regular languages", 1998). The ways of other parts multiply, so nothing is proven where they are
 * repeated without end.
 */
class Analysis {
  readonly looks: { readonly body: Node; readonly isBehind: boolean }[] = []
  readonly #overlap: OverlapTest
  readonly #isBackwards: boolean

  constructor(overlap: OverlapTest, isBackwards: boolean) {
    this.#overlap = overlap
    this.#isBackwards = isBackwards
  }

  partOf(node: Node): Part {
    switch (node.kind) {
      case 'set':
        return { ...EMPTY, first: [node.set], canBeEmpty: false, steps: ONE }
      case 'sequence': {
        const parts = node.items.map((item) => this.partOf(item))
        return (this.#isBackwards ? parts.reverse() : parts).reduce(
          (one, other) => this.#join(one, other),
          EMPTY,
        )
      }
      case 'choice':
        return node.branches
          .map((branch) => this.partOf(branch))
          .reduce((one, other) => this.#choose(one, other))
      case 'repeat':
        return this.#repeat(this.partOf(node.body), node.count)
      case 'look':
        this.looks.push(node)
        return EMPTY
      case 'reference':
        // Whatever the group holds, some run of characters is that.
        return { ...EMPTY, first: [ANY], more: [ANY], ways: LENGTH, steps: LENGTH }
      case 'place':
        return EMPTY
    }
  }

  #meet(some: readonly CharacterSet[], others: readonly CharacterSet[]): boolean {
    if (some.length * others.length > MAX_PAIRS) return true
    return some.some((one) => others.some((other) => this.#overlap(one, other)))
  }

  #join(one: Part, other: Part): Part {
    const isDetermined =
      one.isDetermined &&
      other.isDetermined &&
      !this.#meet(one.more, other.first) &&
      !(one.canBeEmpty && this.#meet(one.first, other.first))
    return {
      first: one.canBeEmpty ? [...one.first, ...other.first] : one.first,
      more: other.canBeEmpty ? [...one.more, ...other.first, ...other.more] : other.more,
      canBeEmpty: one.canBeEmpty && other.canBeEmpty,
      isDetermined,
      ...(isDetermined
        ? {
            ways: other.canBeEmpty ? oneWay(plus(one.ways, other.ways)) : other.ways,
            steps: oneWay(plus(one.steps, other.steps)),
          }
        : {
            ways: times(one.ways, other.ways),
            steps: plus(one.steps, times(one.ways, other.steps)),
          }),
    }
  }

  #choose(one: Part, other: Part): Part {
    const isDetermined =
      one.isDetermined &&
      other.isDetermined &&
      !(one.canBeEmpty && other.canBeEmpty) &&
      !this.#meet(one.first, other.first)
    const canBeEmpty = one.canBeEmpty || other.canBeEmpty
    const isEither = isDetermined && !canBeEmpty
    return {
      first: [...one.first, ...other.first],
      more: [...one.more, ...other.more],
      canBeEmpty,
      isDetermined,
      ways: isEither ? greatest(one.ways, other.ways) : plus(one.ways, other.ways),
      steps: isDetermined ? oneWay(greatest(one.steps, other.steps)) : plus(one.steps, other.steps),
    }
  }

  #repeat(body: Part, { min, max }: Count): Part {
    const { first, canBeEmpty, ways, steps } = body
    if (max === 0) return EMPTY
    // The engine ends a repetition that matches nothing once it has repeated often enough.
    const isDetermined =
      body.isDetermined &&
      (max === 1 || ((!canBeEmpty || min === 0) && !this.#meet(body.more, first)))
    const counts = max - min + 1
    const part: Part = {
      ...body,
      more: max > 1 && counts > 1 ? [...body.more, ...first] : body.more,
      canBeEmpty: canBeEmpty || min === 0,
      isDetermined,
    }
    if (isDetermined) {
      return { ...part, ways: oneWay(scale(ways, counts)), steps: oneWay(scale(steps, max)) }
    }
    if (max === Number.POSITIVE_INFINITY || (canBeEmpty && !body.isDetermined && max > 1)) {
      return { ...part, ways: UNPROVEN, steps: UNPROVEN }
    }
    const before = power(ways, max - 1)
    return {
      ...part,
      ways: scale(times(before, ways), counts),
      steps: scale(times(before, steps), max),
    }
  }
}

function plus(one: Bound, other: Bound): Bound {
  return { weight: one.weight + other.weight, degree: Math.max(one.degree, other.degree) }
}

function times(one: Bound, other: Bound): Bound {
  return { weight: one.weight * other.weight, degree: one.degree + other.degree }
}

function greatest(one: Bound, other: Bound): Bound {
  return {
    weight: Math.max(one.weight, other.weight),
    degree: Math.max(one.degree, other.degree),
  }
}

function scale({ weight, degree }: Bound, factor: number): Bound {
  return { weight: weight * factor, degree }
}

function power({ weight, degree }: Bound, exponent: number): Bound {
  return { weight: weight ** exponent, degree: degree * exponent }
}

/** A determined part reads each character once at most, and ends behind each once at most. */
function oneWay(bound: Bound): Bound {
  return bound.degree === 0 && Number.isFinite(bound.weight) ? bound : LENGTH
}
