import { describe, expect, test } from 'vitest'
import type { ComponentHistory } from '../../../src/catalog/history/component-history.ts'
import type { Alert } from '../../../src/catalog/model.ts'
import type { ComponentContent } from '../../../src/catalog/reading/translation-file.ts'
import { createEntry } from '../../../src/catalog/updates/component-entry.ts'
import {
  type EntryChange,
  type EntryState,
  transition,
} from '../../../src/catalog/updates/transition.ts'
import { type ComponentState, NO_HISTORY } from '../../../src/catalog/view/component-state.ts'
import { readConfig } from '../../../src/config/read.ts'

const person = { name: 'Ada', email: '', timestamp: 0, utcOffset: 0 }
const commitOf = (oid: string) => ({
  oid,
  tree: '',
  parents: [],
  author: person,
  committer: person,
  message: '',
})
const alertOf = (message: string): Alert => ({ name: 'RepositoryError', message, filename: '' })
const contentOf = (): ComponentContent => ({ translations: [], alerts: [] })
/** Only its identity and whether states come from it count here. */
const historyOf = (outdated?: ComponentHistory['outdated']) => ({ outdated }) as ComponentHistory

const nothing: ComponentState = {
  commit: undefined,
  branch: 'main',
  repo: 'r',
  content: undefined,
  alert: undefined,
  ...NO_HISTORY,
}
const [content, checked, newer] = [contentOf(), contentOf(), contentOf()]
const [plain, following] = [historyOf(), historyOf(new Map())]
const lastChanges = new Map([['l/cs.json', { commit: 'a', author: person, timestamp: 0 }]])
const recent = new Map()
const one = commitOf('1')
const two = commitOf('2')
const readOne: ComponentState = { ...nothing, commit: one, content }
const servedOne: ComponentState = { ...readOne, content: checked }
const withHistory: EntryState = {
  latest: { ...readOne, history: plain, lastChanges, recent },
  served: { ...servedOne, history: plain, lastChanges, recent },
}
const read = (commit: ComponentState['commit'], alert?: Alert): EntryChange => ({
  type: 'read',
  commit,
  branch: 'main',
  content: commit === two ? newer : content,
  alert,
})

describe('a state after a change', () => {
  test.each<[string, EntryState, EntryChange, Partial<EntryState>]>([
    [
      'what is read is not served yet',
      { latest: nothing, served: nothing },
      read(one),
      { latest: readOne },
    ],
    [
      'another commit has no history yet',
      withHistory,
      read(two),
      { latest: { ...nothing, commit: two, content: newer } },
    ],
    [
      'the same commit with another alert keeps its history',
      withHistory,
      read(one, alertOf('gone')),
      { latest: { ...withHistory.latest, alert: alertOf('gone') } },
    ],
    ['the same commit changes nothing', withHistory, read(one), {}],
    [
      'what cannot be read keeps what was read',
      { latest: readOne, served: servedOne },
      { type: 'failed', alert: alertOf('no') },
      { latest: { ...readOne, alert: alertOf('no') } },
    ],
    [
      'the same failure changes nothing',
      { latest: { ...readOne, alert: alertOf('no') }, served: servedOne },
      { type: 'failed', alert: alertOf('no') },
      {},
    ],
    [
      'what is checked is served, with what was found out about the commit',
      { latest: withHistory.latest, served: nothing },
      { type: 'checked', content: checked, alert: undefined },
      { served: withHistory.served },
    ],
    [
      'the alert of the repository counts before that of checking',
      { latest: { ...readOne, alert: alertOf('no') }, served: nothing },
      { type: 'checked', content: checked, alert: alertOf('internal') },
      { served: { ...servedOne, alert: alertOf('no') } },
    ],
    [
      'a history with states waits for a check, and what came from the one before goes',
      withHistory,
      { type: 'historyLoaded', history: following },
      { latest: { ...withHistory.latest, history: following, recent: undefined } },
    ],
    [
      'a history without states is served at once',
      { latest: readOne, served: servedOne },
      { type: 'historyLoaded', history: plain },
      { latest: { ...readOne, history: plain }, served: { ...servedOne, history: plain } },
    ],
    [
      'a history is not served with another commit',
      { latest: { ...readOne, commit: two }, served: servedOne },
      { type: 'historyLoaded', history: plain },
      { latest: { ...readOne, commit: two, history: plain } },
    ],
    [
      'last changes are served at once',
      { latest: readOne, served: servedOne },
      { type: 'lastChangesFound', lastChanges },
      { latest: { ...readOne, lastChanges }, served: { ...servedOne, lastChanges } },
    ],
    [
      'as many last changes as before change nothing',
      withHistory,
      { type: 'lastChangesFound', lastChanges: new Map(lastChanges) },
      {},
    ],
    [
      'what comes from a history is served with it',
      {
        latest: { ...readOne, history: plain },
        served: { ...servedOne, history: plain },
      },
      { type: 'derived', history: plain, found: { recent } },
      {
        latest: { ...readOne, history: plain, recent },
        served: { ...servedOne, history: plain, recent },
      },
    ],
    [
      'what comes from another history changes nothing',
      withHistory,
      { type: 'derived', history: following, found: { recent: new Map() } },
      {},
    ],
  ])('%s', (_name, before, change, expected) => {
    const after = transition(before, change)
    expect(after).toEqual({ ...before, ...expected })
    expect(after === before).toBe(Object.keys(expected).length === 0)
  })
})

test('a change for an older commit is dropped', () => {
  const { projects } = readConfig({
    text: JSON.stringify({
      projects: [
        {
          slug: 'p',
          name: 'P',
          web: 'https://p.example',
          components: [
            { slug: 'c', name: 'C', repo: '/r', file_format: 'json', filemask: '*.json' },
          ],
        },
      ],
    }),
    file: '/gitglot.yml',
    environment: {},
    readSecretFile: () => '',
  })
  const [project] = projects
  if (project?.components[0] === undefined) throw new Error('expected a component')
  const entry = createEntry(project, project.components[0], undefined)
  expect([entry.apply(undefined, read(one)), entry.apply('1', read(two))]).toEqual([true, true])
  const before = entry.state
  const late: EntryChange[] = [
    { type: 'checked', content: checked, alert: undefined },
    { type: 'lastChangesFound', lastChanges },
    { type: 'historyLoaded', history: plain },
    read(one),
  ]
  expect(late.map((change) => entry.apply('1', change))).toEqual(late.map(() => false))
  expect(entry.state).toBe(before)
  expect(entry.apply('2', { type: 'checked', content: checked, alert: undefined })).toBe(true)
  expect(entry.state.served.commit?.oid).toBe('2')
})
