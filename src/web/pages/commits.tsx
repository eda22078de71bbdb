import { pathOfPlace } from '../../catalog/place.ts'
import { effectsOfCommit, effectText } from '../../facts/effects.ts'
import { counted } from '../../facts/format-numbers.ts'
import { commitsOf, type LoggedCommit, subjectOf } from '../../history/commits/commits.ts'
import type { Effect } from '../../history/commits/effects.ts'
import type { People } from '../../history/people/people.ts'
import type { Job } from '../../jobs.ts'
import { nextTurn } from '../../next-turn.ts'
import { listFilter, listPage, pageOf } from '../components/list-page.tsx'
import { NARROWING, narrowed } from '../components/narrowing.tsx'
import { componentPlace } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { commitEntry } from '../sections/commits.tsx'
import { personField } from '../sections/people.tsx'

const PAGE_SIZE = 50
/** The effects of commits are the point of the page, so it waits for them. */
const MAX_WAIT_MS = 2000

const FILTERS = ['q', 'user', ...NARROWING]

/** Shows the commits that changed translations of a place and their effects, newest first. */
export async function commits(request: PageRequest): Promise<PageContent> {
  const { view, place, query, catalog, later, links } = request
  const { components, code: language, menus } = narrowed(request)
  const people = await catalog.people(view)
  const filters = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']))
  const { historyOf } = catalog
  const isWanted = isOf(filters['user'], people)
  const logged = commitsOf(components, { historyOf, language, isWanted })
  const text = filters['q']?.trim().toLowerCase() ?? ''
  const key = JSON.stringify(filters)
  const found =
    text === ''
      ? { value: logged, isAwaited: false }
      : await later(`found ${key}`, (job) => withSubject(logged.slice(0), text, job), MAX_WAIT_MS)
  const allCommits = found.value ?? []
  const list = pageOf(query, allCommits, PAGE_SIZE)
  const { value: effects, isAwaited } = await later(
    `effects ${list.start} ${key} ${found.isAwaited}`,
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
  return {
    title: 'Commits',
    lead: (
      <>
        {found.isAwaited ? 'Commits that' : counted(allCommits.length, 'commit')} changed
        translations here, the newest first.{' '}
        <a href={links.area('changes', place, { user: filters['user'] })}>By string</a>
        {place.category === undefined && (
          <>
            {' · '}
            <a href={links.to(`exports/atom/${pathOfPlace(place)}`, { user: filters['user'] })}>
              Feed
            </a>
          </>
        )}
      </>
    ),
    facts: slug === undefined ? [] : [`projects/${slug}/commits/`],
    isUnlisted: FILTERS.some((name) => query.has(name)),
    main: (
      <>
        {listFilter(
          'Filter commits',
          FILTERS,
          request,
          <>
            <label>
              Subject <input name="q" type="search" value={filters['q']} />
            </label>
            {personField(people.directory, query)}
            {menus}
          </>,
        )}
        {listPage(request, list, entry, {
          ...{ filters: FILTERS, isAwaited: isAwaited || found.isAwaited },
          empty: 'No commit is known that changed translations here.',
        })}
      </>
    ),
  }
}

/** Selects the commits of an author or co-author by user name; all for `''`. */
function isOf(name: string | undefined, people: People) {
  if (!name) return undefined
  const wanted = people.directory.named(name)
  return ({ commit, places }: LoggedCommit) => {
    const { author, coAuthors } = people.of(places[0]!.component, commit)
    return wanted !== undefined && [author, ...coAuthors].includes(wanted)
  }
}

/** How many subjects are read before others get a turn. */
const READ_AT_ONCE = 100

async function withSubject(commits: readonly LoggedCommit[], text: string, { signal }: Job) {
  const found: LoggedCommit[] = []
  for (const [index, commit] of commits.entries()) {
    if (index % READ_AT_ONCE === 0) await nextTurn()
    signal.throwIfAborted()
    const subject = subjectOf(commit.commit, commit.places[0]?.history)
    if (subject.toLowerCase().includes(text)) found.push(commit)
  }
  return found
}
