import PQueue from 'p-queue'
import { loggedComponents } from '../history/changes/segments.ts'
import { type ComponentTimes, findUnitTimes } from '../history/changes/unit-times.ts'
import type { ComponentHistory } from '../history/component-history.ts'
import type { Component, View } from '../model.ts'
import type { CatalogEvent, ComponentEntry } from './component-entry.ts'
import { deriveFromHistory } from './derive-from-history.ts'

interface TimingOptions {
  readonly entries: readonly ComponentEntry[]
  /** What is served. */
  readonly current: () => View
  readonly isStopped: () => boolean
  /** Told when a entry's times were found out. */
  readonly onNews: () => void
  readonly onEvent: (event: CatalogEvent) => void
}

/**
 * Returns the function that asks for the times of a component's units. They are found out once for each history that is
 * served, one component at a time, beside all other work; of what is not served none are.
 */
export function createTiming({
  entries,
  current,
  isStopped,
  onNews,
  onEvent,
}: TimingOptions): (component: Component) => void {
  const wanted = new WeakSet<ComponentHistory>()
  const times = new Map<ComponentEntry, ComponentTimes>()
  const queue = new PQueue({ concurrency: 1 })

  async function find(entry: ComponentEntry): Promise<void> {
    if (isStopped()) return
    const isNews = await timeEntry(entry, { view: current(), before: times.get(entry) })
    if (!isNews || entry.published.times === undefined) return
    times.set(entry, entry.published.times)
    onNews()
  }

  return ({ config, history }) => {
    const entry = entries.find((one) => one.config === config)
    if (history === undefined || wanted.has(history) || entry?.published.history !== history) return
    wanted.add(history)
    queue
      .add(() => find(entry))
      .catch((error: unknown) => onEvent({ type: 'failed', component: entry.path, error }))
  }
}

/**
 * Finds out when the units of a component changed, in the view that is served, given what was found out `before`. Returns
 * whether that is news.
 */
async function timeEntry(
  entry: ComponentEntry,
  { view, before }: { readonly view: View; readonly before: ComponentTimes | undefined },
): Promise<boolean> {
  const { history } = entry.published
  const isOwn = ({ component }: { component: { config: unknown } }) =>
    component.config === entry.config
  const repository = loggedComponents(view).find((entries) => entries.some(isOwn)) ?? []
  const own = repository.find(isOwn)
  if (history === undefined || own?.history !== history) return false
  const steps = findUnitTimes(own, { repository, before })
  return deriveFromHistory(entry, { history, name: 'times', steps })
}
