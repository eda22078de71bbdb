import { createCache } from '../../cache.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { Tools, Work } from '../../engine/work.ts'
import { RepositoryError } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import { createRows, type RowColumns, type WalkMode } from '../../git/history/history.ts'
import { markNeedsEdit } from '../checking/needs-edit.ts'
import { digestOf } from '../digest.ts'
import { readRuns } from '../history/changes/component-log.ts'
import { findRecentChanges } from '../history/changes/recent-changes.ts'
import { readSecond } from '../history/changes/segment-changes.ts'
import {
  byRepository,
  type LoggedComponent,
  loggedComponents,
} from '../history/changes/segments.ts'
import { knownUnitTimes } from '../history/changes/stored-times.ts'
import { effects } from '../history/commits/effects.ts'
import type { ComponentHistory } from '../history/component-history.ts'
import { type Derivation, inputOf } from '../history/derive.ts'
import { contributionsOf } from '../history/people/credits.ts'
import { readComponentHistory } from '../history/read-component-history.ts'
import { findOutdated } from '../history/states/outdated.ts'
import { knownCounts } from '../history/trend/project-counts.ts'
import { createEntryReader } from '../history/unit-history/entry-reader.ts'
import { unitHistory } from '../history/unit-history/unit-history.ts'
import { createWriterFinder, writers } from '../history/unit-history/writer.ts'
import { pathInProject, placeOf } from '../paths.ts'
import { createLibrary } from '../reading/library.ts'
import { type ComponentState, NO_HISTORY } from '../view/component-state.ts'
import { createViewHistories } from '../view/view-histories.ts'
import { type ComponentPlace, libraryOf, readAt } from './read-work.ts'

/** A component, and its history as the index of commits has it. */
export interface HistoryPlace extends ComponentPlace {
  readonly project: ProjectConfig
  readonly rows: Readonly<Partial<Record<WalkMode, RowColumns>>>
}

/** What to derive from the histories of some components. */
interface DeriveArgs {
  readonly derivation: Derivation
  readonly places: readonly HistoryPlace[]
}

/** Derives from histories what is then in the store. */
export const deriveWork: Work<DeriveArgs, void> = {
  name: 'derive',
  async run({ derivation, places }, tools) {
    try {
      const logged = await keptComponents(derivation, places, tools)
      await deriveFrom(derivation, logged, tools)
    } catch (error) {
      // Who asked finds out why.
      if (!(error instanceof RepositoryError)) throw error
    }
  },
}

/** Of former versions, and of entries: the next step looks at the one before. */
const MAX_FORMER_BYTES = 64 << 20
const MAX_ENTRY_BYTES = 8 << 20

let kept:
  | {
      readonly key: string
      readonly rows: readonly RowCounts[]
      readonly logged: readonly LoggedComponent[]
    }
  | undefined

/** How many rows there are of each mode. */
type RowCounts = ReadonlyMap<string, number>

/** The components of the last task, where they are the same: a trend is counted point by point. */
async function keptComponents(
  derivation: Derivation,
  places: readonly HistoryPlace[],
  tools: Tools,
): Promise<readonly LoggedComponent[]> {
  const shown = places.map(({ rows: _rows, ...place }) => place)
  const key = digestOf([tools.store.path, READING.has(derivation.name), shown])
  // A clone that was deepened has more rows behind the same commit.
  const rows = places.map(
    (place): RowCounts =>
      new Map(Object.entries(place.rows).map(([mode, columns]) => [mode, columns.rows.length])),
  )
  const isKept = (counts: RowCounts, index: number) =>
    [...counts].every(([mode, count]) => kept?.rows[index]?.get(mode) === count)
  if (kept?.key !== key || !rows.every(isKept)) {
    kept = undefined
    kept = { key, rows, logged: await openComponents(derivation, places, tools) }
  }
  return kept.logged
}

