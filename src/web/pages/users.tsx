import { counted, formatNumber } from '../../facts/format-numbers.ts'
import { groupBy } from '../../group-by.ts'
import type { Credit } from '../../history/people/credits.ts'
import type { Author } from '../../people/author.ts'
import { findAuthor } from '../../view/find.ts'
import { componentsOf } from '../../view/view.ts'
import { countColumns } from '../components/figure-columns.tsx'
import { emptyNote, listFilter, pageOf, pager } from '../components/list-page.tsx'
import { type Column, column, sortedFor, Table } from '../components/table.tsx'
import { joined, Time } from '../components/words.tsx'
import { languageName } from '../language-name.ts'
import { componentPlace, type Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { CommitsSection } from '../sections/commits.tsx'
import { findTranslators, Person } from '../sections/people.tsx'

const PAGE_SIZE = 100
const FILTERS = ['q']

/** Lists the authors of commits that changed translations with their numbers of strings, the most active first. */
export async function users(request: PageRequest): Promise<PageContent> {
  const { catalog, view, links, query, part } = request
  const { directory } = await catalog.people(view)
  const { value = [], isAwaited } = await findTranslators(request)
  const units = new Map(value)
  const others = directory.authors.filter((author) => !units.has(author))
  const text = query.get('q')?.trim().toLowerCase() ?? ''
  const people = [...units.keys(), ...others].filter(({ fullName, userName }) =>
    `${fullName}\n${userName}`.toLowerCase().includes(text),
  )
  const columns: readonly Column<Author>[] = [
    {
      ...column('Name', '', (author: Author) => <Person author={author} links={links} />),
      ...{ key: 'name', sortValue: ({ fullName }) => fullName.toLowerCase() },
    },
    column('User name', 'mid-w', ({ userName, isBot }) => (
      <>
        <code>{userName}</code>
        {isBot && ', a bot'}
      </>
    )),
    {
      ...column('Strings', 'n', (author: Author) =>
        isAwaited ? '…' : formatNumber(units.get(author) ?? 0),
      ),
      ...{ key: 'strings', sortValue: (author) => units.get(author) ?? 0 },
    },
    {
      ...column('Since', 'n', ({ since }: Author) => <Time seconds={since} />),
      ...{ key: 'since', sortValue: ({ since }) => since },
    },
  ]
  const list = pageOf(query, sortedFor(request, people, columns), PAGE_SIZE)
  return {
    title: 'People',
    crumb: 'People',
    lead: `${counted(people.length, 'person').replace(/persons$/, 'people')} in commits.`,
    facts: ['users/'],
    main: (
      <>
        {directory.authors.length > 0 &&
          listFilter(
            'Filter people',
            FILTERS,
            request,
            <label>
              Name <input name="q" type="search" value={query.get('q') ?? ''} />
            </label>,
          )}
        {part('list', isAwaited, (attributes) => (
          <div {...attributes}>
            {people.length === 0 && !isAwaited ? (
              emptyNote('No authors are known, or they are not shown here.', FILTERS, request)
            ) : (
              <Table
                {...{ classes: 'narrow', title: 'People', rows: list.items, columns }}
                headsFor={request}
              />
            )}
            {pager(list, links)}
          </div>
        ))}
      </>
    ),
  }
}

/** Shows what a person translated by language, and their recent activity; 404 if authors are hidden. */
export async function user(request: PageRequest): Promise<PageContent> {
  const { catalog, view, param, later, part, links } = request
  const people = await catalog.people(view)
  const author = findAuthor(people.directory, param('name'))
  const [{ value: credits, isAwaited }, commits] = await Promise.all([
    later('credits', (job) => people.credits(componentsOf(view), { author }, job)),
    CommitsSection(request, author),
  ])
  const { userName, fullName, since } = author
  const api = `users/${encodeURIComponent(userName)}/`
  return {
    title: fullName,
    crumb: fullName,
    hasTabs: false,
    lead: (
      <>
        <code>{userName}</code>
        {author.isBot && ', a bot'}, since <Time seconds={since} />. From commits, as author or
        co-author.
      </>
    ),
    facts: [api, `${api}statistics/`, `${api}contributions/`, `${api}changes/`],
    main: (
      <div class="cols">
        {part('credits', isAwaited, (attributes) => (
          <section {...attributes}>
            {credits === undefined ? (
              <p class="soft">
                What they translated {isAwaited ? 'is being counted' : 'cannot be counted'}.
              </p>
            ) : (
              <Languages credits={credits} links={links} />
            )}
          </section>
        ))}
        <aside class="stack" aria-label="Lately">
          {commits}
        </aside>
      </div>
    ),
  }
}

function Languages({ credits, links }: { credits: readonly Credit[]; links: Links }) {
  const rows = [...groupBy(credits, ({ language }) => language.code)]
    .map(([code, credits]) => ({
      code,
      units: credits.reduce((sum, { units }) => sum + units, 0),
      components: credits
        .map(({ component }) => component)
        .filter(({ translations }) => translations.some(({ language }) => language.code === code)),
    }))
    .sort((a, b) => b.units - a.units)
  const total = rows.reduce((sum, { units }) => sum + units, 0)
  if (total === 0) return <p>No string was translated in their commits.</p>
  const columns: readonly Column<(typeof rows)[number]>[] = [
    column('Language', '', ({ code, components }) =>
      components.length > 0 ? (
        <a href={links.to(`languages/${encodeURIComponent(code)}/`)}>{languageName(code)}</a>
      ) : (
        <>
          {languageName(code)} <small>removed since</small>
        </>
      ),
    ),
    ...countColumns(rows, () => 'translated'),
    column('Where', 'wide small', ({ code, components }) =>
      joined(
        components.map((component) => (
          <a href={links.place(componentPlace(component, code))}>{component.config.name}</a>
        )),
      ),
    ),
  ]
  return (
    <>
      <h2 id="languages">
        {counted(total, 'string')} translated in {counted(rows.length, 'language')}
      </h2>
      <Table scrolls labelledBy="languages" {...{ columns, rows }} />
    </>
  )
}
