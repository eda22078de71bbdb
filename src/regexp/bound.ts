import { type Automaton, createAutomaton } from './automaton.ts'
import { createOverlapTest, type OverlapTest } from './character-set.ts'
import { componentsOf } from './components.ts'
import { type Node, PLACE } from './pattern.ts'

/**
 * How many steps a backtracking search takes at most: `weight * (length + 1) ** degree` for a text of `length` characters,
 * all its starts together.
 */
export interface Bound {
  readonly weight: number
  readonly degree: number
}

/** Pairs of edges that a proof may look at. */
const MAX_PAIRS = 200_000

/** The proven bound of an expression; undefined when the search may take exponential time, or nothing is proven. */
export function boundOf(node: Node, ignoreCase: boolean): Bound | undefined {
  const overlap = createOverlapTest(ignoreCase)
  const bound = boundAt(node, overlap, false)
  return bound && !isAnchored(node) ? { ...bound, degree: bound.degree + 1 } : bound
}

/** Whether a match can start only where the text does. */
function isAnchored(node: Node): boolean {
  if (node.kind === 'place') return node.source === '^' || node.source === PLACE.textStart
  if (node.kind === 'choice') return node.branches.every(isAnchored)
  return node.kind === 'sequence' && node.items[0] !== undefined && isAnchored(node.items[0])
}

/** The bound of a search at one place. */
function boundAt(node: Node, overlap: OverlapTest, isBackwards: boolean): Bound | undefined {
  const automaton = createAutomaton(node, isBackwards)
  const own = automaton && boundOfAutomaton(automaton, overlap)
  if (own === undefined) return undefined
  let looks: Bound = { weight: 1, degree: 0 }
  for (const { body, isBehind } of automaton?.looks ?? []) {
    const bound = boundAt(body, overlap, isBehind)
    if (bound === undefined) return undefined
    const { weight, degree } = looks
    looks = { weight: weight + bound.weight, degree: Math.max(degree, bound.degree) }
  }
  return { weight: own.weight * looks.weight, degree: own.degree + looks.degree }
}

/**
 * A search goes along runs of the automaton. Where states of a cycle are reached in two ways by the same text there are
 * exponentially many runs; otherwise a run is known by its edges between the cycles and the moments when it takes them.
 * Such a moment is free only where the text that goes round the cycle leads on to the next as well.
 * (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991.)
 */
function boundOfAutomaton(automaton: Automaton, overlap: OverlapTest): Bound | undefined {
  const { first, next, sets, emptyWays } = automaton
  const components = componentsOf(next.length, (state) => next[state] ?? [])
  const cyclic = new Set(
    next.flatMap((to, state) => {
      const component = components[state]
      return component !== undefined && to.some((one) => components[one] === component)
        ? [component]
        : []
    }),
  )
  const ways = emptyWays + 1
  const degree = cyclic.size > 0 ? 1 : 0
  const mayMeet = (one: number, other: number): boolean => {
    const [first, second] = [sets[one], sets[other]]
    return first === undefined || second === undefined || overlap(first, second)
  }
  const isChoice = (to: readonly number[]): boolean =>
    to.some((state, at) => to.slice(at + 1).some((other) => mayMeet(state, other)))
  // The next character tells which way to go.
  if (!isChoice(first) && !next.some(isChoice)) {
    return { weight: ways * (cyclic.size > 0 ? 1 : next.length + 1), degree }
  }
  const pairs = createPairs(automaton, components, mayMeet)
  if (pairs.isAnyCycleAmbiguous()) return undefined
  const free = longestChain(cyclic, (component) => [
    reachableFrom(component, components, next),
    pairs.leadOn(component),
  ])
  if (pairs.isTooMuch()) return undefined
  return { weight: ways * countRuns(automaton, components), degree: degree + free }
}

