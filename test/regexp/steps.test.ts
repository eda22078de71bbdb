import { expect, test } from 'vitest'
import { boundOf } from '../../src/regexp/bound.ts'
import { type Node, parsePattern } from '../../src/regexp/pattern.ts'
import { createChoices } from '../support/choices.ts'

/** How a search goes on behind a part; it stops where this says so. */
type Continue = (at: number) => boolean

test('a search for a random expression reads no more characters than was proven', () => {
  const random = createRandom(1)
  let proven = 0
  for (let round = 0; round < 2000; round++) {
    const source = random.expression(2 + random.below(3))
    const node = parsePattern(source)
    const bound = boundOf(node, false)
    if (bound === undefined) continue
    proven++
    const part = random.list(1 + random.below(3), () => random.pick(['a', 'b', 'c'])).join('')
    const text = part.repeat(10)
    const limit = bound.weight * (text.length + 1) ** bound.degree
    expect([source, text, countSteps(node, text, limit) <= limit]).toEqual([source, text, true])
  }
  expect(proven).toBeGreaterThan(1000)
})

/** The characters that a search which finds nothing reads, from all starts; stops behind a limit, and at a million. */
function countSteps(root: Node, text: string, limit: number): number {
  let steps = 0
  const walk = (node: Node, at: number, next: Continue): boolean => {
    switch (node.kind) {
      case 'set':
        if (at === text.length || !new RegExp(node.set.source, 'v').test(text.charAt(at))) {
          return false
        }
        return ++steps > Math.min(limit, 1e6) || next(at + 1)
      case 'sequence':
        return node.items.reduceRight<Continue>(
          (rest, item) => (from) => walk(item, from, rest),
          next,
        )(at)
      case 'choice':
        return node.branches.some((branch) => walk(branch, at, next))
      case 'repeat': {
        const { min, max } = node.count
        const repeat = (count: number, from: number): boolean =>
          (count < max &&
            walk(node.body, from, (to) => (count < min || to > from) && repeat(count + 1, to))) ||
          (count >= min && next(from))
        return repeat(0, at)
      }
      default:
        return next(at)
    }
  }
  for (let start = 0; start <= text.length; start++) walk(root, start, () => false)
  return steps
}

function createRandom(seed: number) {
  const { below, pick } = createChoices(seed)
  const list = <T>(count: number, create: () => T): T[] => Array.from({ length: count }, create)
  const repetition = (): string => pick(['*', '+', '?', '{1,3}', '*?', '{2}', '{0,2}', '{2,}'])
  const expression = (depth: number): string => {
    if (depth === 0) return pick(['a', 'b', 'c', '[ab]', '[^a]', '[\\s\\S]', '(?:^|b)'])
    const [one, other] = list(2, () => expression(depth - 1))
    switch (below(7)) {
      case 0:
        return `(?:${one}|${other})`
      case 1:
        return `(?:${one}|${other}|)`
      case 2:
        return `(?:${one})${repetition()}`
      case 3:
        return `(?:${one}${other})${repetition()}`
      case 4:
        return pick(['a', 'b', '[ab]']) + repetition()
      default:
        return `${one}${other}`
    }
  }
  return { below, pick, list, expression }
}
