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
  /** By the places of components; those that cannot be read have none. */
  readonly sightings: ReadonlyMap<string, readonly Sighting[]>
  /** By `servedName`: of commits, as `.mailmap` there maps them. */
  readonly commits: ReadonlyMap<string, PeopleByCommit>
}

/** Who made some commits: their ids one after the other, and places in `people`, authors first. */
interface PeopleByCommit {
  readonly oids: string
  readonly people: readonly Identity[]
  /** Where the places of each commit end. */
  readonly ends: Uint32Array
  readonly places: Uint32Array
}

/** The `.mailmap` of a served commit counts for all behind it. */
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
      // What cannot be read hides its own people only.
      if (!(error instanceof RepositoryError)) throw error
    }
  }
  return {
    sightings,
    commits: new Map([...lists].map(([name, list]) => [name, list.packed()])),
  }
})

/** For each person the first and the last time, with the name that it had last: all that a directory needs. */
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
  // The rows have no merges, whose authors the changes name.
  for (const { commit, seconds } of history.timeline.steps) noteOnce(commit, seconds)
  return [...seen.values()].flatMap(({ first, last, latest: person }) => [
    { person, timestamp: first },
    { person, timestamp: last },
  ])
}

/** The people of commits, each read once. */
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

/** Who made a commit, the author first; nobody where it is none of the list. */
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
