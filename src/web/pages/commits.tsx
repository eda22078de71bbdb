import { pathOfPlace } from '../../catalog/place.ts'
import { effectsOfCommit, effectText } from '../../facts/effects.ts'
import { counted } from '../../facts/format-numbers.ts'
import { commitsOf, type LoggedCommit } from '../../history/commits/commits.ts'
import type { Effect } from '../../history/commits/effects.ts'
import type { People } from '../../history/people/people.ts'
import { listFilter, listPage, pageOf } from '../components/list-page.tsx'
import { NARROWING, narrowed } from '../components/narrowing.tsx'
import { componentPlace } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { commitEntry } from '../sections/commits.tsx'
import { personField } from '../sections/people.tsx'

const PAGE_SIZE = 50
/** The effects of commits are the point of the page, so it waits for them. */
const MAX_WAIT_MS = 2000

const FILTERS = ['user', ...NARROWING]

/** Shows the commits that changed translations of a place and their effects, newest first. */
export async function commits(request: PageRequest): Promise<PageContent> {
  const { view, query, catalog, later, links } = request
  const { components, place, menus } = narrowed(request)
  const { code: language } = place
  const people = await catalog.people(view)
  const user = query.get('user') ?? ''
  const isFiltered = FILTERS.some((name) => query.get(name))
  const { historyOf } = catalog
  const allCommits = commitsOf(components, { historyOf, language, isWanted: isOf(user, people) })
  const list = pageOf(query, allCommits, PAGE_SIZE)
  const filters = FILTERS.map((name) => query.get(name) ?? '')
  const { value: effects, isAwaited } = await later(
    `effects ${list.start} ${JSON.stringify(filters)}`,
    async ({ signal }) => {
      const effects = new Map<string, readonly Effect[]>()
      for (const commit of list.items) {
        effects.set(commit.commit, await effectsOfCommit(commit, language, signal))
      }
      return effects
    },
    MAX_WAIT_MS,
  )
  const entry = ({ commit, seconds, places }: LoggedCommit) => {
    const { component } = places[0]!
    const { author, coAuthors } = people.of(component, commit)
    const ofCommit = effects?.get(commit) ?? []
    const texts = places.map(({ component }) => {
      const text = effectText(ofCommit.filter((effect) => effect.component === component))
      const address = links.area('commits', componentPlace(component))
      return (
        text !== undefined && (
          <li>
            <a href={address}>{component.config.name}</a> {text}
          </li>
        )
      )
    })
    // Who commits with two addresses is often a co-author, too.
    const others = coAuthors.filter(({ fullName }) => fullName !== author?.fullName)
    const authors = [author, ...others]
    return commitEntry(
      { commit, seconds, component },
      authors,
      request,
      <ul class="meta">{texts}</ul>,
    )
  }
  const slug = place.project?.config.slug
  const count = allCommits.length
  return {
    title: 'Commits',
    lead: (
      <>
        {isFiltered
          ? counted(count, 'matching commit')
          : `${counted(count, 'commit')} changed translations here`}
        , newest first.{' '}
        {place.category === undefined && (
          <>
            <a href={links.area('changes', place, { user })}>By string</a> ·{' '}
            <a href={links.to(`exports/atom/${pathOfPlace(place)}`, { user })}>Feed</a>
          </>
        )}
      </>
    ),
    facts: slug === undefined ? [] : [`projects/${slug}/commits/`],
    isUnlisted: isFiltered,
    main: (
      <>
        {listFilter(
          'Filter commits',
          FILTERS,
          request,
          <>
            {personField(people.directory, query)}
            {menus}
          </>,
        )}
        {listPage(request, list, entry, {
          ...{ filters: FILTERS, isAwaited },
          empty: 'No commit is known that changed translations here.',
        })}
      </>
    ),
  }
}

/** Selects the commits of an author or co-author by user name; all for `''`. */
function isOf(name: string, people: People) {
  if (name === '') return undefined
  const person = people.directory.named(name)
  if (person === undefined) return () => false
  return ({ commit, places }: LoggedCommit) => {
    const { author, coAuthors } = people.of(places[0]!.component, commit)
    return [author, ...coAuthors].includes(person)
  }
}