interface Pairs {
  /** Whether a text leads round a cycle in two ways. */
  isAnyCycleAmbiguous(): boolean
  /** The components to which a text leads that can also stay in this one. */
  leadOn(component: number): ReadonlySet<number>
  /** Whether there were too many pairs to tell. */
  isTooMuch(): boolean
}

/** Pairs of states to which the same text leads. */
function createPairs(
  { next }: Automaton,
  components: Int32Array,
  mayMeet: (one: number, other: number) => boolean,
): Pairs {
  const size = next.length
  let work = 0
  /** Visits the pairs reachable from two times the same state; stops where the visitor says so. */
  const walk = (
    starts: readonly number[],
    isIn: (one: number, other: number, component: number | undefined) => boolean,
    visit: (one: number, other: number, from: readonly [number, number]) => boolean,
  ): boolean => {
    const seen = new Set(starts.map((state) => state * size + state))
    for (const key of seen) {
      const one = Math.floor(key / size)
      const other = key % size
      for (const to of next[one] ?? []) {
        for (const also of next[other] ?? []) {
          if (++work > MAX_PAIRS) return false
          if (!isIn(to, also, components[one]) || !mayMeet(to, also)) continue
          if (visit(to, also, [one, other])) return true
          seen.add(to * size + also)
        }
      }
    }
    return false
  }
  const states = next.map((_, state) => state)
  return {
    isTooMuch: () => work > MAX_PAIRS,
    isAnyCycleAmbiguous() {
      const isTwice = next.some((to, state) => {
        const inside = to.filter((one) => components[one] === components[state])
        return new Set(inside).size < inside.length
      })
      const isInside = (one: number, other: number, component: number | undefined): boolean =>
        components[one] === component && components[other] === component
      return (
        isTwice ||
        walk(states, isInside, (one, other, from) => one === other && from[0] !== from[1])
      )
    },
    leadOn(component) {
      const found = new Set<number>()
      const starts = states.filter((state) => components[state] === component)
      walk(
        starts,
        (one) => components[one] === component,
        (_, other) => {
          found.add(components[other] ?? -1)
          return false
        },
      )
      return found
    },
  }
}

function reachableFrom(
  component: number,
  components: Int32Array,
  next: Automaton['next'],
): ReadonlySet<number> {
  const seen = new Set(next.flatMap((_, state) => (components[state] === component ? [state] : [])))
  for (const state of seen) for (const to of next[state] ?? []) seen.add(to)
  return new Set(Array.from(seen, (state) => components[state] ?? -1))
}

/** The most free moments that a run has on its way through the cycles. */
function longestChain(
  cyclic: ReadonlySet<number>,
  linksOf: (component: number) => readonly [all: ReadonlySet<number>, free: ReadonlySet<number>],
): number {
  const best = new Map<number, number>()
  for (const component of [...cyclic].sort((a, b) => b - a)) {
    const here = best.get(component) ?? 0
    best.set(component, here)
    const [all, free] = linksOf(component)
    for (const other of all) {
      if (other === component || !cyclic.has(other)) continue
      best.set(other, Math.max(best.get(other) ?? 0, here + (free.has(other) ? 1 : 0)))
    }
  }
  return Math.max(0, ...best.values())
}

/** How many runs there are when the moments are given. */
function countRuns({ first, next }: Automaton, components: Int32Array): number {
  const ways = new Map<number, number>()
  const enter = (state: number, count: number): void => {
    const component = components[state] ?? -1
    ways.set(component, (ways.get(component) ?? 0) + count)
  }
  for (const state of first) enter(state, 1)
  const states = next.map((_, state) => state)
  let runs = 1
  for (const state of states.sort((a, b) => (components[b] ?? 0) - (components[a] ?? 0))) {
    const count = ways.get(components[state] ?? -1) ?? 0
    runs += count
    for (const to of next[state] ?? []) {
      if (components[to] !== components[state]) enter(to, count)
    }
  }
  return runs
}
