import { oncePerText } from '../../cache.ts'
import { RepositoryError } from '../../errors.ts'
import { placeOf } from '../../model/paths.ts'
import { firstAndLast, type Sighting } from '../../people/directory.ts'
import type { Identity } from '../../people/identity.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import type { HistoryLocation } from '../past.ts'
import { createCommitPeople } from './commit-people.ts'

type PeopleByCommit = Map<string, readonly Identity[]>

/** The people of a repository's commits that changed files of components. */
interface FoundPeople {
  /** By the path of the component, as a directory needs them; unreadable components have none. */
  readonly sightings: ReadonlyMap<string, readonly Sighting[]>
  /** By `servedName`: the people of commits, as the `.mailmap` there maps them, authors first. */
  readonly commits: ReadonlyMap<string, PeopleByCommit>
}

/** The `.mailmap` of a served commit applies to all its ancestors. */
export function servedName({ gitDir, commit }: HistoryLocation): string {
  return `${gitDir} ${commit}`
}

export const peopleWork = historyWork('people', async (logged): Promise<FoundPeople> => {
  const sightings = new Map<string, readonly Sighting[]>()
  const commits = new Map<string, PeopleByCommit>()
  // Commits of the same people share a list, since most have one author of few.
  const lists = oncePerText((text): readonly Identity[] => JSON.parse(text))
  for (const loggedComponent of logged) {
    const name = servedName(loggedComponent.history.place)
    const people = commits.get(name) ?? new Map<string, readonly Identity[]>()
    commits.set(name, people)
    try {
      sightings.set(
        placeOf(loggedComponent.component),
        await sightingsOf(loggedComponent, people, lists),
      )
    } catch (error) {
      // An unreadable repository hides only its own people.
      if (!(error instanceof RepositoryError)) throw error
    }
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
