import { oncePer } from '../../../cache.ts'
import { RepositoryError } from '../../../errors.ts'
import type { Sighting } from '../../../people/directory.ts'
import { type Identity, keyOf } from '../../../people/identity.ts'
import { placeOf } from '../../paths.ts'
import { historyWork } from '../ask.ts'
import type { HistoryLocation, LoggedComponent } from '../component-history.ts'
import { createCommitPeople, identitiesOf, type ReadCommitPeople } from './commit-people.ts'

/** The people of a repository's commits that changed files of components. */
export interface FoundPeople {
  /** By index of the component; unreadable components have none. */
  readonly sightings: ReadonlyMap<string, readonly Sighting[]>
  /** By `servedName`: the people of commits, as the `.mailmap` there maps them. */
  readonly commits: ReadonlyMap<string, PeopleByCommit>
}

/** Who made some commits: their ids concatenated, and indexes in `people`, authors first. */
interface PeopleByCommit {
  readonly oids: string
  readonly people: readonly Identity[]
  /** Where the indexes of each commit end. */
  readonly ends: Uint32Array
  readonly places: Uint32Array
}

/** The `.mailmap` of a served commit applies to all its ancestors. */
export function servedName({ gitDir, commit }: HistoryLocation): string {
  return `${gitDir} ${commit}`
}

/** See `FoundPeople`. */
export const peopleWork = historyWork('people', async (logged): Promise<FoundPeople> => {
  const sightings = new Map<string, readonly Sighting[]>()
  const lists = new Map<string, CommitList>()
  for (const loggedComponent of logged) {
    const name = servedName(loggedComponent.history.place)
    const list = lists.get(name) ?? new CommitList()
    lists.set(name, list)
    try {
      sightings.set(placeOf(loggedComponent.component), await sightingsOf(loggedComponent, list))
    } catch (error) {
      // An unreadable repository hides only its own people.
      if (!(error instanceof RepositoryError)) throw error
    }
  }
  return {
    sightings,
    commits: new Map([...lists].map(([name, list]) => [name, list.packed()])),
  }
})

/** The first and the last time of each person, with the name used last: all that a directory needs. */
async function sightingsOf(
  { component, history }: LoggedComponent,
  list: CommitList,
): Promise<readonly Sighting[]> {
  const peopleOf = createCommitPeople(history.repository, component.commit!)
  const seen = new Map<string, { first: number; last: number; latest: Identity }>()
  const note = (commit: string, timestamp: number) => {
    for (const person of list.add(commit, peopleOf)) {
      const key = keyOf(person)
      const span = seen.get(key) ?? { first: timestamp, last: timestamp, latest: person }
      seen.set(key, span)
      span.first = Math.min(span.first, timestamp)
      if (timestamp < span.last) continue
      span.last = timestamp
      span.latest = person
    }
  }
  const noted = new Set<string>()
  const noteOnce = (commit: string, timestamp: number) => {
    if (!noted.has(commit)) note(commit, timestamp)
    noted.add(commit)
  }
  for (const { commit, timestamp } of await history.rows('ancestors-moves')) {
    noteOnce(commit, timestamp)
  }
  // Rows lack merges, but changes name their authors.
  for (const { commit, seconds } of history.timeline.steps) noteOnce(commit, seconds)
  return [...seen.values()].flatMap(({ first, last, latest: person }) => [
    { person, timestamp: first },
    { person, timestamp: last },
  ])
}

/** Reads the people of commits, each commit once. */
class CommitList {
  readonly #known = new Map<string, readonly Identity[]>()

  add(commit: string, peopleOf: ReadCommitPeople): readonly Identity[] {
    const identities = this.#known.get(commit)
    if (identities !== undefined) return identities
    const people = identitiesOf(peopleOf, commit)
    this.#known.set(commit, people)
    return people
  }

  packed(): PeopleByCommit {
    const indexes = new Map<string, number>()
    const people: Identity[] = []
    const places: number[] = []
    const ends: number[] = []
    for (const identities of this.#known.values()) {
      for (const person of identities) {
        const key = keyOf(person)
        if (!indexes.has(key)) indexes.set(key, people.push(person) - 1)
        places.push(indexes.get(key)!)
      }
      ends.push(places.length)
    }
    const oids = [...this.#known.keys()].join('')
    return { oids, people, ends: Uint32Array.from(ends), places: Uint32Array.from(places) }
  }
}

const OID_LENGTH = 40

/** Returns who made a commit, author first; nobody if it is not in the list. */
export function peopleOfCommit(list: PeopleByCommit, commit: string): readonly Identity[] {
  const at = indexOf(list).get(commit)
  if (at === undefined) return []
  const { people, places, ends } = list
  return [...places.subarray(ends[at - 1] ?? 0, ends[at])].map((place) => people[place]!)
}

const indexOf = oncePer(({ oids }: PeopleByCommit) => {
  const index = new Map<string, number>()
  for (let at = 0; at * OID_LENGTH < oids.length; at++) {
    index.set(oids.slice(at * OID_LENGTH, (at + 1) * OID_LENGTH), at)
  }
  return index
})
