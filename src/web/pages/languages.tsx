import { counted } from '../../facts/format-numbers.ts'
import { componentsOf } from '../../view/view.ts'
import { figureColumns } from '../components/figure-columns.tsx'
import { languageColumn, languageRows, OwnName } from '../components/language.tsx'
import { languageProfile } from '../components/overview-table.tsx'
import { type Column, column, numbers, Table } from '../components/table.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { readSoFar, StillReading } from '../share-sentences.tsx'

/** Lists all languages with at least one translation. */
export function languages(request: PageRequest): PageContent {
  const { view, place, links } = request
  const components = componentsOf(view)
  const shared = { title: 'Languages', crumb: 'Languages', facts: ['languages/'] }
  if (readSoFar(components) !== undefined) {
    return { ...shared, main: <StillReading components={components} /> }
  }
  const rows = languageRows(components, place)
  const columns: readonly Column<(typeof rows)[number]>[] = [
    languageColumn(links),
    column('Own name', 'mid-w', ({ language }) => <OwnName code={language.code} />),
    column('Each component', 'wide', ({ translations }) => languageProfile(translations)),
    ...figureColumns(rows, links, true),
    numbers('Strings', 'n wide', ({ figures }) => figures.total, 'total'),
    numbers('Components', 'n wide', ({ translations }) => translations.length),
  ]
  const description = `${counted(rows.length, 'language')} with a translation somewhere.`
  return {
    ...shared,
    ...{ description, lead: <p>{description}</p> },
    main: <Table scrolls title="Languages" sortedFor={request} {...{ columns, rows }} />,
  }
}
