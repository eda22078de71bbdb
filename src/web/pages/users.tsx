import { counted, formatNumber } from '../../facts/format-numbers.ts'
import { groupBy } from '../../group-by.ts'
import type { Credit } from '../../history/people/credits.ts'
import type { Author } from '../../people/directory.ts'
import { findAuthor } from '../../view/find.ts'
import { componentsOf } from '../../view/view.ts'
import { countColumns } from '../components/figure-columns.tsx'
import { pageOf, pager } from '../components/list-page.tsx'
import { type Column, column, Table } from '../components/table.tsx'
import { joined, Time } from '../components/words.tsx'
import { languageName } from '../language-name.ts'
import { componentPlace, type Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { CommitsSection } from '../sections/commits.tsx'
import { findTranslators, Person } from '../sections/people.tsx'

const PAGE_SIZE = 100

/** Lists the authors of commits that changed translations with their numbers of strings, the most active first. */
export async function users(request: PageRequest): Promise<PageContent> {
  const { catalog, view, links, query, part } = request
  const { directory } = await catalog.people(view)
  const { value = [], isAwaited } = await findTranslators(request)
  const units = new Map(value)
  const others = directory.authors.filter((author) => !units.has(author))
  const people = [...units.keys(), ...others]
  const list = pageOf(query, people, PAGE_SIZE)
  const columns: readonly Column<Author>[] = [
    column('Name', '', (author) => <Person author={author} links={links} />),
    column('User name', 'mid-w', ({ userName, isBot }) => (
      <>
        <code>{userName}</code>
        {isBot && ', a bot'}
      </>
    )),
    column('Strings', 'n', (author) => (isAwaited ? '…' : formatNumber(units.get(author) ?? 0))),
    column('Since', 'n', ({ since }) => <Time seconds={since} />),
  ]
  return {
    title: 'People',
    crumb: 'People',
    lead: `${counted(people.length, 'person').replace(/persons$/, 'people')} in commits.`,
    facts: ['users/'],
    main: part('list', isAwaited, (attributes) => (
      <div {...attributes}>
        {people.length === 0 && !isAwaited && (
          <p class="note">No authors are known, or they are not shown here.</p>
        )}
        <Table classes="narrow" title="People" rows={list.items} columns={columns} />
        {pager(list, links)}
      </div>
    )),
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
        <a href={links.to(`languages/${code}/`)}>{languageName(code)}</a>
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
