import PQueue from 'p-queue'
import { loggedComponents } from '../history/changes/segments.ts'
import { knownUnitTimes } from '../history/changes/stored-times.ts'
import type { ComponentTimes } from '../history/changes/unit-times.ts'
import type { ComponentHistory, HistoryOf } from '../history/component-history.ts'
import { inputOf } from '../history/derive.ts'
import type { Component, View } from '../model.ts'
import { placeOf } from '../paths.ts'
import type { CatalogEvent, ComponentEntry } from './component-entry.ts'
import type { EntryChange } from './transition.ts'
import { unlessDamaged } from './unless-damaged.ts'

interface TimeFinderOptions {
  readonly entryOf: (component: Component) => ComponentEntry | undefined
  readonly historyOf: HistoryOf
  /** What is served. */
  readonly current: () => View
  readonly apply: (
    entry: ComponentEntry,
    expectedCommit: string | undefined,
    change: EntryChange,
  ) => void
  readonly isStopped: () => boolean
  readonly onEvent: (event: CatalogEvent) => void
}

/**
 * Returns the function that asks for the times of a component's units. They are read once for each history that is
 * served, one component at a time, beside all other work; other views have none. Resolves when they are known or cannot
 * be.
 */
export function createTimeFinder({
  entryOf,
  historyOf,
  current,
  apply,
  isStopped,
  onEvent,
}: TimeFinderOptions): (component: Component) => Promise<void> {
  const wanted = new WeakMap<ComponentHistory, Promise<void>>()
  const times = new Map<ComponentEntry, ComponentTimes>()
  const queue = new PQueue({ concurrency: 1 })

  async function find(entry: ComponentEntry): Promise<void> {
    if (isStopped()) return
    const { history, commit } = entry.state.served
    const isOwn = ({ component }: { readonly component: Component }) =>
      component.config === entry.config
    const logged = loggedComponents(current(), historyOf)
    const repository = logged.find((components) => components.some(isOwn)) ?? []
    const own = repository.find(isOwn)
    if (history === undefined || own?.history !== history) return
    const before = times.get(entry)
    const found = await unlessDamaged(() =>
      own.history.derive(
        { name: 'times', of: placeOf(own.component) },
        repository.map(inputOf),
        () => knownUnitTimes(own, { repository, before }),
      ),
    )
    if (found === undefined) return
    times.set(entry, found)
    apply(entry, commit?.oid, { type: 'derived', history, found: { times: found } })
  }

  return async (component) => {
    const history = historyOf(component)
    const entry = entryOf(component)
    if (history === undefined || entry?.state.served.history !== history) return
    const known =
      wanted.get(history) ??
      queue
        .add(() => find(entry))
        .catch((error: unknown) => onEvent({ type: 'failed', component: entry.path, error }))
    wanted.set(history, known)
    await known
  }
}
