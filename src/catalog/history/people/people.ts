import PQueue from 'p-queue'
import { oncePer } from '../../../cache.ts'
import { RepositoryError } from '../../../errors.ts'
import {
  type Author,
  createDirectory,
  type Directory,
  type Sighting,
} from '../../../people/directory.ts'
import { giveTurn } from '../../../run-yielding.ts'
import type { Store } from '../../../storage/store.ts'
import type { Component, View } from '../../model.ts'
import { placeOf } from '../../paths.ts'
import { assignSlots } from '../../view/ids.ts'
import type { HistoryOf } from '../component-history.ts'
import { type Derive, inputOf } from '../derive.ts'
import { type CommitPeople, createCommitPeople, type ReadCommitPeople } from './commit-people.ts'
import {
  type CommitAuthors,
  type Credit,
  type CreditedComponent,
  type CreditFilter,
  creditsOf,
} from './credits.ts'

/** Everybody who made a commit that changed a file of a component in a view. */
export interface People {
  readonly directory: Directory
  /** Made from the user name: the same everywhere, see `assignSlots`. */
  idOf(author: Author): number
  /** Who made a commit of a component; nobody where authors are not shown. */
  of(component: Component, commit: string): CommitAuthors
  /**
   * Who translated how much. A unit counts each time a commit that is no merge gives it a text that is not empty and
   * not the one before, for the author and for each co-author; bots count only where one is asked for. Costs the
   * parsing of all versions that the filter lets through, once: the counts are kept. Rejects with the signal's reason once that is aborted.
   */
  credits(
    components: readonly Component[],
    filter: CreditFilter,
    options?: CreditOptions,
  ): Promise<Credit[]>
}

type CreditOptions = Parameters<Derive>[3]

interface PeopleOptions {
  readonly historyOf: HistoryOf
  readonly authors: boolean
  readonly bots: readonly string[]
  /** Where counts are kept. */
  readonly store: Store
}

const ID_SLOTS = 2 ** 31
const NOBODY: CommitAuthors = { author: undefined, coAuthors: [] }

/** Says who the people of a view are; for the same view once. */
export function createPeople(options: PeopleOptions): (view: View) => Promise<People> {
  return oncePer((view) => readPeople(view, options))
}

async function readPeople(
  view: View,
  { authors, bots, historyOf, store }: PeopleOptions,
): Promise<People> {
  const credited = authors ? await readComponents(view, historyOf) : []
  const directory = createDirectory(await findSightings(credited), { bots })
  const ids = assignSlots(
    directory.authors.map(({ userName }) => userName),
    ID_SLOTS,
  )
  const byConfig = new Map(credited.map((one) => [one.component.config, one]))
  const creditedOf = (component: Component) => byConfig.get(component.config)

  function authorsOf({ people }: CreditedComponent, commit: string): CommitAuthors {
    const found = readOrNobody(people, commit)
    if (found === undefined) return NOBODY
    return {
      author: directory.find(found.author),
      coAuthors: found.coAuthors.flatMap((person) => directory.find(person) ?? []),
    }
  }

  const queue = new PQueue({ concurrency: 1 })
  return {
    directory,
    idOf: ({ userName }) => ids.get(userName) ?? 0,
    of(component, commit) {
      const own = creditedOf(component)
      return own === undefined ? NOBODY : authorsOf(own, commit)
    },
    credits(components, filter, options) {
      const wanted = credited.filter(({ component }) =>
        components.some(({ config }) => config === component.config),
      )
      // One after the other: two that ask for the same wait for the same files.
      return queue.add(async () => {
        const credits: Credit[] = []
        for (const one of wanted) {
          options?.signal?.throwIfAborted()
          const of = (commit: string) => authorsOf(one, commit)
          const { author: _, ...derived } = filter
          const found = await one.history.derive(
            { name: 'credits', ...derived },
            [inputOf(one)],
            () => creditsOf(one, { filter, of, store }),
            options,
          )
          credits.push(...found)
        }
        return credits
      })
    },
  }
}

/** In the order of the components' paths, so that names do not depend on that of the configuration. */
async function readComponents(view: View, historyOf: HistoryOf): Promise<CreditedComponent[]> {
  const components = view.projects
    .flatMap((project) => project.components)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  // A thread reads rows while others are made of those that came.
  const found = await Promise.all(
    components.map(async (component): Promise<CreditedComponent | undefined> => {
      const { commit } = component
      const history = historyOf(component)
      if (history === undefined || commit === undefined) return undefined
      try {
        const rows = await history.rows('ancestors-moves')
        return { component, history, rows, people: createCommitPeople(history.repository, commit) }
      } catch (error) {
        // A repository that cannot be read hides its own people only.
        if (!(error instanceof RepositoryError)) throw error
        return undefined
      }
    }),
  )
  return found.filter((one) => one !== undefined)
}

function* chain<T>(...lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list
}

async function findSightings(components: readonly CreditedComponent[]): Promise<Sighting[]> {
  const sightings: Sighting[] = []
  for (const { rows, history, people } of components) {
    const seen = new Set<string>()
    // The rows have no merges, whose authors the changes name.
    const merges = history.timeline.steps.map(({ commit, seconds }) => ({
      commit,
      timestamp: seconds,
    }))
    for (const { commit, timestamp } of chain(rows, merges)) {
      if (seen.has(commit)) continue
      seen.add(commit)
      const found = readOrNobody(people, commit)
      if (found === undefined) continue
      for (const person of [found.author, ...found.coAuthors]) sightings.push({ person, timestamp })
      await giveTurn()
    }
  }
  return sightings
}

function readOrNobody(people: ReadCommitPeople, commit: string): CommitPeople | undefined {
  try {
    return people(commit)
  } catch (error) {
    if (error instanceof RepositoryError) return undefined
    throw error
  }
}