/** The components as a view has them, with their files where those are looked at. */
async function openComponents(
  { name }: Derivation,
  places: readonly HistoryPlace[],
  tools: Tools,
): Promise<readonly LoggedComponent[]> {
  const states = new Map<ComponentConfig, ComponentState>()
  for (const place of places) {
    const { project, config } = place
    const commit = tools.repositoryAt(place).readCommit(place.commit)
    const history = await openHistory(place, commit, tools)
    const read = READING.has(name) ? readAt(place, project, tools) : undefined
    const marked = read && markNeedsEdit(read, history.outdated, libraryOf(tools.store))
    const content = marked && { translations: marked, alerts: [] }
    states.set(config, { ...NO_HISTORY, ...NOWHERE, commit, content, history })
  }
  const projects = new Map(places.map(({ project }) => [project.slug, project]))
  const site = {
    authors: true,
    projects: [...projects.values()].map((project) => ({
      ...project,
      components: places.flatMap((one) => (one.project.slug === project.slug ? one.config : [])),
    })),
  }
  const { createView, historyOf } = createViewHistories()
  const view = createView(site, (config) => states.get(config) as ComponentState)
  return loggedComponents(view, historyOf).flat()
}

const READING: ReadonlySet<Derivation['name']> = new Set(['times', 'outdated'])
const NOWHERE = { branch: '', repo: '', alert: undefined }

function openHistory(
  { project, config, rows, ...place }: HistoryPlace,
  commit: Commit,
  { store, repositoryAt, progress }: Tools,
): Promise<ComponentHistory> {
  return readComponentHistory({
    ...{ project, config, commit, store, progress },
    repository: repositoryAt(place),
    library: createLibrary({ maxBytes: MAX_FORMER_BYTES }),
    entries: createCache({ maxBytes: MAX_ENTRY_BYTES }),
    keepsEntries: true,
    async rows(mode) {
      const columns = rows[mode]
      // Not sent, as it was not expected to be needed.
      if (columns === undefined)
        throw new RepositoryError(`${place.gitDir}: no rows of ${mode}`, { code: 'not-ready' })
      return createRows(columns)
    },
    derive: async (_derivation, _inputs, work) => work(),
  })
}

async function deriveFrom(
  derivation: Derivation,
  logged: readonly LoggedComponent[],
  { store, progress }: Tools,
): Promise<unknown> {
  const [first] = logged
  if (first === undefined) throw new RangeError('expected a component')
  const { component, history } = first
  const own = inputOf(first)
  switch (derivation.name) {
    case 'states':
      return undefined // They were derived when its history was opened.
    case 'recent':
      return findRecentChanges(history)
    case 'runs':
      return readRuns(history.log, progress)
    case 'second': {
      const { seconds, place, ...part } = derivation
      const named = logged.find((one) => placeOf(one.component) === place)
      const filter = { ...part.filter, ...(named && { component: named.component }) }
      return readSecond(byRepository(logged), seconds, { ...part, filter })
    }
    case 'unit':
      return unitHistory(derivation.unit, own)
    case 'effects': {
      const step = history.timeline.steps[derivation.step]!
      return effects({ component, history, step }, derivation.language)
    }
    case 'writers': {
      const { written } = derivation
      const ancestors = await history.rows('ancestors-moves')
      const read = createEntryReader({ config: own.config, repository: history.repository })
      const find = createWriterFinder({ history, ancestors, read })
      return writers(written, { ...own, find })
    }
    case 'times': {
      const timed = logged.find((one) => placeOf(one.component) === derivation.of) ?? first
      return knownUnitTimes(timed, { repository: logged, before: undefined })
    }
    case 'outdated': {
      const { languages, baseline } = derivation
      const translations = component.translations.filter(({ language }) =>
        languages.includes(language.code),
      )
      return findOutdated(component, { history, translations, baseline, progress })
    }
    case 'credits': {
      const rows = await history.rows('ancestors-moves')
      return contributionsOf({ component, history, rows }, { ...derivation, store, progress })
    }
    case 'trend': {
      const { key, steps } = derivation
      const positions = logged.map((one) => ({
        ...one,
        index: steps[pathInProject(one.component.config)] ?? -1,
      }))
      return knownCounts(component.project, positions, { key, store, library: libraryOf(store) })
    }
  }
}
