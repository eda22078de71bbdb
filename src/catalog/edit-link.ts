import type { Translation } from './model.ts'
import { translationPlace } from './paths.ts'
import { editLink } from './repoweb.ts'
import { checksumText } from './unit.ts'
import { isPlaceOfSource, type UnitLocation } from './unit-places.ts'

/**
 * Returns where to edit a unit: in the project's Weblate, otherwise in the translation's file on the repository's host,
 * never in the source file. Undefined if neither is known.
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
