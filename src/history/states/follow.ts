import type { PreviousSources } from '../../checking/needs-edit.ts'
import type { FuzzyChanges } from './fold.ts'
import type { FuzzyState, FuzzyUnit } from './unit-step.ts'

/** The units whose state a step changed, by language and context; null if they no longer need editing. */
export type FuzzyDifference = readonly (readonly [
  language: string,
  units: readonly UnitDifference[],
])[]

type UnitDifference = readonly [
  context: string,
  memory: readonly [previousSource: string, isAwaiting: 0 | 1] | null,
]

const NOTHING: FuzzyState = new Map()

/** What a Weblate that followed a component's branch knew besides its files. */
export class FuzzyStates {
  /** The differences in each language, oldest first. */
  readonly #languages = new Map<string, { step: number; difference: readonly UnitDifference[] }[]>()

  add(step: number, difference: FuzzyDifference): void {
    for (const [language, unitDifferences] of difference) {
      const list = this.#languages.get(language) ?? []
      this.#languages.set(language, list)
      list.push({ step, difference: unitDifferences })
    }
  }

  /** Returns what that Weblate knew about a language's translation after a step; nothing for -1. */
  of(language: string, step: number): FuzzyState {
    const fuzzy = new Map<string, FuzzyUnit>()
    for (const entry of this.#languages.get(language) ?? []) {
      if (entry.step > step) break
      for (const [context, memory] of entry.difference) {
        if (memory === null) fuzzy.delete(context)
        else fuzzy.set(context, { previousSource: memory[0], isAwaiting: memory[1] === 1 })
      }
    }
    return fuzzy.size === 0 ? NOTHING : fuzzy
  }

  previousSourcesAt(step: number): PreviousSources {
    return new Map(
      [...this.#languages.keys()].map((language) => [
        language,
        new Map(
          [...this.of(language, step)].map(([context, unit]) => [context, unit.previousSource]),
        ),
      ]),
    )
  }
}

/** Returns what a step changed in the states of units. */
export function differenceOf(changed: FuzzyChanges): FuzzyDifference {
  const difference: [string, UnitDifference[]][] = []
  for (const [language, { before, after }] of changed) {
    const unitDifferences: UnitDifference[] = []
    for (const context of before.keys())
      if (!after.has(context)) unitDifferences.push([context, null])
    for (const [context, { previousSource, isAwaiting }] of after) {
      const old = before.get(context)
      if (old?.previousSource === previousSource && old.isAwaiting === isAwaiting) continue
      unitDifferences.push([context, [previousSource, isAwaiting ? 1 : 0]])
    }
    if (unitDifferences.length > 0) difference.push([language, unitDifferences])
  }
  return difference
}
