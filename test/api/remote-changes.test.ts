import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createHistory, type Step } from '../support/history.ts'

const FIRST = { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' }
const STEPS = [
  { name: 'first', files: FIRST },
  { name: 'other', files: { ...FIRST, 'README.md': 'Hello' } },
  { name: 'gone', files: { 'l/en.json': '{"a":"A","b":"B"}' } },
]

/** The entries of the log, oldest first, of all languages or one. */
async function logOf(weblate: string, place = 'components/p/c', steps: readonly Step[] = STEPS) {
  const { path, oids } = await createHistory(steps)
  const component = { file_format: 'json', filemask: 'l/*.json', template: 'l/en.json' }
  const { get, catalog } = await serveProjects(
    [
      {
        ...{ slug: 'p', name: 'P', web: 'https://p.example' },
        components: [{ slug: 'c', name: 'C', repo: path, branch: 'main', ...component }],
      },
    ],
    { weblate },
  )
  onTestFinished(() => catalog.close())
  await catalog.complete
  const { results } = await get<{ results: Record<string, unknown>[] }>(
    `/api/${place}/changes/?format=json`,
  )
  return { oids, log: results.toReversed() }
}

test('a commit from the remote and a removed language are logged before their changes', async () => {
  const { oids, log } = await logOf('2026.10')
  expect(log.map(({ action }) => action)).toEqual([71, 0, 71, 0, 101, 25, 71, 0])
  expect(log.slice(4, 6)).toMatchObject([
    {
      translation: null,
      action_name: 'Remote repository updated',
      target: '',
      details: {
        branch: 'main',
        remote_revision: oids['gone'],
        previous_remote_revision: oids['other'],
        commit: oids['gone'],
      },
    },
    {
      translation: null,
      action_name: 'Translation removed',
      target: 'l/cs.json',
      details: { commit: oids['gone'] },
    },
  ])
})

test('Weblate 5.14 logs neither, and no version logs them in a language', async () => {
  const old = await logOf('5.14')
  expect(old.log.map(({ action }) => action)).toEqual([71, 0, 71, 0, 71, 0])
  const { log } = await logOf('2026.10', 'translations/p/c/en')
  expect(log.map(({ action }) => action)).toEqual([71, 0, 71, 0])
})

test('a removed language is logged even if its file was never readable', async () => {
  const broken = { name: 'broken', files: { ...FIRST, 'l/de.json': '{' } }
  const steps = [broken, { name: 'first', files: FIRST }]
  const { log } = await logOf('2026.10', 'components/p/c', steps)
  expect(log.map(({ action, target }) => [action, target]).slice(4)).toEqual([
    [24, ''],
    [101, ''],
    [25, 'l/de.json'],
  ])
})

test('a language removed while the template is broken is logged once that is mended', async () => {
  const broken = { 'l/en.json': '{' }
  const steps = [
    { name: 'first', files: FIRST },
    { name: 'broken', files: { ...FIRST, ...broken } },
    { name: 'gone', files: broken },
    { name: 'mended', files: { 'l/en.json': FIRST['l/en.json'] } },
  ]
  const { log, oids } = await logOf('2026.10', 'components/p/c', steps)
  const entries = log.map(({ action, target, details }) => ({ action, target, details }))
  expect(entries.filter(({ action }) => action === 25)).toEqual([
    { action: 25, target: 'l/cs.json', details: { commit: oids['mended'] } },
  ])
})
