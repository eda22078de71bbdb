import type { Translation } from './model.ts'
import { translationPlace } from './paths.ts'
import { editLink } from './repoweb.ts'
import { checksumText } from './unit.ts'
import { isPlaceOfSource, type UnitPlace } from './unit-places.ts'

/**
 * Where a unit is edited, also one that its file still lacks, which never is in the file of its source: in the project's Weblate, else in its file, at the page of the host;
 * undefined where neither is known.
 */
export function unitEditLink(
  translation: Translation,
  row: number,
  place: UnitPlace | undefined,
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
