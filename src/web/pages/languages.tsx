import { NOWHERE } from '../../catalog/place.ts'
import { figuresOf } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import { summedTranslations } from '../../view/share.ts'
import { componentsOf, languagesOf } from '../../view/view.ts'
import { figureColumns } from '../components/figure-columns.tsx'
import { languageColumn, OwnName } from '../components/language.tsx'
import { LanguageProfile } from '../components/overview-table.tsx'
import { type Column, column, numbers, Table } from '../components/table.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { exceptGlossaries, readSoFar, StillReading } from '../share-sentences.tsx'

/** Lists all languages with at least one translation. */
export function languages(request: PageRequest): PageContent {
  const { view, links } = request
  const components = componentsOf(view)
  const shared = { title: 'Languages', crumbs: [{ name: 'Languages' }], facts: ['languages/'] }
  if (readSoFar(components) !== undefined) {
    return { ...shared, main: <StillReading components={components} /> }
  }
  const rows = languagesOf(components).map(({ language, translations }) => ({
    ...{ language, translations, place: { ...NOWHERE, code: language.code } },
    figures: figuresOf(summedTranslations(translations), { whenEmpty: 0 }),
    except: exceptGlossaries(translations.map(({ component }) => component)),
  }))
  const columns: readonly Column<(typeof rows)[number]>[] = [
    languageColumn(links),
    column('Own name', 'mid-w', ({ language }) => <OwnName code={language.code} />),
    column('Each component', 'wide', ({ translations }) => (
      <LanguageProfile translations={translations} />
    )),
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
