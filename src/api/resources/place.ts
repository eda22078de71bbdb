import type { UnitLocation } from '../../catalog/unit-places.ts'
import * as s from '../schema/schema.ts'

/** Where a unit is written; all null for one without a file. */
export function placeResource(
  place: UnitLocation | undefined,
  { shown, edited }: { readonly shown: string | undefined; readonly edited: string | undefined },
): s.JsonOf<typeof PLACE> {
  return {
    filename: place?.filename ?? null,
    line: place?.line ?? null,
    column: place?.column ?? null,
    file_url: shown ?? null,
    edit_url: edited ?? null,
  }
}

export const PLACE = s.resource('UnitPlace', 'Where a unit is written.', {
  filename: s.described(s.nullable(s.STRING), 'Path in the repository.'),
  line: s.described(s.nullable(s.INTEGER), 'From 1 on.'),
  column: s.described(s.nullable(s.INTEGER), 'From 1 on, in UTF-16 units.'),
  file_url: s.described(s.nullable(s.LINK), 'The line at the shown commit, by `repoweb`.'),
  edit_url: s.described(s.nullable(s.LINK), 'Where the host edits the file on the served branch.'),
})
