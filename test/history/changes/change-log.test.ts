import { expect, onTestFinished, test, vi } from 'vitest'
import { openComponent } from '../../support/component.ts'

const english = '{"a": "Sail", "b": "Boat"}'
const files = (czech: object) => ({ 'l/en.json': english, 'l/cs.json': JSON.stringify(czech) })
const steps = [
  { name: 'added', files: files({}) },
  { name: 'eva', files: files({ a: 'Plachta' }), author: 'Eva', email: 'eva@example.com' },
  {
    name: 'jan',
    files: files({ b: 'Loď' }),
    parents: ['added'],
    author: 'Jan',
    email: 'jan@example.com',
  },
  {
    name: 'merge',
    files: files({ a: 'Plachta', b: 'Loď' }),
    parents: ['eva', 'jan'],
  },
]

test('the changes of an author are those in the full list, with the right count on every page', async () => {
  const { catalog, history } = await openComponent(steps)
  const view = catalog.current()
  const people = await catalog.people(view)
  const log = catalog.changes(view)
  const nameOf = (oid: string) =>
    Object.keys(history.oids).find((name) => history.oids[name] === oid)
  const all = await log.list({ language: 'cs' }, { start: 0, size: Infinity })
  const shown = all.changes.map(({ action, target, authorCommit }) =>
    [nameOf(authorCommit), action, target].join(' '),
  )
  expect([all.isCounted, all.isComplete, all.count, shown]).toEqual([
    true,
    true,
    7,
    ['merge 0 ', 'jan 59 Loď', 'eva 0 ', 'eva 59 Plachta', 'added 0 ', 'added 71 ', 'added 71 '],
  ])
  const author = people.directory.named('jan')
  if (author === undefined) throw new Error('expected an author')
  const listJan = (start: number, size: number) =>
    log.list({ language: 'cs' }, { start, size }, { writer: { people, author } })
  const [page, counted, again] = [await listJan(0, 50), await listJan(0, 0), await listJan(0, 50)]
  expect(page.changes.map(({ target }) => target)).toEqual(['Loď'])
  expect([counted.count, counted.changes, again]).toEqual([1, [], page])
  expect(await log.find(page.changes[0]?.id ?? 0)).toEqual(page.changes[0])
})

test('the changes of an author are read without the steps of others', async () => {
  const { catalog } = await openComponent(steps.slice(0, 2))
  const view = catalog.current()
  const people = await catalog.people(view)
  const author = people.directory.named('eva')!
  const { log } = catalog.historyOf(view.projects[0]!.components[0]!)!
  const runs = vi.spyOn(log, 'runs')
  onTestFinished(() => runs.mockRestore())
  const list = await catalog
    .changes(view)
    .list({}, { start: 0, size: 50 }, { writer: { people, author } })
  expect(list.changes.map(({ target }) => target)).toContain('Plachta')
  expect(new Set(runs.mock.calls.map(([step]) => step))).toEqual(new Set([1]))
})

test('a page can begin and end anywhere in the list', async () => {
  const { catalog } = await openComponent(steps)
  const log = catalog.changes(catalog.current())
  const idsOf = async (start: number, size: number) =>
    (await log.list({}, { start, size })).changes.map(({ id }) => id)
  const all = await idsOf(0, Infinity)
  expect([await idsOf(1, 3), await idsOf(all.length - 1, 10), await idsOf(all.length, 10)]).toEqual(
    [all.slice(1, 4), all.slice(-1), []],
  )
})

test('the changes of a unit are those in the full list, with the right count on every page', async () => {
  const { catalog } = await openComponent(steps)
  const log = catalog.changes(catalog.current())
  const { changes } = await log.list({ language: 'cs' }, { start: 0, size: Infinity })
  const ofUnit = changes.filter(({ context }) => context === 'b')
  const filter = { language: 'cs', unit: { context: 'b', source: 'Boat' } }
  const list = (start: number, size: number) => log.list(filter, { start, size })
  const counted = await list(0, 0)
  expect([ofUnit.map(({ target }) => target), counted.count]).toEqual([['Loď', ''], 2])
  expect([(await list(0, 50)).changes, (await list(1, 50)).changes]).toEqual([
    ofUnit,
    ofUnit.slice(1),
  ])
})

test('a slow page is read to its end, and only the count stops early', async () => {
  const { catalog } = await openComponent(
    ['Loď', 'Člun', 'Bárka', 'Kánoe'].map((b) => ({ name: b, files: files({ b }) })),
  )
  const log = catalog.changes(catalog.current())
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000))
  onTestFinished(() => clock.mockRestore())
  const part = await log.list({ language: 'cs' }, { start: 0, size: 4 })
  expect([part.changes.map(({ target }) => target), part.isCounted]).toEqual([
    ['', 'Kánoe', '', 'Bárka'],
    false,
  ])
})

test('entries lead to their units, also in files with alternative rows', async () => {
  const csv = (...rows: string[]) => ({
    'l/cs.csv': `source,target,context\n${rows.join('\n')}\n`,
  })
  const { catalog } = await openComponent(
    [
      { name: 'one', files: csv('Wind,Vítr,air', 'Ebb,Odliv,tide') },
      { name: 'two', files: csv('Wind,Vítr,air', 'Ebb,Odliv,tide', 'Ebb,Odtok,tide') },
    ],
    { filemask: 'l/*.csv', template: '', file_format: 'csv-multi-utf-8' },
  )
  const log = catalog.changes(catalog.current())
  const { changes } = await log.list({ language: 'cs' }, { start: 0, size: Infinity })
  const rows = changes.flatMap(({ action, details: { context }, row }) =>
    context === undefined ? [] : [[action, context, row]],
  )
  expect(rows).toEqual([
    [59, 'tide', 1],
    [71, 'tide', 1],
    [71, 'air', 0],
  ])
  const filter = { language: 'cs', unit: { context: 'tide', source: 'Ebb' } }
  const ofUnit = await log.list(filter, { start: 0, size: Infinity })
  expect(ofUnit.changes.map(({ action }) => action)).toEqual([59, 71])
})
