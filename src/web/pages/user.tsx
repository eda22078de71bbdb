import { findAuthor } from '../../catalog/find.ts'
import type { Credit } from '../../catalog/history/people/credits.ts'
import type { Component } from '../../catalog/model.ts'
import { componentsOf } from '../../catalog/view/view.ts'
import { counted, formatNumber } from '../../facts/words.ts'
import { CountBar } from '../components/bar.tsx'
import { Table } from '../components/table.tsx'
import { Time } from '../components/words.tsx'
import { languageName } from '../language-name.ts'
import { componentPlace, type Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { CommitsSection } from '../sections/commits.tsx'

/** Shows what a person translated by language, and their recent activity; 404 if authors are hidden. */
export async function user(request: PageRequest): Promise<PageContent> {
  const { catalog, view, param, later, part } = request
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
    crumbs: [{ name: fullName }],
    hasTabs: false,
    lead: (
      <p>
        <code>{userName}</code>
        {author.isBot && ', a bot'}, since <Time seconds={since} />. From commits, as author or
        co-author.
      </p>
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
              <Languages credits={credits} request={request} />
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

/** A person's translations into a language. */
interface LanguageSum {
  readonly code: string
  units: number
  readonly components: Component[]
}

function sumsOf(credits: readonly Credit[]): LanguageSum[] {
  const sums = new Map<string, LanguageSum>()
  for (const { component, language, units } of credits) {
    const sum = sums.get(language.code) ?? { code: language.code, units: 0, components: [] }
    sums.set(language.code, sum)
    sum.units += units
    sum.components.push(component)
  }
  return [...sums.values()].sort((a, b) => b.units - a.units)
}

/** Shows a person's translations by language. */
function Languages({
  credits,
  request: { links },
}: {
  credits: readonly Credit[]
  request: PageRequest
}) {
  const sums = sumsOf(credits)
  const total = sums.reduce((sum, { units }) => sum + units, 0)
  if (total === 0) return <p>No string was translated in their commits.</p>
  return (
    <>
      <h2 id="languages">
        {counted(total, 'string')} translated in {counted(sums.length, 'language')}
      </h2>
      <Table
        scrolls
        labelledBy="languages"
        columns={[['Language'], ['Strings', undefined, 2], ['Where', 'wide']]}
      >
        {sums.map((sum) => (
          <LanguageRow sum={sum} max={sums[0]?.units ?? 0} links={links} />
        ))}
      </Table>
    </>
  )
}

function LanguageRow({
  sum: { code, units, components },
  max,
  links,
}: {
  sum: LanguageSum
  max: number
  links: Links
}) {
  const there = components.filter(hasLanguage(code))
  return (
    <tr>
      <th scope="row">
        {there.length > 0 ? (
          <a href={links.to(`languages/${code}/`)}>{languageName(code)}</a>
        ) : (
          <>
            {languageName(code)} <small>removed since</small>
          </>
        )}
      </th>
      <td class="w">
        <CountBar count={units} max={max} color="t" />
      </td>
      <td class="n">{formatNumber(units)}</td>
      <td class="wide small">
        {there.map((component, index) => (
          <>
            {index > 0 && ', '}
            <a href={links.place(componentPlace(component, code))}>{component.config.name}</a>
          </>
        ))}
      </td>
    </tr>
  )
}

function hasLanguage(code: string): (component: Component) => boolean {
  return ({ translations }) => translations.some(({ language }) => language.code === code)
}
