import type { Translation } from '../../catalog/model.ts'
import { figuresOf } from '../../facts/figures.ts'
import { SHARE_AND_STATE_COLUMNS, ShareCells, StateCells } from '../components/overview-table.tsx'
import { Table } from '../components/table.tsx'
import { componentPlace } from '../links.ts'
import type { PageRequest } from '../page.ts'

/** Shows translations into one language, one row for each component. */
export function TranslationsSection({
  title,
  address,
  translations,
  request: { links },
}: {
  readonly title: string
  /** The link of the title. */
  readonly address?: string
  readonly translations: readonly Translation[]
  readonly request: PageRequest
}) {
  return (
    <section>
      <h2>{address === undefined ? title : <a href={address}>{title}</a>}</h2>
      <Table scrolls title={title} columns={[['Component'], ...SHARE_AND_STATE_COLUMNS]}>
        {translations.map((translation) => {
          const { component, language } = translation
          const place = componentPlace(component, language.code)
          const figures = figuresOf([translation])
          return (
            <tr>
              <th scope="row">
                <a href={links.place(place)}>{component.config.name}</a>
              </th>
              <ShareCells figures={figures} />
              <StateCells figures={figures} place={place} links={links} />
            </tr>
          )
        })}
      </Table>
    </section>
  )
}
