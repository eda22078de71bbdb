import { ANCHOR, type Node } from './pattern.ts'

/** The maximum number of steps of a backtracking search over all start positions: `weight * length ** degree`. */
export interface Cost {
  readonly weight: number
  readonly degree: number
}

/** Returns the cost of an expression; undefined if it repeats a part that can match one text in several ways. */
export function costOf(node: Node): Cost | undefined {
  const cost = costAt(node, false)
  return cost && isAnchored(node) ? cost : cost && times(cost, PER_CHARACTER)
}

const ONCE: Cost = { weight: 1, degree: 0 }
const PER_CHARACTER: Cost = { weight: 1, degree: 1 }

function costAt(node: Node, isRepeated: boolean): Cost | undefined {
  switch (node.kind) {
    case 'set':
    case 'anchor':
      return ONCE
    case 'reference':
      return PER_CHARACTER
    case 'look':
      // Backtracking does not re-enter a lookaround that has matched.
      return costAt(node.body, false)
    case 'sequence':
      return product(node.items.map((item) => costAt(item, isRepeated)))
    case 'choice': {
      if (isRepeated) return undefined
      return sum(node.branches.map((branch) => costAt(branch, false)))
    }
    case 'repeat': {
      const { min, max } = node.count
      if (min === max) return product([costAt(node.body, max > 1), { weight: max + 1, degree: 0 }])
      if (isRepeated) return undefined
      const times = Number.isFinite(max) ? { weight: max - min + 1, degree: 0 } : PER_CHARACTER
      return product([costAt(node.body, max > 1), times])
    }
  }
}

function product(costs: readonly (Cost | undefined)[]): Cost | undefined {
  return costs.reduce((cost, other) => cost && other && times(cost, other), ONCE)
}

function sum(costs: readonly (Cost | undefined)[]): Cost | undefined {
  return costs.reduce(
    (cost, other) =>
      cost &&
      other && { weight: cost.weight + other.weight, degree: Math.max(cost.degree, other.degree) },
    { weight: 0, degree: 0 },
  )
}

function times(cost: Cost, other: Cost): Cost {
  return { weight: cost.weight * other.weight, degree: cost.degree + other.degree }
}

/** Returns whether matches can start only at the start of the text. */
function isAnchored(node: Node): boolean {
  if (node.kind === 'anchor') return node.source === ANCHOR.textStart
  if (node.kind === 'choice') return node.branches.every(isAnchored)
  return node.kind === 'sequence' && node.items[0] !== undefined && isAnchored(node.items[0])
}
