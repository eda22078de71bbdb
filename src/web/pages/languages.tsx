import { NOWHERE } from '../../catalog/place.ts'

import { componentsOf, type LanguageUse, languagesOf } from '../../catalog/view/view.ts'
import { type Figures, figuresOf } from '../../facts/figures.ts'
import { counted, formatNumber } from '../../facts/words.ts'
import { LanguageProfile, ShareCells, StateCells } from '../components/overview-table.tsx'

import { FIGURE_COLUMNS, type SortColumn, SortHeads, sortRows } from '../components/sort-head.tsx'
import { StillReading } from '../components/still-reading.tsx'
import { ColumnHeads } from '../components/table.tsx'
import { languageTag, ownName } from '../language-name.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { readSoFar } from '../reading.ts'

interface Row {
  readonly use: LanguageUse
  readonly figures: Figures
}

const COLUMNS: readonly SortColumn<Row>[] = [
  { key: 'name', name: 'Language', valueOf: ({ use }) => use.language.name },
  ...FIGURE_COLUMNS,
  { key: 'total', name: 'Strings', classes: 'n wide', valueOf: ({ figures }) => figures.total },
]

/** Lists all languages with at least one translation. */
export function languages({ view, query, links }: PageRequest): PageContent {
  const components = componentsOf(view)
  const shared = { title: 'Languages', crumbs: [{ name: 'Languages' }], facts: ['languages/'] }
  if (readSoFar(components) !== undefined) {
    return { ...shared, main: <StillReading components={components} /> }
  }
  const rows = languagesOf(components).map((use) => ({
    use,
    figures: figuresOf(use.translations, { whenEmpty: 0 }),
  }))
  return {
    ...shared,
    lead: <p>{counted(rows.length, 'language')} with a translation somewhere.</p>,
    description: `${counted(rows.length, 'language')} with a translation somewhere.`,
    main: (
      <div class="scroll">
        <table data-sort>
          <caption class="vh">Languages</caption>
          <thead>
            <tr>
              <SortHeads columns={COLUMNS} query={query} links={links}>
                <ColumnHeads
                  columns={[
                    ['Own name', 'mid-w'],
                    ['Each component', 'wide'],
                    ['Translated', 'w'],
                  ]}
                />
              </SortHeads>
              <ColumnHeads columns={[['Components', 'n wide']]} />
            </tr>
          </thead>
          <tbody>
            {sortRows(rows, query, COLUMNS).map((row) => (
              <LanguageRow row={row} links={links} />
            ))}
          </tbody>
        </table>
      </div>
    ),
  }
}

function LanguageRow({ row: { use, figures }, links }: { row: Row; links: PageRequest['links'] }) {
  const { code, name } = use.language
  const endonym = ownName(code)
  const place = { ...NOWHERE, code }
  return (
    <tr>
      <th scope="row">
        <a href={links.place(place)}>{name}</a> <small class="m">{code}</small>
      </th>
      <td class="mid-w">
        {endonym !== undefined && <bdi lang={languageTag(code)}>{endonym}</bdi>}
      </td>
      <td class="wide">
        <LanguageProfile translations={use.translations} />
      </td>
      <ShareCells figures={figures} />
      <StateCells figures={figures} place={place} links={links} />
      <td class="n wide">{formatNumber(figures.total)}</td>
      <td class="n wide">{formatNumber(use.translations.length)}</td>
    </tr>
  )
}
