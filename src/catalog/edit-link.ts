import type { Translation } from './model.ts'
import { translationPlace } from './paths.ts'
import { editLink } from './repoweb.ts'
import { checksumText } from './unit.ts'
import { isPlaceOfSource, type UnitLocation } from './unit-places.ts'

/**
 * Where a unit is edited: in the project's Weblate, else in the file of its translation, at the page of the host; never in
 * the file of its source. Undefined where neither is known.
 */
export function unitEditLink(
  translation: Translation,
  row: number,
  place: UnitLocation | undefined,
): string | undefined {
  const { component } = translation
  const { weblate } = component.project.config
  if (weblate !== '') {
    const checksum = checksumText(translation.units(), row)
    return `${weblate.replace(/\/$/, '')}/translate/${translationPlace(translation)}/?checksum=${checksum}`
  }
  if (place === undefined) return undefined
  const isElsewhere = isPlaceOfSource(translation, place)
  return editLink(component, isElsewhere ? { filename: translation.filename } : place)
}
