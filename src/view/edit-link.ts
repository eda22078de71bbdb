import type { Translation } from '../model/model.ts'
import { translationPlace } from '../model/paths.ts'
import { checksumText } from '../model/unit.ts'
import { isPlaceOfSource, type UnitLocation } from '../reading/unit-places.ts'
import { editLink } from './repoweb.ts'

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
