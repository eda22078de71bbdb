import { withoutServerPaths } from '../../address.ts'
import { componentsAt, NOWHERE, translationsAt } from '../../catalog/place.ts'
import { type Figures, figuresAt } from '../../facts/figures.ts'
import { counted, formatNumber, formatPercent } from '../../facts/format-numbers.ts'
import { compareLanguages } from '../../languages/language.ts'
import type { Component, Project } from '../../model/model.ts'
import { countedComponents } from '../../view/counted-components.ts'
import { editLink, repowebLink } from '../../view/repoweb.ts'
import { translationsOf } from '../../view/view.ts'
import { readFacts } from '../../widgets/facts.ts'
import { type FigureRow, shareColumns } from '../components/figure-columns.tsx'
import { componentColumn, languageRows, OwnName, translationRows } from '../components/language.tsx'
import { alertsOf } from '../components/notes.tsx'
import { shareDefinition } from '../components/share.tsx'
import { type Column, column, Table } from '../components/table.tsx'
import { button, type Fact, factList, fileName, joined } from '../components/words.tsx'
import { languageName } from '../language-name.ts'
import type { Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { PeopleSection } from '../sections/people.tsx'
import { badgeFigure } from './widgets.tsx'

/** Invites readers to translate a project or one of its languages: what is left to do, and how. */
export async function engage(request: PageRequest): Promise<PageContent> {
  const { view, place, links, siteTitle } = request
  const project = place.project as Project
  const { name, slug, web } = project.config
  const { code } = place
  const facts = readFacts(view, place, siteTitle)
  const components = countedComponents(project)
  // The figures are those of the place's overview.
  const isRead = components.some(({ state }) => state === 'ready')
  const figures = isRead ? figuresAt(view, place) : undefined
  const percent = figures?.percent
  const { strings } = facts
  const languages =
    code === undefined ? counted(facts.languages.length, 'language') : languageName(code)
  const lead =
    percent === undefined
      ? 'Its files cannot be read, so the state of the translations is unknown.'
      : `${counted(strings, 'string')}, ${languages}, ${formatPercent(percent)} % translated.`
  return {
    title: `Get involved in ${name}!`,
    lead,
    description: `Help to translate ${name}: ${lead}`,
    facts: [`projects/${slug}/languages/`, `projects/${slug}/credits/`],
    main: (
      <>
        {figures === undefined || percent === undefined ? (
          alertsOf(components, links)
        ) : (
          <>
            <p class="big">{invitation(name, strings, figures)}</p>
            {code === undefined && <p class="small soft">{shareDefinition(components, percent)}</p>}
          </>
        )}
        <p class="after">
          {/^https?:\/\//.test(web) && button(web, 'Go to the project')}{' '}
          {button(links.place(place), 'See all numbers')}
        </p>
        <div class="cols after">
          <div>
            <section>
              <h2 id="left">{code === undefined ? 'Your language' : 'What is left'}</h2>
              {whatIsLeft(components, request)}
            </section>
            {contribute(request)}
            {code === undefined && newLanguage(project.components)}
            {await PeopleSection(request, true)}
          </div>
          <aside aria-label="Badges">
            <h2>Badges</h2>
            {(code === undefined ? ['svg', 'language', 'multi'] : ['svg']).map((kind) =>
              badgeFigure(kind, request, facts),
            )}
            <p class="after">
              <a href={links.area('widgets', { ...NOWHERE, project })}>All badges</a>
            </p>
          </aside>
        </div>
      </>
    ),
  }
}

function invitation(name: string, strings: number, figures: Figures): string {
  const { needsEditing, untranslated, absent } = figures
  const texts = `${name} has ${counted(strings, 'text')}: buttons, messages, help pages.`
  const left = needsEditing + untranslated + absent
  if (left === 0) return `${texts} All of them are translated. Corrections are welcome.`
  const state = left === 1 ? 'is missing or no longer fits' : 'are missing or no longer fit'
  return `${texts} ${counted(left, 'translation')} ${state}. If you know the language, you can add a few in minutes.`
}

/** Lists the languages of a project, or the components in one language, with what is left to do. */
function whatIsLeft(components: readonly Component[], { place, links }: PageRequest) {
  const shares = [...shareColumns(), leftColumn(links)]
  if (place.code !== undefined) {
    const translations = translationsOf(components).filter(
      ({ language }) => language.code === place.code,
    )
    const rows = translationRows(translations)
    const columns = [componentColumn(links), ...shares]
    return <Table scrolls labelledBy="left" {...{ columns, rows }} />
  }
  const rows = languageRows(components, place)
    .filter(({ translations }) => !translations.every(({ isSource }) => isSource))
    .sort((a, b) => compareLanguages(a.language, b.language))
  const columns: readonly Column<(typeof rows)[number]>[] = [
    column('Language', '', ({ language, place }) => (
      <a href={links.area('engage', place)}>{language.name}</a>
    )),
    column('Own name', 'mid-w', ({ language }) => <OwnName code={language.code} />),
    ...shares,
  ]
  return <Table scrolls labelledBy="left" {...{ columns, rows }} />
}

const TASKS = [
  ['untranslated', 'to translate', 'state:empty'],
  ['needsEditing', 'to recheck', 'is:needs-editing'],
  ['errors', 'to correct', undefined],
] as const

/** Returns a column of `25 to translate, 5 to recheck, 6 to correct, 3 not in the file`, linked to the strings. */
function leftColumn(links: Links): Column<FigureRow> {
  return column('What is left', '', ({ figures, place, except = '' }) => {
    if (figures.percent === undefined) return <span class="soft">unknown</span>
    const left = TASKS.filter(([count]) => figures[count] > 0).map(([count, what, q]) => (
      <a href={q === undefined ? links.area('checks', place) : links.strings(place, q + except)}>
        {formatNumber(figures[count])} {what}
      </a>
    ))
    // An element, so that links beside it stay underlined.
    if (figures.absent > 0) left.push(<span>{formatNumber(figures.absent)} not in the file</span>)
    return left.length === 0 ? <span class="none">nothing</span> : joined(left)
  })
}

function contribute({ view, place }: PageRequest) {
  const { config, components } = place.project as Project
  const { weblate } = config
  const repos = new Set(componentsAt(view, place).map(({ repo }) => withoutServerPaths(repo)))
  const files =
    place.code === undefined
      ? components.map(
          ({ config: { name, filemask } }): Fact => [name, filemask && <code>{filemask}</code>],
        )
      : translationsAt(view, place).map(({ component, filename }): Fact => {
          const address = editLink(component, { filename }) ?? repowebLink(component, { filename })
          return [component.config.name, fileName(filename, address)]
        })
  return (
    <section>
      <h2>How to contribute</h2>
      {weblate === '' ? (
        <p>
          Edit the file of your language and submit the change to the repository:{' '}
          {[...repos].filter(Boolean).map((repo) => (
            <>{/^https?:\/\//.test(repo) ? <a href={repo}>{repo}</a> : <code>{repo}</code>} </>
          ))}
        </p>
      ) : (
        <p>
          Edit strings in <a href={weblate}>the project's Weblate</a>.
        </p>
      )}
      {factList(files, 'after')}
    </section>
  )
}

/** Example languages; the first that the project lacks stands for the reader's own. */
const EXAMPLES = ['uk', 'es', 'fr', 'de', 'ja', 'it', 'ko', 'tr', 'hi', 'eo']

function newLanguage(components: readonly Component[]) {
  const codes = new Set(translationsOf(components).map(({ language }) => language.code))
  const code = EXAMPLES.find((example) => !codes.has(example)) ?? 'xx'
  const starts = components.flatMap(({ config }): Fact[] => {
    const { newLang, newBase, template, filemask, name } = config
    const from = newBase || template
    if (newLang !== 'add' || from === '' || !filemask.includes('*')) return []
    const copy = (
      <>
        <code>{from}</code> to <code>{filemask.replaceAll('*', code)}</code>
      </>
    )
    return [[name, copy]]
  })
  if (starts.length === 0) return null
  return (
    <section>
      <h2>Add another language</h2>
      <p>
        Copy the file of a component to one named after your language, here <code>{code}</code>,
        translate its texts and submit the new file to the repository.
      </p>
      {factList(starts, 'after')}
    </section>
  )
}
