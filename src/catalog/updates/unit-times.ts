import { loggedComponents } from '../history/changes/segments.ts'
import { timesWork } from '../history/changes/stored-times.ts'
import type { ComponentHistory, HistoryOf } from '../history/component-history.ts'
import type { Component, View } from '../model.ts'
import { placeOf } from '../paths.ts'
import { unlessDamaged } from './unless-damaged.ts'

interface TimeFinderOptions {
  readonly historyOf: HistoryOf
  /** What is served. */
  readonly current: () => View
  /** Returns whether a history is still the served one of a component. */
  readonly isServed: (component: Component, history: ComponentHistory) => boolean
  /** Called with the times of a component's units. */
  readonly onTimes: (
    component: Component,
    history: ComponentHistory,
    times: NonNullable<Component['times']>,
  ) => Promise<void>
  readonly isStopped: () => boolean
  /** Called with bugs in gitglot. */
  readonly onFailure: (component: Component, error: unknown) => void
}

/**
 * Returns the function that requests the times of a component's units. They are read once for each served history,
 * beside all other work; other views have none. Resolves when they are known or cannot be.
 */
export function createTimeFinder({
  historyOf,
  current,
  isServed,
  onTimes,
  isStopped,
  onFailure,
}: TimeFinderOptions): (component: Component) => Promise<void> {
  const searches = new WeakMap<ComponentHistory, Promise<void>>()

  async function find(component: Component, history: ComponentHistory): Promise<void> {
    if (isStopped() || !isServed(component, history)) return
    const isOwn = (candidate: { readonly component: Component }) =>
      candidate.component.config === component.config
    const logged = loggedComponents(current(), historyOf)
    const repository = logged.find((components) => components.some(isOwn)) ?? []
    const loggedComponent = repository.find(isOwn)
    if (loggedComponent?.history !== history) return
    const times = await unlessDamaged(() =>
      history.ask(timesWork, repository, placeOf(loggedComponent.component), { background: true }),
    )
    if (times !== undefined) await onTimes(component, history, times)
  }

  return async (component) => {
    const history = historyOf(component)
    if (history === undefined || !isServed(component, history)) return
    const search =
      searches.get(history) ??
      find(component, history).catch((error: unknown) => onFailure(component, error))
    searches.set(history, search)
    await search
  }
}
