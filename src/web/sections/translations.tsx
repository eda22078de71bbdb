import { figuresOf } from '../../facts/figures.ts'
import type { Translation } from '../../model/model.ts'
import { figureColumns } from '../components/figure-columns.tsx'
import { type Column, column, Table } from '../components/table.tsx'
import { componentPlace, type Links } from '../links.ts'

/** Returns a row for each of these translations. */
export function translationRows(translations: readonly Translation[]) {
  return translations.map((translation) => ({
    ...{ translation, language: translation.language, figures: figuresOf([translation]) },
    place: componentPlace(translation.component, translation.language.code),
  }))
}

/** Returns the column with the components of the rows, linked to their translations. */
export function componentColumn(links: Links): Column<ReturnType<typeof translationRows>[number]> {
  return column('Component', '', ({ translation: { component }, place }) => (
    <a href={links.place(place)}>{component.config.name}</a>
  ))
}

/** Shows translations into one language, one row for each component. */
export function translationsSection(
  title: string,
  translations: readonly Translation[],
  links: Links,
  /** The link of the title. */
  address?: string,
) {
  const rows = translationRows(translations)
  const columns = [componentColumn(links), ...figureColumns(rows, links)]
  return (
    <section>
      <h2>{address === undefined ? title : <a href={address}>{title}</a>}</h2>
      <Table scrolls {...{ title, columns, rows }} />
    </section>
  )
}
