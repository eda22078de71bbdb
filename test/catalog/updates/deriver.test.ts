import { expect, onTestFinished, test } from 'vitest'
import { createCache } from '../../../src/cache.ts'
import { readRuns } from '../../../src/catalog/history/changes/component-log.ts'
import { findRecentChanges } from '../../../src/catalog/history/changes/recent-changes.ts'
import { readSecond } from '../../../src/catalog/history/changes/segment-changes.ts'
import type { LoggedComponent } from '../../../src/catalog/history/changes/segments.ts'
import { knownUnitTimes } from '../../../src/catalog/history/changes/stored-times.ts'
import { effects } from '../../../src/catalog/history/commits/effects.ts'
import { type Derivation, deriveHere, inputOf } from '../../../src/catalog/history/derive.ts'
import { contributionsOf } from '../../../src/catalog/history/people/credits.ts'
import { deriveStates } from '../../../src/catalog/history/states/derive-states.ts'
import { findOutdated } from '../../../src/catalog/history/states/outdated.ts'
import { knownCounts } from '../../../src/catalog/history/trend/project-counts.ts'
import { unitHistory } from '../../../src/catalog/history/unit-history/unit-history.ts'
import { createLibrary } from '../../../src/catalog/reading/library.ts'
import { createDeriver } from '../../../src/catalog/updates/deriver.ts'
import { componentsOf } from '../../../src/catalog/view/view.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { openStore, type Store } from '../../../src/storage/store.ts'
import { appProject, serveProjects } from '../../support/catalog.ts'
import { createRepository, createTemporaryFolder } from '../../support/git-repository.ts'

const TREES = [
  { 'l/en.json': '{"a": "A", "b": "B"}', 'l/cs.json': '{"a": "Á", "b": "Bé"}' },
  { 'l/en.json': '{"a": "A", "b": "Bb"}', 'l/cs.json': '{"a": "Á", "b": "Bé"}' },
  { 'l/en.json': '{"a": "A", "b": "Bb", "c": "C"}', 'l/cs.json': '{"a": "Ááá", "b": "Bé"}' },
]

const SECOND = { seconds: 1_704_067_200 + 2 * 86_400, filter: {}, start: 1, size: 2 }
const UNIT = {
  filename: 'l/cs.json',
  languageCode: 'cs',
  key: { context: 'a', source: '' },
  isSource: false,
}

type Find = (own: LoggedComponent) => Promise<unknown>

/** What each derivation is for; `states` come first, as all others start from them. */
const FINDS: readonly (readonly [Derivation, Find])[] = [
  [{ name: 'states' }, async ({ history }) => history.outdated],
  [{ name: 'recent' }, async ({ history }) => findRecentChanges(history)],
  [
    { name: 'runs' },
    async ({ history: { log } }) => {
      readRuns(log)
      return log.order.map(log.known)
    },
  ],
  [
    { name: 'second', place: undefined, ...SECOND },
    async (own) => readSecond([[own]], SECOND.seconds, SECOND),
  ],
  [{ name: 'unit', unit: UNIT }, async (own) => unitHistory(UNIT, inputOf(own))],
  [
    { name: 'effects', step: 1, language: 'cs' },
    async (own) => {
      const step = own.history.timeline.steps[1]
      return step && effects({ ...own, step }, 'cs')
    },
  ],
  [
    { name: 'times', of: 'app/web' },
    async (own) => {
      const { translations } = knownUnitTimes(own, { repository: [own], before: undefined })
      return [...translations].map(([code, { added, updated }]) => [code, added, updated])
    },
  ],
  [
    { name: 'outdated', languages: ['cs'], baseline: -1 },
    async ({ component, history }) => {
      const { translations } = component
      return findOutdated(component, { history, translations, baseline: -1 })
    },
  ],
  [
    { name: 'credits' },
    async ({ component, history }) => {
      const rows = await history.rows('ancestors-moves')
      return contributionsOf({ component, history, rows }, history)
    },
  ],
  [
    { name: 'trend', key: 'k', steps: { web: 1 } },
    async ({ component, history }) => {
      const { store } = history
      const library = createLibrary({ maxBytes: 1 << 20, store })
      const positions = [{ component, history, index: 1 }]
      return knownCounts(component.project, positions, { key: 'k', store, library })
    },
  ],
]

/** The same with what a store has of it: no file can be read. */
async function withoutFiles(
  { component, history }: LoggedComponent,
  store: Store,
): Promise<LoggedComponent> {
  const fail = () => {
    throw new RangeError('expected it in the store')
  }
  const reader = {
    ...{ read: fail, sources: fail, templateAlert: fail },
    ...{ openSources: fail, openEntries: fail },
  }
  const repository = { ...history.repository, readBlob: fail }
  const blind = { ...history, reader, repository, store, derive: deriveHere }
  const { config, project } = component
  const owner = { component: { config, project: project.config } }
  const entries = createCache<never>({ maxBytes: 1000 })
  return {
    component,
    history: { ...blind, ...(await deriveStates({ ...blind, ...owner, entries })) },
  }
}

test.each(['follow', 'mirror'])(
  'what a thread derives from a history is found in the store (%s)',
  async (stateFrom) => {
    const { path, commits } = await createRepository(TREES)
    const project = { ...appProject(path, 'l'), state_from: stateFrom }
    const mirror = stateFrom === 'mirror' ? { mirror_baseline: commits[0] } : {}
    const { catalog } = await serveProjects([{ ...project, ...mirror }])
    onTestFinished(catalog.close)
    await catalog.complete
    const [component] = componentsOf(catalog.current())
    const history = component && catalog.historyOf(component)
    if (component === undefined || history === undefined) throw new Error('expected a history')
    const own = { component, history }
    const store = openStore({ path: createTemporaryFolder() })
    onTestFinished(store.close)
    const engine = createEngine({ threads: 1, store, maxThreadBytes: 1 << 27 })
    onTestFinished(() => engine.close())
    const derive = createDeriver({ engine, store, maxObjectBytes: 1 << 20 })
    for (const [derivation, find] of FINDS) {
      await derive(derivation, [inputOf(own)], () => undefined)
      expect(await find(await withoutFiles(own, store)), derivation.name).toEqual(await find(own))
    }
  },
)

test('what a thread finds is known to a log that had looked for it before', async () => {
  const { path } = await createRepository(TREES)
  const { catalog } = await serveProjects([appProject(path, 'l')])
  onTestFinished(catalog.close)
  await catalog.complete
  const [component] = componentsOf(catalog.current())
  const history = component && catalog.historyOf(component)
  if (component === undefined || history === undefined) throw new Error('expected a history')
  const store = openStore({ path: createTemporaryFolder() })
  onTestFinished(store.close)
  const engine = createEngine({ threads: 1, store, maxThreadBytes: 1 << 27 })
  onTestFinished(() => engine.close())
  const derive = createDeriver({ engine, store, maxObjectBytes: 1 << 20 })
  const blind = await withoutFiles({ component, history }, store)
  const { log } = blind.history
  expect(log.order.map(log.known)).toEqual([undefined, undefined, undefined])
  await derive({ name: 'runs' }, [inputOf(blind)], () => undefined)
  readRuns(history.log)
  expect(log.order.map(log.known)).toEqual(history.log.order.map(history.log.known))
})
