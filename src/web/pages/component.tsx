import type { People } from '../../catalog/history/people/people.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import { encodedPlaceOf } from '../../catalog/paths.ts'
import { readinessOf } from '../../catalog/readiness.ts'
import { sourceOf } from '../../catalog/view/view.ts'
import { type Figures, figuresOf, figuresOfComponents } from '../../facts/figures.ts'
import { counted, formatNumber } from '../../facts/words.ts'
import { Alerts, unknownText } from '../components/alerts.tsx'
import { LastAuthor, LastChangeTime } from '../components/last-change.tsx'
import { ShareCells, SourceCells, StateCells } from '../components/overview-table.tsx'
import { FIGURE_COLUMNS, type SortColumn, SortHeads, sortRows } from '../components/sort-head.tsx'
import { ColumnHeads } from '../components/table.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { shareSentence } from '../reading.ts'
import { findRefs } from '../refs.ts'
import { OriginFacts } from '../sections/origin.tsx'
import { findHistory, Overview } from '../sections/overview.tsx'
import { UnusedSection } from '../sections/unused.tsx'

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
  const { config, translations } = component
  const figures = figuresOfComponents([component])
  const isKnown = readinessOf(component, 'units') === 'known'
  const [history, { value: people }, refs, unused] = await Promise.all([
    findHistory(request),
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
    description: shareSentence(
      `${component.project.config.name}: ${config.name}`,
      [component],
      figures,
    ),
    facts: ['', 'statistics/', 'refs/', 'trend/', 'alerts/'].map((fact) => `${api}${fact}`),
    main: (
      <>
        <Alerts components={[component]} links={links} />
        <Overview
          {...{ request, history, figures, translations }}
          components={[component]}
          isRead={isKnown}
          instead={!isKnown && <p class="soft">– {unknownText(component)}.</p>}
          label="About this component"
          after={unused}
          about={
            <section>
              <h2>Where it comes from</h2>
              <OriginFacts
                component={component}
                request={request}
                refs={(refs?.value ?? []).map(({ name }) => name)}
              />
            </section>
          }
        >
          {isKnown && (
            <TranslationsTable translations={translations} people={people} request={request} />
          )}
        </Overview>
      </>
    ),
  }
}

interface Row {
  readonly translation: Translation
  readonly figures: Figures
}

const COLUMNS: readonly SortColumn<Row>[] = [
  { key: 'name', name: 'Language', valueOf: ({ translation }) => translation.language.name },
  ...FIGURE_COLUMNS,
  {
    key: 'words',
    name: 'Words left',
    classes: 'n wide',
    valueOf: ({ figures }) => figures.wordsLeft,
  },
  {
    key: 'last_change',
    name: 'Last change',
    classes: 'wide',
    valueOf: ({ translation }) => translation.lastChange?.timestamp ?? 0,
  },
]

function TranslationsTable({
  translations,
  people,
  request: { query, links, place },
}: {
  translations: readonly Translation[]
  people: People | undefined
  request: PageRequest
}) {
  const rows = translations.map((translation) => ({
    translation,
    figures: figuresOf([translation]),
  }))
  return (
    <section>
      <h2 id="languages">Languages</h2>
      <div class="scroll">
        <table aria-labelledby="languages" data-sort>
          <thead>
            <tr>
              <SortHeads columns={COLUMNS} query={query} links={links}>
                <ColumnHeads columns={[['Translated', 'w']]} />
              </SortHeads>
              <ColumnHeads columns={[['By', 'xw']]} />
            </tr>
          </thead>
          <tbody>
            {sortRows(rows, query, COLUMNS).map(({ translation, figures }) => {
              const { language, isSource } = translation
              const there = { ...place, code: language.code }
              return (
                <tr>
                  <th scope="row">
                    <a href={links.place(there)}>{language.name}</a>{' '}
                    <small class="m">{language.code}</small>
                  </th>
                  {isSource ? <SourceCells figures={figures} /> : <ShareCells figures={figures} />}
                  <StateCells figures={figures} place={there} links={links} />
                  <td class="n wide">{formatNumber(figures.wordsLeft)}</td>
                  <td class="wide">
                    <LastChangeTime translation={translation} />
                  </td>
                  <td class="xw">
                    <LastAuthor translation={translation} people={people} links={links} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
