import { oncePer, oncePerText } from '../../cache.ts'
import type { Component, View } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import {
  type Author,
  createDirectory,
  type Directory,
  firstAndLast,
  type Sighting,
} from '../../people/author.ts'
import type { Identity } from '../../people/identity.ts'
import { assignSlots } from '../../view/ids.ts'
import { historyWork } from '../ask.ts'
import { byRepository, loggedComponents } from '../changes/segments.ts'
import type { HistoryAskOptions, HistoryOf, LoggedComponent } from '../component-history.ts'
import type { HistoryLocation } from '../past.ts'
import { unlessDamaged } from '../unless-damaged.ts'
import { createCommitPeople } from './commit-people.ts'
import { type Credit, type CreditFilter, creditsWork } from './credits.ts'

/** The known people of one commit. */
export interface CommitAuthors {
  readonly author: Author | undefined
  readonly coAuthors: readonly Author[]
}

/** Everybody with a commit that changed a file of a component in a view. */
export interface People {
  readonly directory: Directory
  /** Made from the user name, so equal everywhere; see `assignSlots`. */
  idOf(author: Author): number
  /** Returns who made a commit of a component; nobody if authors are hidden. */
  of(component: Component, commit: string): CommitAuthors
  /**
   * Returns who translated how much. A unit counts each time a non-merge commit gives it a new, non-empty text, for the
   * author and each co-author. Bots count only if one is asked for. Parses all versions that pass the filter, once,
   * since the counts are stored. Rejects with the signal's reason when it is aborted.
   */
  credits(
    components: readonly Component[],
    filter: CreditFilter,
    options?: HistoryAskOptions,
  ): Promise<Credit[]>
}

interface PeopleOptions {
  readonly historyOf: HistoryOf
  readonly authors: boolean
  readonly bots: readonly string[]
}

const ID_SLOTS = 2 ** 31
const NOBODY: CommitAuthors = { author: undefined, coAuthors: [] }

/** Returns the people of a view, computed once per view. */
export function createPeople(options: PeopleOptions): (view: View) => Promise<People> {
  return oncePer((view) => readPeople(view, options))
}

async function readPeople(
  view: View,
  { authors, bots, historyOf }: PeopleOptions,
): Promise<People> {
  const repositories = authors ? loggedComponents(view, historyOf) : []
  const people = await Promise.all(
    repositories.map((logged) =>
      // An unreadable repository hides only its own people.
      unlessDamaged(() => logged[0]!.history.ask(peopleWork, logged, undefined)),
    ),
  )
  const sightings = new Map(people.flatMap((foundPeople) => [...(foundPeople?.sightings ?? [])]))
  const commits = new Map(people.flatMap((foundPeople) => [...(foundPeople?.commits ?? [])]))
  // By path, so that names of one second do not depend on the order of the configuration.
  const credited = repositories
    .flat()
    .filter(({ component }) => sightings.has(placeOf(component)))
    .sort((a, b) => (placeOf(a.component) < placeOf(b.component) ? -1 : 1))
  const directory = createDirectory(
    credited.flatMap(({ component }) => sightings.get(placeOf(component)) ?? []),
    bots,
  )
  const ids = assignSlots(
    directory.authors.map(({ userName }) => userName),
    ID_SLOTS,
  )
  const byConfig = new Map(credited.map((logged) => [logged.component.config, logged]))

  return {
    directory,
    idOf: ({ userName }) => ids.get(userName) ?? 0,
    of({ config }, commit) {
      const logged = byConfig.get(config)
      const people = logged && commits.get(servedName(logged.history.place))?.get(commit)
      if (people === undefined) return NOBODY
      const [author, ...coAuthors] = people.map(directory.find)
      return { author, coAuthors: coAuthors.filter((coAuthor) => coAuthor !== undefined) }
    },
    async credits(components, { author, ...filter }, options) {
      const configs = new Set(components.map(({ config }) => config))
      const asked = byRepository(credited.filter(({ component }) => configs.has(component.config)))
      const credits = await Promise.all(
        asked.map(async (logged): Promise<Credit[]> => {
          const askOptions = { ...options, background: true }
          const creditLists = await logged[0]!.history.ask(creditsWork, logged, filter, askOptions)
          return logged.flatMap(({ component }, index) =>
            creditLists[index]!.flatMap(({ person, ...credit }) => {
              const by = directory.find(person)
              const isMeant = author === undefined ? by?.isBot === false : by === author
              return by !== undefined && isMeant ? [{ ...credit, author: by, component }] : []
            }),
          )
        }),
      )
      return credits.flat()
    },
  }
}

type PeopleByCommit = Map<string, readonly Identity[]>

/** The people of a repository's commits that changed files of components. */
interface FoundPeople {
  /** By the path of the component, as a directory needs them; unreadable components have none. */
  readonly sightings: ReadonlyMap<string, readonly Sighting[]>
  /** By `servedName`: the people of commits, as the `.mailmap` there maps them, authors first. */
  readonly commits: ReadonlyMap<string, PeopleByCommit>
}

/** Returns the name of a served commit, whose `.mailmap` applies to all its ancestors. */
function servedName({ gitDir, commit }: HistoryLocation): string {
  return `${gitDir} ${commit}`
}

/** See `FoundPeople`. */
export const peopleWork = historyWork('people', async (logged): Promise<FoundPeople> => {
  const sightings = new Map<string, readonly Sighting[]>()
  const commits = new Map<string, PeopleByCommit>()
  // Commits of the same people share a list, since most have one author of few.
  const lists = oncePerText((text): readonly Identity[] => JSON.parse(text))
  for (const loggedComponent of logged) {
    const name = servedName(loggedComponent.history.place)
    const people = commits.get(name) ?? new Map<string, readonly Identity[]>()
    commits.set(name, people)
    // An unreadable repository hides only its own people.
    const seen = await unlessDamaged(() => sightingsOf(loggedComponent, people, lists))
    if (seen !== undefined) sightings.set(placeOf(loggedComponent.component), seen)
  }
  return { sightings, commits }
})

async function sightingsOf(
  { component, history }: LoggedComponent,
  people: PeopleByCommit,
  lists: (text: string) => readonly Identity[],
): Promise<readonly Sighting[]> {
  const peopleOf = createCommitPeople(history.repository, component.commit!)
  const times = new Map<string, number>()
  for (const { commit, timestamp } of await history.rows('ancestors-moves')) {
    times.set(commit, timestamp)
  }
  // Rows lack merges, but changes name their authors.
  for (const { commit, seconds } of history.timeline.steps) times.set(commit, seconds)
  const sightings: Sighting[] = []
  for (const [commit, timestamp] of times) {
    const list = people.get(commit) ?? lists(JSON.stringify(peopleOf(commit)))
    people.set(commit, list)
    for (const person of list) sightings.push({ person, timestamp })
  }
  return firstAndLast(sightings)
}
