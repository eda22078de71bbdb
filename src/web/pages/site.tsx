import { findByName } from '../../catalog/find-by-name.ts'
import { componentsAt, NOWHERE } from '../../catalog/place.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { componentsOf, languagesOf } from '../../catalog/view/view.ts'
import { ProjectsTable } from '../components/projects-table.tsx'
import { StillReading } from '../components/still-reading.tsx'
import { TableHead } from '../components/table-head.tsx'
import { counted, formatNumber } from '../components/words.tsx'
import { figuresOfComponents } from '../figures.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { readSoFar } from '../reading.ts'

/** All projects, without their components. */
export function projects({ view, links }: PageRequest): PageContent {
  return {
    title: 'Projects',
    crumbs: [{ name: 'Projects' }],
    lead: <p>{counted(view.projects.length, 'project')}.</p>,
    facts: ['projects/'],
    main: <ProjectsTable projects={view.projects} links={links} isShort />,
  }
}

/** How much there is of everything. */
export function stats({ view, links, siteTitle }: PageRequest): PageContent {
  const components = componentsOf(view)
  const shared = {
    title: 'Statistics',
    crumbs: [{ name: 'Statistics' }],
    facts: ['statistics/', 'metrics/'],
  }
  if (readSoFar(components) !== undefined) {
    return { ...shared, main: <StillReading components={components} /> }
  }
  return {
    ...shared,
    lead: (
      <p>
        {siteTitle}: {counted(view.projects.length, 'project')},{' '}
        {counted(components.length, 'component')},{' '}
        {counted(languagesOf(components).length, 'language')},{' '}
        {counted(
          components.reduce((sum, one) => sum + one.translations.length, 0),
          'translation',
        )}
        .
      </p>
    ),
    main: <StatsTable view={view} links={links} />,
  }
}

const COUNTS = [
  ['Strings', 'total'],
  ['Translated', 'translated'],
  ['Words', 'words'],
  ['Words left', 'wordsLeft'],
  ['Errors', 'errors'],
  ['Warnings', 'warnings'],
  ['Notes', 'notes'],
] as const

function StatsTable({ view, links }: Pick<PageRequest, 'view' | 'links'>) {
  const rows = view.projects.map((project) => ({
    name: <a href={links.place({ ...NOWHERE, project })}>{project.config.name}</a>,
    figures: figuresOfComponents(countedComponents(project), { projects: [project] }),
  }))
  const all = figuresOfComponents(componentsAt(view, NOWHERE), { projects: view.projects })
  return (
    <div class="scroll">
      <table>
        <caption class="vh">Strings and words</caption>
        <TableHead columns={[['Project'], ...COUNTS.map(([name]) => [name, 'n'] as const)]} />
        <tbody>
          {[...rows, { name: 'All', figures: all }].map(({ name, figures }) => (
            <tr>
              <th scope="row">{name}</th>
              {COUNTS.map(([, key]) => (
                <td class="n">
                  {figures.percent === undefined ? '–' : formatNumber(figures[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What this server is. */
export function about({ links, siteTitle }: PageRequest): PageContent {
  return {
    title: 'About',
    crumbs: [{ name: 'About' }],
    lead: <p>{siteTitle} is served by gitglot.</p>,
    main: (
      <div class="narrow stack">
        <p>
          gitglot reads the translations in Git repositories and shows what is translated, what
          fails, what is outdated, since when and by whom. It changes nothing: strings are edited
          where they are kept.
        </p>
        <p>
          Programs get the same facts from the <a href={links.to('api/')}>API</a>, which is
          Weblate's; its <a href={links.to('api/docs/', { ref: undefined })}>reference</a> lists all
          addresses. Feeds, badges and downloads are at Weblate's addresses, too.
        </p>
        <p>
          Each page is of a commit, which stands at its foot. With <code>?ref=</code> and a branch,
          a tag or a commit any page shows that instead.
        </p>
      </div>
    ),
  }
}

const KINDS = {
  Project: 'project',
  Category: 'category',
  Component: 'component',
  User: 'person',
  Language: 'language',
} as const

/** Projects, components, languages and people by name. */
export async function find({ catalog, view, query, links }: PageRequest): Promise<PageContent> {
  const text = query.get('q') ?? ''
  const { directory } = await catalog.people(view)
  const hits = findByName(view, directory, text)
  return {
    title: text === '' ? 'Find' : `Find “${text}”`,
    crumbs: [{ name: 'Find' }],
    isUnlisted: true,
    facts: ['search/'],
    main: (
      <>
        {text !== '' && hits.length === 0 && (
          <p>
            No project, component, language or person is called so.{' '}
            <a href={links.to('search/', { q: text })}>Search the strings for it.</a>
          </p>
        )}
        {hits.length > 0 && (
          <>
            <ul class="log narrow">
              {hits.map(({ kind, url, name }) => (
                <li>
                  <a href={links.to(url.slice(1))}>
                    <bdi>{name}</bdi>
                  </a>{' '}
                  <small>{KINDS[kind]}</small>
                </li>
              ))}
            </ul>
            <p class="after">
              <a href={links.to('search/', { q: text })}>Search the strings for it.</a>
            </p>
          </>
        )}
      </>
    ),
  }
}
