import { identityOf } from '../cache.ts'
import { type Engine, runsHere } from '../engine/engine.ts'
import type { Store } from '../store/store.ts'
import type { AskHistories, HistoryWork, LoggedComponent } from './component-history.ts'
import { openComponents } from './open-components.ts'

/** A question about histories. `readsFiles` says whose current units it needs, by `project/component` (default: none). */
export function historyWork<Args, Result, Own = LoggedComponent>(
  name: string,
  find: HistoryWork<Args, Result, Own>['find'],
  readsFiles: (place: string, args: Args) => boolean = () => false,
): HistoryWork<Args, Result, Own> {
  return {
    name,
    find,
    async run({ places, args }, tools) {
      const opened = await openComponents(places, tools, (place) => readsFiles(place, args))
      // What the work receives: a part of a component, with its history.
      return find(opened as readonly (LoggedComponent & Own)[], args, tools)
    },
  }
}

/** Enough for a long history of many large files. */
const MAX_MS = 60 * 60_000

/** Returns the function that asks an engine. Equal questions asked at the same time are answered once. */
export function createAsk(engine: Engine, store: Store): AskHistories {
  return async (work, logged, args, options = {}) => {
    const { signal, progress = () => undefined } = options
    signal?.throwIfAborted()
    const places = logged.map(({ history }) => history.place)
    const commits = places.map(({ commit }) => commit)
    if (runsHere(engine, commits)) return work.find(logged, args, { store, progress })
    // Workers find earlier results there.
    await store.flush()
    const histories = logged.map(({ history }) => identityOf(history))
    const key = JSON.stringify([histories, args], (_, value) =>
      value instanceof Set ? [...value] : value,
    )
    return engine.ask(work, { places, args }, { ...options, key, maxMs: MAX_MS })
  }
}
