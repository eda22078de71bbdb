import { expect, onTestFinished, test } from 'vitest'
import { readEffects } from '../../src/history/commits/effects.ts'
import { unitHistoryOf } from '../../src/history/unit-history/unit-history.ts'
import { findTranslation } from '../../src/view/find.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'

/** Larger than any file that is parsed on the main thread. */
const LARGE = 600_000
/** The largest file that the main thread may parse. */
const SMALL = 512 << 10

const files = (a: string, b: string) => ({
  'l/en.json': '{"a": "Sail", "b": "Boat", "c": "Sea"}',
  'l/cs.json': JSON.stringify({ a, b, c: 'Moře '.repeat(LARGE / 6) }),
})
const STEPS = [
  { name: 'added', files: files('Plachta', 'Loď') },
  { name: 'reworded', files: files('Plachty', 'Loď') },
  { name: 'side', files: files('Plachta', 'Loďka'), parents: ['added'] },
  { name: 'merge', files: files('Plachty', 'Loďka'), parents: ['reworded', 'side'] },
]

/** Reads lists of changes, effects of commits and histories of units; `large` has the size of each large file read on this thread. */
async function ask(path: string, threads: number) {
  const component = jsonComponent('c', 'l', { repo: path, branch: 'main' })
  const project = { slug: 'p', name: 'P', web: 'https://p.example', components: [component] }
  const { catalog } = await serveProjects([project], { weblate: '5.14' }, { threads })
  onTestFinished(catalog.close)
  await catalog.complete
  const view = catalog.current()
  const [served] = view.projects[0]?.components ?? []
  const history = served && catalog.historyOf(served)
  if (served === undefined || history === undefined) throw new Error('expected a history')
  const large: number[] = []
  const { readBlob } = history.repository
  Object.assign(history.repository, {
    readBlob(...asked: Parameters<typeof readBlob>) {
      const bytes = readBlob(...asked)
      if (bytes.length > SMALL) large.push(bytes.length)
      return bytes
    },
  })
  const log = catalog.changes(view)
  const { changes, ...counted } = await log.list({}, { start: 0, size: 50 })
  const shown = (all: typeof changes) =>
    all.map(({ component: _component, translation, ...change }) => ({
      ...change,
      translation: translation?.filename,
    }))
  const part = await log.list({ place: 'p/c', language: 'cs' }, { start: 1, size: 2 })
  const change = await log.find(changes.at(-2)?.id ?? 0)
  const translation = findTranslation(served, 'cs')
  const histories = []
  for (const row of [0, 1]) histories.push(await unitHistoryOf({ translation, row }, history))
  const effects = []
  for (const step of history.timeline.steps) {
    const stepEffects = await readEffects({ component: served, history, step })
    effects.push(stepEffects.map(({ component: _component, ...effect }) => effect))
  }
  return {
    large,
    answers: {
      ...counted,
      all: shown(changes),
      part: shown(part.changes),
      one: change?.id,
      histories,
    },
  }
}

test('lists of changes, effects and histories of units read large files in threads', async () => {
  const { path, oids } = await createHistory(STEPS)
  const here = await ask(path, 0)
  const elsewhere = await ask(path, 2)
  expect(elsewhere.answers).toEqual(here.answers)
  const { all, histories } = here.answers
  expect(all.map(({ action, languageCode }) => `${action} ${languageCode}`)).toEqual([
    ...['0 cs', '59 cs', '0 cs', '59 cs'],
    ...['0 cs', '71 cs', '71 cs', '71 cs', '0 en', '71 en', '71 en', '71 en'],
  ])
  expect(histories.map(({ versions }) => versions.map(({ writtenIn }) => writtenIn))).toEqual([
    [oids['reworded'], oids['added']],
    [oids['side'], oids['added']],
  ])
  expect([elsewhere.large, here.large.length > 4]).toEqual([[], true])
})
