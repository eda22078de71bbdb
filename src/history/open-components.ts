import { createCache, oncePer } from '../cache.ts'
import type { PreviousSources } from '../checking/needs-edit.ts'
import { readAt } from '../checking/read-work.ts'
import type { ComponentConfig } from '../config/config.ts'
import type { Tools, Work } from '../engine/work.ts'
import { createRows, indexName, readRows } from '../git/history/history.ts'
import { digestOf } from '../model/digest.ts'
import { pathOf } from '../model/paths.ts'
import { Library } from '../reading/library.ts'
import { createVersions } from '../reading/read-entries.ts'
import type { Store } from '../store/store.ts'
import { NO_HISTORY } from '../view/component-state.ts'
import { loggedComponents } from './changes/segments.ts'
import type { ComponentHistory, LoggedComponent } from './component-history.ts'
import type { HistoryLocation } from './past.ts'
import { readComponentHistory } from './read-component-history.ts'
import { BYTES_PER_STEP, type LoggedState, ViewHistories } from './view-histories.ts'

/** The source texts that a component's `stateFrom` keeps. Everything derived from them is in the store by then. */
export const statesWork: Work<HistoryLocation, PreviousSources | undefined> = {
  name: 'states',
  run: async (place, tools) => (await openHistory(place, tools)).outdated,
}

/** Components of a view, in its order, with their histories. Those that `readsFiles` names have their files too. */
export async function openComponents(
  posted: readonly HistoryLocation[],
  tools: Tools,
  readsFiles: (place: string) => boolean,
): Promise<readonly LoggedComponent[]> {
  // A component at two commits has its settings twice.
  const places = posted.map((place) => ({ ...place, config: { ...place.config } }))
  const states = new Map<ComponentConfig, LoggedState>()
  for (const place of places) {
    const { project, config } = place
    const commit = tools.repositoryAt(place).readCommit(place.commit)
    const history = await openHistory(place, tools)
    const { outdated } = history
    const isRead = readsFiles(pathOf(project, config))
    const content = isRead ? readAt({ ...place, outdated }, tools) : undefined
    states.set(config, { ...NO_HISTORY, ...NOWHERE, commit, content, history })
  }
  const projects = new Map(places.map(({ project }) => [project.slug, project]))
  const site = {
    authors: true,
    projects: [...projects.values()].map((project) => ({
      ...project,
      components: places.flatMap((historyPlace) =>
        historyPlace.project.slug === project.slug ? historyPlace.config : [],
      ),
    })),
  }
  const views = new ViewHistories()
  const view = views.createView(site, (config) => states.get(config) as LoggedState)
  return loggedComponents(view, views.historyOf).flat()
}

const NOWHERE = { branch: '', repo: '', alert: undefined }

/** Memory for opened histories, former versions of files, and entries: a step often needs the one before. */
const MAX_OPEN_BYTES = 32 << 20
const MAX_FORMER_BYTES = 16 << 20
const MAX_ENTRY_BYTES = 8 << 20
/** Memory of a history besides its steps. */
const BYTES_PER_HISTORY = 1 << 18

/** What a worker keeps open, since lists are read second by second and trends point by point. */
const openedIn = oncePer((store: Store) => ({
  histories: createCache<ComponentHistory>({ maxBytes: MAX_OPEN_BYTES }),
  former: new Library({ maxBytes: MAX_FORMER_BYTES, store, isPassing: true }),
  entries: createCache<never>({ maxBytes: MAX_ENTRY_BYTES }),
  versions: createVersions(),
}))

async function openHistory(place: HistoryLocation, tools: Tools): Promise<ComponentHistory> {
  const { store, progress } = tools
  const { histories, former, entries, versions } = openedIn(store)
  const repository = tools.repositoryAt(place)
  // A deepened clone has more rows behind the same commit.
  const name = indexName(place, store)
  const key = digestOf([{ ...place, groups: place.groups.key }, name])
  const opened = histories.get(key)
  if (opened?.repository === repository) return opened
  const history = await readComponentHistory({
    ...{ place, repository, entries, versions, store, progress },
    rows: async (mode) =>
      createRows(readRows(place, { group: place.group, tip: place.commit, mode }, store)),
    library: former,
    ask: async (work, logged, args) => work.find(logged, args, { store, progress }),
  })
  const bytes = BYTES_PER_HISTORY + BYTES_PER_STEP * history.timeline.steps.length
  if (name !== undefined) histories.set(key, history, bytes)
  return history
}
