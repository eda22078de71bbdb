import { figuresAt, figuresOf } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import type { People } from '../../history/people/people.ts'
import type { Component, Translation } from '../../model/model.ts'
import { encodedPlaceOf } from '../../model/paths.ts'
import { readinessOf } from '../../model/readiness.ts'
import { sourceOf } from '../../view/view.ts'
import { alertsOf, unknownText } from '../components/alerts.tsx'
import { figureColumns } from '../components/figure-columns.tsx'
import { languageColumn } from '../components/language.tsx'
import { LastChangeTime, lastAuthor } from '../components/person.tsx'
import { type Column, column, numbers, Table } from '../components/table.tsx'
import { findRefs } from '../layout/ref-menu.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { originFacts } from '../sections/origin.tsx'
import { overview } from '../sections/overview.tsx'
import { UnusedSection } from '../sections/unused.tsx'
import { shareSentence } from '../share-sentences.tsx'

/** Returns `41 strings, 185 words, in 16 languages`, counted in the source. */
function extentOf(translations: readonly Translation[]): string {
  const source = sourceOf({ translations }) ?? translations[0]
  const { units = 0, words = 0 } = source?.statistics.total ?? {}
  return `${counted(units, 'string')}, ${counted(words, 'word')}, in ${counted(translations.length, 'language')}`
}

/** Shows a component: its languages with remaining work and last authors, its origin, and its recent activity. */
export async function component(request: PageRequest): Promise<PageContent> {
  const { catalog, view, place, links, later } = request
  const component = place.component as Component
  const { config, translations, project } = component
  const figures = figuresAt(view, place)
  const isKnown = readinessOf(component, 'units') === 'known'
  const [{ value: people }, refs, unused] = await Promise.all([
    later('directory', () => catalog.people(view)),
    findRefs(request),
    UnusedSection(request),
  ])
  const api = `components/${encodedPlaceOf(component)}/`
  return {
    title: config.name,
    lead: isKnown && (
      <p>
        {extentOf(translations)}
        {config.isGlossary && ', a glossary'}.
      </p>
    ),
    description: shareSentence(`${project.config.name}: ${config.name}`, [component], figures),
    facts: ['', 'statistics/', 'refs/', 'trend/', 'alerts/'].map((fact) => `${api}${fact}`),
    main: (
      <>
        {alertsOf([component], links)}
        {
          await overview(request, figures, {
            instead: !isKnown && <p class="soft">– {unknownText(component)}.</p>,
            content: isKnown && (
              <section>
                <h2 id="languages">Languages</h2>
                {translationsTable(translations, people, request)}
              </section>
            ),
            after: unused,
            label: 'About this component',
            about: (
              <section>
                <h2>Where it comes from</h2>
                {originFacts(component, refs?.value ?? [], request)}
              </section>
            ),
          })
        }
      </>
    ),
  }
}

function translationsTable(
  translations: readonly Translation[],
  people: People | undefined,
  request: PageRequest,
) {
  const { links, place } = request
  const rows = translations.map((translation) => ({
    translation,
    language: translation.language,
    figures: figuresOf([translation]),
    place: { ...place, code: translation.language.code },
    isSource: translation.isSource,
  }))
  const columns: readonly Column<(typeof rows)[number]>[] = [
    languageColumn(links),
    ...figureColumns(rows, links, true),
    numbers('Words left', 'n wide', ({ figures }) => figures.wordsLeft, 'words'),
    {
      ...{ name: 'Last change', classes: 'wide', key: 'last_change' },
      cell: ({ translation }) => <LastChangeTime translation={translation} />,
      sortValue: ({ translation }) => translation.lastChange?.timestamp ?? 0,
    },
    column('By', 'xw', ({ translation }) => lastAuthor(translation, people, links)),
  ]
  return <Table scrolls labelledBy="languages" sortedFor={request} {...{ columns, rows }} />
}
