import type { Child } from 'hono/jsx'
import { componentsAt, NOWHERE } from '../../catalog/place.ts'
import { effectsOfCommit, effectText } from '../../facts/effects.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import { groupBy } from '../../group-by.ts'
import type { Change } from '../../history/changes/change.ts'
import { commitsOf, type LoggedCommit, parentOf, subjectOf } from '../../history/commits/commits.ts'
import type { People } from '../../history/people/people.ts'
import type { Job } from '../../jobs.ts'
import type { Component, Translation } from '../../model/model.ts'
import { type Author, sumByAuthor } from '../../people/directory.ts'
import { linkedTitle, shortId, Time } from '../components/words.tsx'
import { languageName } from '../language-name.ts'
import type { Links } from '../links.ts'
import { type Later, laterOfHistory, type PageRequest } from '../page.ts'

const SHOWN_COMMITS = 5

/** Shows the newest commits that changed files of the place, of one author or all, with their effects. */
export async function CommitsSection(request: PageRequest, by?: Author) {
  const { catalog, view, place, links, part } = request
  const { code: language } = place
  const read = async ({ signal }: Job) => {
    const people = await catalog.people(view)
    const authorsOf = ({ commit, places }: LoggedCommit) => {
      const { author, coAuthors } = people.of(places[0]!.component, commit)
      return [author, ...coAuthors]
    }
    const { historyOf } = catalog
    const isWanted = by && ((commit: LoggedCommit) => authorsOf(commit).includes(by))
    const commits = commitsOf(componentsAt(view, place), { historyOf, language, isWanted })
    return Promise.all(
      commits.slice(0, SHOWN_COMMITS).map(async (commit) => ({
        ...{ ...commit.places[0]!, ...commit, author: authorsOf(commit)[0] },
        subject: subjectOf(commit.commit, commit.places[0]?.history),
        effect: effectText(await effectsOfCommit(commit, language, signal)),
      })),
    )
  }
  const { value: shown, isAwaited } = await laterOfHistory(request, 'commits', read)
  if (shown?.length === 0) return null
  const address = by ? links.to('changes/', { user: by.userName }) : links.area('changes', place)
  const unknown = isAwaited ? 'Commits are being read.' : 'The commits are unknown.'
  const entries = shown?.map(({ commit, seconds, component, subject, author, effect }) => (
    <li>
      <p dir="auto">{subject}</p>
      {effect !== undefined && (
        <p class="meta">
          <span>{effect}</span>
        </p>
      )}
      <p class="meta">
        <Time seconds={seconds} />
        <Person author={author} links={links} />
        {commitLink(commit, component, request)}
      </p>
    </li>
  ))
  return part('commits', isAwaited, (attributes) => (
    <section {...attributes}>
      {linkedTitle('Recent changes', address, 'All changes')}
      {entries === undefined ? <p class="soft small">{unknown}</p> : <ul class="log">{entries}</ul>}
    </section>
  ))
}

/** Shows a commit, linked to its comparison with its parent. A root commit has no link. */
export function commitLink(commit: string, component: Component, { links, catalog }: PageRequest) {
  const id = shortId(commit)
  const parent = parentOf(commit, catalog.historyOf(component))
  if (parent === undefined) return <span class="oid">{id}</span>
  const project = { ...NOWHERE, project: component.project }
  const address = links.area('compare', project, { ref: undefined, base: parent, head: commit })
  return (
    <a href={address} class="oid" aria-label={`What commit ${id} did`}>
      {id}
    </a>
  )
}

/** Shows a commit in a list: its date, subject and authors, as far as known, followed by its effects on components. */
export function commitEntry(
  { commit, seconds, component }: Pick<Change, 'commit' | 'seconds' | 'component'>,
  authors: readonly (Author | undefined)[],
  request: PageRequest,
  effects: Child,
) {
  // Who commits with two addresses is often a co-author, too.
  const byName = groupBy(authors, (author) => author?.fullName)
  return (
    <li>
      <div>
        <p class="small">
          <Time seconds={seconds} />
        </p>
        <p class="small">{commitLink(commit, component, request)}</p>
      </div>
      <div>
        <h2 class="subj" dir="auto">
          {subjectOf(commit, request.catalog.historyOf(component))}
        </h2>
        <p class="meta">
          {[...byName.values()].map(([author]) => (
            <Person author={author} links={request.links} />
          ))}
        </p>
        {effects}
      </div>
    </li>
  )
}

const SHOWN_PEOPLE = 12
const SHOWN_IN_THANKS = 60

/** Counts the authors of a page's place by their translated strings, the most active first; none if authors are hidden. */
export function findTranslators(
  request: PageRequest,
): Promise<Later<readonly (readonly [author: Author, units: number])[]>> {
  const { catalog, view, place } = request
  return laterOfHistory(request, 'people', async (job) => {
    const people = await catalog.people(view)
    const filter = place.code === undefined ? {} : { languageCode: place.code }
    return sumByAuthor(await people.credits(componentsAt(view, place), filter, job))
  })
}

/** Shows the most active translators with their strings, unless authors are hidden; thanks name more, uncounted. */
export async function PeopleSection(request: PageRequest, isThanks = false) {
  const { links, part } = request
  const { code } = request.place
  const { value: people, isAwaited } = await findTranslators(request)
  if (people?.length === 0 || (people === undefined && !isAwaited)) return null
  const where = code === undefined ? '' : ` into ${languageName(code)}`
  const max = isThanks ? SHOWN_IN_THANKS : SHOWN_PEOPLE
  const rest = (people?.length ?? 0) - max
  return part('people', isAwaited, (attributes) => (
    <section {...attributes}>
      <h2>{isThanks ? 'Thanks to' : `Who translated${where}`}</h2>
      {people === undefined ? (
        <p class="soft small">Translators are being counted.</p>
      ) : (
        <ul class="names small">
          {people.slice(0, max).map(([author, units]) => (
            <li>
              <Person author={author} links={links} />{' '}
              {!isThanks && <span class="soft">{formatNumber(units)}</span>}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p class="small soft">and {counted(rest, 'other')}</p>}
    </section>
  ))
}

/** Shows a person's name, linked to their page; nothing if authors are hidden. */
export function Person({ author, links }: { author: Author | undefined; links: Links }) {
  if (author === undefined) return null
  return (
    <span>
      <a href={links.to(`user/${encodeURIComponent(author.userName)}/`)}>
        <bdi>{author.fullName}</bdi>
      </a>
    </span>
  )
}

/** Shows who last changed the files of a translation; nothing until that is known. */
export function lastAuthor({ lastChange }: Translation, people: People | undefined, links: Links) {
  const author = lastChange && people?.directory.find(lastChange.author)
  return <Person author={author} links={links} />
}
