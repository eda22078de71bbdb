import type { Place } from '../../catalog/place.ts'
import type { Language } from '../../languages/language.ts'
import type { Links } from '../links.ts'
import type { Column } from './table.tsx'

/** Returns the first column of a sortable table of languages: the name, linked to the row's place, and the code. */
export function languageColumn(
  links: Links,
): Column<{ readonly language: Language; readonly place: Place }> {
  return {
    name: 'Language',
    cell: ({ language: { name, code }, place }) => (
      <>
        <a href={links.place(place)}>{name}</a> <small class="m">{code}</small>
      </>
    ),
    key: 'name',
    sortValue: ({ language }) => language.name,
  }
}
