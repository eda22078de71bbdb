import { withoutCredentials, withoutServerPaths } from '../../address.ts'
import { buildVersion } from '../../build.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { figuresAt } from '../../facts/figures.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import { groupBy } from '../../group-by.ts'
import { findByName } from '../../view/find-by-name.ts'
import { componentsOf, languagesOf, translationsOf } from '../../view/view.ts'
import { Mark } from '../components/mark.tsx'
import { projectsTable } from '../components/overview-table.tsx'
import { readSoFar, StillReading } from '../components/share.tsx'
import { type Column, column, Table } from '../components/table.tsx'
import { joined, Time } from '../components/words.tsx'
import type { PageContent, PageRequest } from '../page.ts'

/** Lists all projects without their components. */
export function projects({ view, links }: PageRequest): PageContent {
  return {
    title: 'Projects',
    crumb: 'Projects',
    lead: `${counted(view.projects.length, 'project')}.`,
    facts: ['projects/'],
    main: projectsTable(view, links, true),
  }
}

const COUNTS = [
  ['Strings', 'total', 'n'],
  ['Translated', 'translated', 'n'],
  ['Words', 'words', 'n wide'],
  ['Words left', 'wordsLeft', 'n wide'],
  ['Errors', 'errors', 'n'],
  ['Warnings', 'warnings', 'n wide'],
  ['Notes', 'notes', 'n wide'],
] as const

/** Shows the totals of the server. */
export function stats({ view, links, siteTitle }: PageRequest): PageContent {
  const components = componentsOf(view)
  const shared = { title: 'Statistics', crumb: 'Statistics', facts: ['statistics/', 'metrics/'] }
  if (readSoFar(components) !== undefined) {
    return { ...shared, main: <StillReading components={components} /> }
  }
  const counts = [
    counted(view.projects.length, 'project'),
    counted(components.length, 'component'),
    counted(languagesOf(components).length, 'language'),
    counted(translationsOf(components).length, 'translation'),
  ]
  const rows = [...view.projects, undefined].map((project) => ({
    project,
    figures: figuresAt(view, { ...NOWHERE, project }),
  }))
  const columns: readonly Column<(typeof rows)[number]>[] = [
    column('Project', '', ({ project }) =>
      project ? <a href={links.place({ ...NOWHERE, project })}>{project.config.name}</a> : 'All',
    ),
    ...COUNTS.map(([name, key, classes]) =>
      column(name, classes, ({ figures }: (typeof rows)[number]) =>
        figures.percent === undefined ? '–' : formatNumber(figures[key]),
      ),
    ),
  ]
  return {
    ...shared,
    lead: `${siteTitle}: ${counts.join(', ')}.`,
    main: <Table scrolls title="Strings and words" {...{ columns, rows }} />,
  }
}

/** Chapters of the guide for readers of pages. */
const DOCUMENTS = ['index', 'query-language', 'checks', 'badges-and-feeds', 'api', 'server']
const documentName = (name: string) => <code>docs/{name}.md</code>

/** Describes this server, and when it last polled its repositories. */
export function about(request: PageRequest): PageContent {
  const { links, siteTitle } = request
  const server = siteTitle === 'gitglot' ? 'Version' : `${siteTitle} is served by gitglot`
  return {
    title: 'About',
    crumb: 'About',
    lead: `${server} ${buildVersion()}.`,
    // Polling continues even if nothing changes.
    isLive: true,
    main: (
      <div class="narrow">
        <p>
          gitglot reads the translations in Git repositories and shows what is translated, what
          fails, what is outdated, since when and by whom. It changes nothing: edit strings in their
          repository.
        </p>
        <p>
          Programs get the same facts from the <a href={links.to('api/')}>API</a>, which is the same
          as Weblate's; its <a href={links.to('api/docs/', { ref: undefined })}>documentation</a>{' '}
          lists all addresses. Feeds, badges and downloads also have Weblate's addresses.
        </p>
        <p>The source and the guide are in the package: {joined(DOCUMENTS.map(documentName))}.</p>
        <p>
          The footer names the commit that a page shows. Add <code>?ref=</code> with a branch, a tag
          or a commit to see another one.
        </p>
        {polls(request)}
      </div>
    ),
  }
}

/** Lists the repositories, with the time of each one's last poll. */
function polls({ catalog, view }: PageRequest) {
  // A project whose components have not been discovered has a repository, too.
  const undiscovered = view.projects.flatMap((project) => {
    const { components, discover: config } = project.config
    if (config === undefined || components.length > 0) return []
    return [{ project, config, repo: withoutCredentials(config.repo), branch: config.branch }]
  })
  const remotes = [...componentsOf(view), ...undiscovered]
  const byRemote = groupBy(remotes, ({ repo, branch }) => `${repo} ${branch}`)
  const rows = [...byRemote.values()].flatMap(([remote]) => {
    const poll = catalog.lastPoll(remote)
    return poll === undefined ? [] : [{ remote, poll }]
  })
  if (rows.length === 0) return null
  const columns: readonly Column<(typeof rows)[number]>[] = [
    column(
      'Repository',
      '',
      ({ remote: { repo, project } }) => withoutServerPaths(repo) || project.config.name,
    ),
    column('Branch', '', ({ remote }) => remote.branch),
    column('Last poll', '', ({ poll: { succeededAt, error } }) => (
      <>
        {succeededAt === undefined ? 'none yet' : <Time seconds={succeededAt / 1000} hasTime />}{' '}
        {error !== undefined && (
          <small class="alert">
            <Mark kind="error" /> {withoutServerPaths(error)}
          </small>
        )}
      </>
    )),
  ]
  return (
    <section class="after">
      <h2 id="remotes">Repositories</h2>
      <Table labelledBy="remotes" {...{ columns, rows }} />
    </section>
  )
}

const MAX_FOUND = 100

/** Finds projects, components, languages and people by name. */
export async function find({ catalog, view, query, links }: PageRequest): Promise<PageContent> {
  const text = query.get('q') ?? ''
  const { directory } = await catalog.people(view)
  const hits = findByName(view, directory, text, MAX_FOUND)
  return {
    title: text === '' ? 'Find' : `Find “${text}”`,
    lead: `At most ${MAX_FOUND} of each kind.`,
    crumb: 'Find',
    isUnlisted: true,
    facts: ['search/'],
    main: text !== '' && (
      <>
        {hits.length > 0 && (
          <ul class="log narrow">
            {hits.map(({ kind, url, name }) => (
              <li>
                <a href={links.to(url.slice(1))}>
                  <bdi>{name}</bdi>
                </a>{' '}
                <small>{kind === 'User' ? 'person' : kind.toLowerCase()}</small>
              </li>
            ))}
          </ul>
        )}
        <p class="after">
          {hits.length === 0 && 'Nothing found. '}
          <a href={links.to('search/', { q: text })}>Search the strings for it.</a>
        </p>
      </>
    ),
  }
}
