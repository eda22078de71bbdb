import { expect, onTestFinished, test } from 'vitest'
import type { AskHistories, HistoryOf } from '../../../src/history/component-history.ts'
import type { CountsAsked } from '../../../src/history/trend/project-counts.ts'
import { evenTimes, readTrend, spanOf, type Trend } from '../../../src/history/trend/trend.ts'
import { serveJson, serveProjects } from '../../support/catalog.ts'
import { openComponent } from '../../support/component.ts'
import { createHistory, extendHistory } from '../../support/history.ts'

const START = 1_704_067_200
const DAY = 86_400
const english = '{"a": "Sail", "b": "Boat"}'
const steps = [
  { name: 'template', files: { 'l/en.json': english } },
  { name: 'czech', files: { 'l/en.json': english, 'l/cs.json': '{"a": "Plachta"}' } },
  { name: 'broken', files: { 'l/en.json': english, 'l/cs.json': '{' } },
  { name: 'done', files: { 'l/en.json': english, 'l/cs.json': '{"a": "Plachta", "b": "Loď"}' } },
]

test('a trend counts the branch as it was at each time, and a broken file as it was before', async () => {
  const { catalog, component, history } = await openComponent(steps)
  const span = spanOf([catalog.historyOf(component)])
  expect(span).toEqual({ from: START, to: START + 3 * DAY })
  const times = [START - DAY, ...evenTimes({ from: START, to: START + 3 * DAY, points: 4 })]
  const options = { historyOf: catalog.historyOf, times }
  const trend = await readTrend({ components: [component], languageCode: 'cs' }, options)
  const nameOf = (oid: string | undefined) =>
    Object.keys(history.oids).find((name) => history.oids[name] === oid)
  expect(trend.points.map(({ commit, counts }) => [nameOf(commit), counts?.slice(0, 2)])).toEqual([
    [undefined, [0, 0]],
    ['template', [0, 0]],
    ['czech', [2, 1]],
    ['broken', [2, 1]],
    ['done', [2, 2]],
  ])
  expect([trend.isComplete, trend.completeness]).toEqual([true, { complete: true }])
  expect(trend.unreadable.map(({ commit, filename }) => [nameOf(commit), filename])).toEqual([
    ['broken', 'l/cs.json'],
  ])
})

test('the trend of a mirror counts outdated strings at the newest commit only, also after another commit arrives', async () => {
  const commit = (name: string, source: string, target: string) => ({
    name,
    files: { 'l/en.json': `{"a": "${source}"}`, 'l/cs.json': `{"a": "${target}"}` },
    message: name === 'translated' ? 'Translated using Weblate (Czech)' : name,
  })
  const first = await createHistory([
    commit('added', 'Sail', ''),
    commit('translated', 'Sail', 'Plachta'),
    commit('reworded', 'Sheet', 'Plachta'),
  ])
  const server = await serveJson(first.path, { state_from: 'mirror' })
  const needingEdit = async () => {
    const days = [1, 2, 3].map((day) => START + day * DAY)
    const scope = { components: [server.catalog.current().projects[0]!.components[0]!] }
    const { historyOf } = server.catalog
    const { points } = await readTrend(scope, { historyOf, times: days })
    return points.map(({ counts }) => counts?.[2])
  }
  expect(await needingEdit()).toEqual([0, 1, 1])
  await extendHistory(first, [commit('again', 'Canvas', 'Plachta')])
  await server.catalog.refresh()
  await server.catalog.complete
  expect(await needingEdit()).toEqual([0, 0, 1])
})

test('a trend lists only the broken files of its scope', async () => {
  const { path } = await createHistory([
    {
      name: 'broken',
      files: {
        ...{ 'l/en.json': english, 'l/cs.json': '{', 'l/de.json': '[' },
        ...{ 'x/en.json': '{', 'x/cs.json': '{}' },
      },
    },
  ])
  const component = (slug: string) => ({
    ...{ slug, name: slug, repo: path, branch: 'main', file_format: 'json' },
    ...{ filemask: `${slug}/*.json`, template: `${slug}/en.json` },
  })
  const { catalog } = await serveProjects([
    { slug: 'p', name: 'P', components: [component('l'), component('x')] },
  ])
  onTestFinished(catalog.close)
  await catalog.complete
  const [l, x] = catalog.current().projects[0]!.components
  const filenamesOf = async (scope: Parameters<typeof readTrend>[0]) => {
    const options = { historyOf: catalog.historyOf, times: [START] }
    const { unreadable } = await readTrend(scope, options)
    return unreadable.map(({ filename }) => filename)
  }
  expect(await filenamesOf({ components: [l!, x!] })).toEqual([
    'l/cs.json',
    'l/de.json',
    'x/en.json',
  ])
  expect(await filenamesOf({ components: [l!] })).toEqual(['l/cs.json', 'l/de.json'])
  expect(await filenamesOf({ components: [l!], languageCode: 'cs' })).toEqual(['l/cs.json'])
  expect(await filenamesOf({ components: [x!], languageCode: 'cs' })).toEqual(['x/en.json'])
})

/** Histories whose questions have time for one point each. */
function onePointEach(historyOf: HistoryOf): HistoryOf {
  return (component) => {
    const history = historyOf(component)
    const ask: AskHistories = (work, logged, args, options) => {
      const { times } = args as CountsAsked
      return history!.ask(work, logged, { ...args, times: times.slice(0, 1) }, options)
    }
    return history && { ...history, ask }
  }
}

test('an aborted trend stops counting', async () => {
  const { catalog, component } = await openComponent(steps)
  const historyOf = onePointEach(catalog.historyOf)
  const controller = new AbortController()
  const counted: number[] = []
  const publish = ({ points }: Trend) => {
    counted.push(points.filter(({ counts }) => counts !== undefined).length)
    controller.abort()
  }
  const { signal } = controller
  const options = { historyOf, times: [START, START + DAY], publish, signal }
  await expect(readTrend({ components: [component] }, options)).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(counted).toEqual([1])
})

test('a trend publishes what each question counted, newest first, and ends with the whole trend', async () => {
  const { catalog, component } = await openComponent(steps)
  const published: Trend[] = []
  const trend = await readTrend(
    { components: [component] },
    {
      historyOf: onePointEach(catalog.historyOf),
      times: [START, START + 3 * DAY],
      publish: (part) => published.push(part),
    },
  )
  const [first, last] = published
  expect([first?.isComplete, first?.points.map(({ counts }) => counts?.slice(0, 2))]).toEqual([
    false,
    [undefined, [4, 4]],
  ])
  expect([last, last?.isComplete]).toEqual([trend, true])
})
