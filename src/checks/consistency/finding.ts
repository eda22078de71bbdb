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
            texts: listsFor(check, orders),
          },
        ]
  })
  if (searched.length === 0) return []
  for (const [index, translation] of translations.entries()) {
    const columns = translation.columns()
    for (const { check, placeOf, units, texts } of searched) {
      for (let row = 0; row < translation.count; row++) {
        const place = placeOf(columns, row, translation)
        if (place < 0 || translation.ignores(row, check)) continue
        units[place]?.push(index, row)
        texts[place]?.push(columns.sources.at(row) ?? '', columns.targets.at(row) ?? '')
      }
    }
  }
  return searched.flatMap(({ check, orders, units, texts }) =>
    orders.map((order, place) => {
      const found = units[place] ?? []
      const alone = aloneIn(found, texts[place] ?? [])
      return { check, order, units: Uint32Array.from(found), alone: Uint32Array.from(alone) }
    }),
  )
}

/** Creates a list for the texts of each finding, source and target in turn; none for a check that does not compare them. */
function listsFor(check: BatchCheckId, orders: readonly string[]): string[][] {
  return check === 'inconsistent' ? orders.map(() => []) : []
}

function aloneIn(units: readonly number[], texts: readonly string[]): number[] {
  const targets = new Map<string, Set<string>>()
  for (let at = 0; at < texts.length; at += 2) {
    const source = texts[at] ?? ''
    targets.set(source, (targets.get(source) ?? new Set()).add(texts[at + 1] ?? ''))
  }
  return units.filter((_, at) => targets.get(texts[at & ~1] ?? '')?.size === 1)
}
