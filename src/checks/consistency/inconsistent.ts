import { quote } from '../sentence.ts'
import type { Search } from './finding.ts'
import { createHashNumbers } from './hash-numbers.ts'
import { type BatchComponent, type BatchFailure, groupOf, JOINT, rowOf } from './translation.ts'

/**
 * Returns a search for strings, identified by hash, with more than one translation in a language, in any state and also
 * in the source language. Chooses the `most` strings with the lowest hashes. `count` is the number of all units.
 */
export function createInconsistentSearch(count: number, most: number): Search {
  const hashNumbers = createHashNumbers(count)
  const firstTargets: string[] = []
  const different = new Set<number>()
  return {
    check: 'inconsistent',
    scan({ idHashes, targets }, translation) {
      for (let row = 0; row < translation.count; row++) {
        const number = hashNumbers.add(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
        const target = targets.at(row) ?? ''
        if (number === firstTargets.length) firstTargets.push(target)
        else if (firstTargets[number] !== target) different.add(number)
      }
    },
    choose() {
      const hashes = [...different].map((number) => hashNumbers.hashOf(number))
      const chosen = hashes.sort((a, b) => a.high - b.high || a.low - b.low).slice(0, most)
      const places = createHashNumbers(chosen.length)
      for (const { low, high } of chosen) places.add(low, high)
      return {
        orders: chosen.map(({ low, high }) => digitsOf(high) + digitsOf(low)),
        placeOf: ({ idHashes }, row) =>
          places.find(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0),
      }
    },
  }
}

function digitsOf(half: number): string {
  return half.toString(16).padStart(8, '0')
}

/** Names another translation of the string, if possible one of the same source. */
export function explainInconsistent(
  components: readonly BatchComponent[],
  failure: BatchFailure,
): string {
  return (
    findOther(components, failure, true) ??
    findOther(components, failure, false) ??
    'The string is translated differently in another component'
  )
}

function findOther(
  components: readonly BatchComponent[],
  { component, translation, row }: BatchFailure,
  needsSameSource: boolean,
): string | undefined {
  const columns = translation.columns()
  const [source, target] = [columns.sources.at(row), columns.targets.at(row) ?? '']
  const group = groupOf(translation.language)
  for (const other of components) {
    if (!other.allowPropagation || other === component) continue
    for (const each of other.translations) {
      if (groupOf(each.language) !== group) continue
      const otherRow = rowOf(each, translation, row)
      const text = otherRow < 0 ? undefined : each.columns().targets.at(otherRow)
      if (text === undefined || text === target) continue
      if (needsSameSource && each.columns().sources.at(otherRow) !== source) continue
      const place = `in component ${other.name}, in \`${each.filename}\``
      const forms = text.split(JOINT)
      if (forms.every((form) => form === '')) return `The string is not translated ${place}`
      return `The string is translated as ${forms.map(quote).join(', ')} ${place}`
    }
  }
  return undefined
}
