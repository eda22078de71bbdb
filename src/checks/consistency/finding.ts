import type { BatchCheckId, BatchColumns, BatchTranslation } from './translation.ts'

/**
 * Units that fail a check of many units together, in the translations of a language or component. Omits units that
 * ignore the check.
 */
export interface Finding {
  readonly check: BatchCheckId
  /** Sort key among the findings of all languages, of which only a limited number is reported. */
  readonly order: string
  /** Two numbers per unit: the position of its translation, and its row. */
  readonly units: Uint32Array
  /** Those of `inconsistent` that only share a key, in the same order: none with the same source has another target. */
  readonly alone: Uint32Array
}

export const NO_UNITS: Uint32Array = new Uint32Array()

/** Searches the translations of a language for failures of a check. */
export interface Search {
  readonly check: BatchCheckId
  scan(columns: BatchColumns, translation: BatchTranslation): void
  /** Chooses the findings with the lowest order, up to the limit. */
  choose(): Chosen
}

interface Chosen {
  /** Sorted in ascending order. */
  readonly orders: readonly string[]
  /** Returns the position of a row's order in `orders`; -1 if it has none. */
  placeOf(columns: BatchColumns, row: number, translation: BatchTranslation): number
}

/** Collects the units of the findings that the searches choose. */
export function findUnits(
  searches: readonly Search[],
  translations: readonly BatchTranslation[],
): readonly Finding[] {
  for (const translation of translations) {
    const columns = translation.columns()
    for (const search of searches) search.scan(columns, translation)
  }
  const searched = searches.flatMap(({ check, choose }) => {
    const { orders, placeOf } = choose()
    return orders.length === 0
      ? []
      : [
          {
            check,
            orders,
            placeOf,
            units: orders.map((): number[] => []),
            strings: check === 'inconsistent' ? orders.map(() => new StringsOfKey()) : [],
          },
        ]
  })
  if (searched.length === 0) return []
  for (const [index, translation] of translations.entries()) {
    const columns = translation.columns()
    for (const { check, placeOf, units, strings } of searched) {
      for (let row = 0; row < translation.count; row++) {
        const place = placeOf(columns, row, translation)
        if (place < 0 || translation.ignores(row, check)) continue
        units[place]?.push(index, row)
        strings[place]?.add(columns.sources.at(row) ?? '', columns.targets.at(row) ?? '')
      }
    }
  }
  return searched.flatMap(({ check, orders, units, strings }) =>
    orders.map((order, place) => {
      const rows = units[place] ?? []
      const alone = rows.filter((_, at) => strings[place]?.isAlone(at >> 1))
      return { check, order, units: Uint32Array.from(rows), alone: Uint32Array.from(alone) }
    }),
  )
}

/** The units of one key. Stores a number for each source instead of its text. */
class StringsOfKey {
  readonly #numbers = new Map<string, number>()
  readonly #firstTargets: string[] = []
  readonly #differ = new Set<number>()
  readonly #sourceOf: number[] = []

  add(source: string, target: string): void {
    const number = this.#numbers.get(source) ?? this.#firstTargets.length
    if (number === this.#firstTargets.length) {
      this.#numbers.set(source, number)
      this.#firstTargets.push(target)
    } else if (this.#firstTargets[number] !== target) this.#differ.add(number)
    this.#sourceOf.push(number)
  }

  /** Whether all units with the source of the one at `at` (0-based, in the order of `add`) have the same target. */
  isAlone(at: number): boolean {
    return !this.#differ.has(this.#sourceOf[at] ?? 0)
  }
}
