import { figuresOf } from '../../facts/figures.ts'
import type { Translation } from '../../model/model.ts'
import { type FigureRow, figureColumns } from '../components/figure-columns.tsx'
import { type Column, Table } from '../components/table.tsx'
import { componentPlace, type Links } from '../links.ts'

/** A component in one language. */
export interface PartRow extends FigureRow {
  readonly name: string
}

/** Returns a row for each of these translations. */
export function partsOf(translations: readonly Translation[]): PartRow[] {
  return translations.map((translation) => ({
    name: translation.component.config.name,
    place: componentPlace(translation.component, translation.language.code),
    figures: figuresOf([translation]),
  }))
}

/** Returns the column with the names of the rows, linked to their places. */
export function partColumn(links: Links): Column<PartRow> {
  return {
    name: 'Component',
    cell: ({ name, place }) => <a href={links.place(place)}>{name}</a>,
  }
}

/** Shows translations into one language, one row for each component. */
export function translationsSection(
  title: string,
  translations: readonly Translation[],
  links: Links,
  /** The link of the title. */
  address?: string,
) {
  const rows = partsOf(translations)
  return (
    <section>
      <h2>{address === undefined ? title : <a href={address}>{title}</a>}</h2>
      <Table
        scrolls
        title={title}
        rows={rows}
        columns={[partColumn(links), ...figureColumns(rows, links)]}
      />
    </section>
  )
}
