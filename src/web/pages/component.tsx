import { withoutServerPaths } from '../../address.ts'
import type { ComponentRef } from '../../catalog/component-refs.ts'
import { figuresAt } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import type { People } from '../../history/people/people.ts'
import type { Component, Translation } from '../../model/model.ts'
import { encodedPlaceOf, placeOf } from '../../model/paths.ts'
import { hasStatesOfHistory, readinessOf } from '../../model/readiness.ts'
import { repowebLink } from '../../view/repoweb.ts'
import { sourceOf } from '../../view/view.ts'
import { figureColumns } from '../components/figure-columns.tsx'
import { languageColumn, translationRows } from '../components/language.tsx'
import { alertsOf, unknownText } from '../components/notes.tsx'
import { shareSentence } from '../components/share.tsx'
import { type Column, column, numbers, Table } from '../components/table.tsx'
import { factList, fileName, formatDay, joined, Time } from '../components/words.tsx'
import { findRefs } from '../layout/ref-menu.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { overview } from '../sections/overview.tsx'
import { lastAuthor } from '../sections/people.tsx'
import { UnusedSection } from '../sections/unused.tsx'

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
  const { units = 0, words = 0 } = (sourceOf(component) ?? translations[0])?.statistics.total ?? {}
  const languages = counted(translations.length, 'language')
  const extent = `${counted(units, 'string')}, ${counted(words, 'word')}, in ${languages}`
  const api = `components/${encodedPlaceOf(component)}/`
  return {
    title: config.name,
    lead: isKnown && `${extent}${config.isGlossary ? ', a glossary' : ''}.`,
    description: shareSentence(`${project.config.name}: ${config.name}`, [component], figures),
    facts: ['', 'statistics/', 'refs/', 'trend/', 'alerts/'].map((fact) => `${api}${fact}`),
    main: await overview(request, figures, {
      alerts: alertsOf([component], links),
      instead: !isKnown && <p class="soft">– {unknownText(component)}.</p>,
      content: isKnown && (
        <section>
          <h2 id="languages">Languages</h2>
          {translationsTable(translations, people, request)}
        </section>
      ),
      after: unused,
      label: 'About this component',
      about: ['Where it comes from', originFacts(component, refs?.value ?? [], request)],
    }),
  }
}

function translationsTable(
  translations: readonly Translation[],
  people: People | undefined,
  request: PageRequest,
) {
  const { links } = request
  const rows = translationRows(translations).map((row) => ({
    ...row,
    isSource: row.translation.isSource,
  }))
  const columns: readonly Column<(typeof rows)[number]>[] = [
    languageColumn(links),
    ...figureColumns(rows, links, true),
    numbers('Words left', 'n wide', ({ figures }) => figures.wordsLeft, 'words'),
    {
      ...{ name: 'Last change', classes: 'wide', key: 'last_change' },
      cell: ({ translation: { lastChange } }) =>
        lastChange && <Time seconds={lastChange.timestamp} />,
      sortValue: ({ translation }) => translation.lastChange?.timestamp ?? 0,
    },
    column('By', 'xw', ({ translation }) => lastAuthor(translation, people, links)),
  ]
  return <Table scrolls labelledBy="languages" sortedFor={request} {...{ columns, rows }} />
}

const MAX_REFS = 12

/** Shows the origin of a component: repository, branch and files. */
function originFacts(component: Component, refs: readonly ComponentRef[], request: PageRequest) {
  const { links, place } = request
  const { config, branch, repo } = component
  const template = repowebLink(component, { filename: config.template })
  return factList([
    ['Repository', repo !== '' && <code>{withoutServerPaths(repo)}</code>],
    ['Clone', config.gitExport && <code>{links.absolute(`git/${placeOf(component)}/`)}</code>],
    ['Branch', branch !== '' && <code>{branch}</code>],
    ['Files', config.filemask !== '' && <code>{config.filemask}</code>],
    ['Template', fileName(config.template, template)],
    ['Format', <code>{config.fileFormat}</code>],
    ['License', config.license],
    ['States', statesText(component)],
    [
      'Also at',
      refs.length > 0 &&
        joined(
          refs.slice(0, MAX_REFS).map(({ name }) => <a href={links.here({ ref: name })}>{name}</a>),
        ),
    ],
    ['Download', <a href={links.area('download', place)}>all files</a>],
  ])
}

function statesText({ config, completeness }: Component): string {
  const states = hasStatesOfHistory(config) ? 'follow the branch' : 'those of the files'
  if (completeness === undefined) return states
  return completeness.complete
    ? `${states}, whole history known`
    : `${states}, history known since ${formatDay(completeness.since)}`
}
