import type { ComponentWork } from '../catalog/component-work.ts'
import { UsageError } from '../errors.ts'
import { checksumText, contextOf, sourceForms } from '../model/unit.ts'
import type { FoundUnit } from '../view/find.ts'
import type { Selected } from './selection.ts'

/** Finds the units with a key, otherwise those with a source text or checksum. Throws UsageError if there are none. */
export function findKey(selected: readonly Selected[], key: string): readonly FoundUnit[] {
  const named: FoundUnit[] = []
  const others: FoundUnit[] = []
  for (const translation of selected.flatMap((component) => component.translations)) {
    const units = translation.units()
    for (let row = 0; row < units.table.count; row++) {
      if (contextOf(units, row) === key) named.push({ translation, row })
      else if (sourceForms(units, row).includes(key) || checksumText(units, row) === key)
        others.push({ translation, row })
    }
  }
  const matches = named.length > 0 ? named : others
  if (matches.length > 0) return matches
  throw new UsageError(
    `no string has the key, source text or checksum ${JSON.stringify(key)}; if it was removed, name an older commit as ref`,
  )
}

/** See `findKey`: indexes of translations, and rows. */
export const findKeyWork: ComponentWork<
  string,
  readonly (readonly [place: number, row: number])[]
> = {
  name: 'find-key',
  run(selected, key) {
    const translations = selected.flatMap((component) => component.translations)
    const placeOf = new Map(translations.map((translation, place) => [translation, place]))
    return findKey(selected, key).map(({ translation, row }) => [placeOf.get(translation)!, row])
  },
}
