import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { readConfig } from '../../src/config/read.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { commitAs } from '../support/commit-as.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { readable } from '../support/web.ts'

const PAGE = '/projects/p/'

let server: TestServer

beforeAll(async () => {
  const repo = createTemporaryFolder()
  for (const [day, text] of ['A', 'B'].entries()) {
    const tree = { 'l/en.json': `{"a":"${text}"}`, 'l/cs.json': '{"a":"Á"}' }
    await commitAs({ gitdir: repo, tree, author: 'Jana <jana@example.org>', day, message: text })
  }
  const components = [jsonComponent('web', 'l', { repo })]
  server = await serveProjects([{ slug: 'p', name: 'P', web: 'https://p.example/', components }])
  await server.catalog.complete
  return () => server.catalog.close()
})

/** A server whose trends wait until `go` is called. */
function serveWithoutTrend(served = server.catalog) {
  let go = () => {}
  let gate: Promise<void>
  const stop = () => {
    gate = new Promise((resolve) => {
      go = resolve
    })
  }
  stop()
  onTestFinished(() => go())
  const historyOf: Catalog['historyOf'] = (component) => {
    const history = served.historyOf(component)
    if (history === undefined) return undefined
    const ask: typeof history.ask = async (work, ...rest) => {
      if (work.name === 'counts') await gate
      return history.ask(work, ...rest)
    }
    return { ...history, ask }
  }
  const catalog: Catalog = { ...served, historyOf }
  const text = 'projects: []'
  const from = { text, file: 'a.yml', environment: {}, readSecretFile: () => '' }
  const app = createApp({ catalog, config: readConfig(from) })
  const ask = async (path: string) => {
    const response = await app.request(path)
    return { cache: response.headers.get('Cache-Control'), html: await response.text() }
  }
  return { app, go: () => go(), stop, ask }
}

const awaitedIn = (html: string) =>
  [...html.matchAll(/id="(\w+)" data-later/g)].map(([, id = '']) => id)

test('a page marks missing parts, is not cached, and reloads without scripts', async () => {
  const { ask } = serveWithoutTrend()
  await expect.poll(async () => awaitedIn((await ask(PAGE)).html)).toEqual(['trend'])
  const { html, cache } = await ask(PAGE)
  expect(html).toContain('<noscript><meta http-equiv="refresh" content="5"/></noscript>')
  expect(cache).toBe('no-store')
})

test('missing parts are requested alone, and their links omit `part`', async () => {
  const { ask, go } = serveWithoutTrend()
  const page = await ask(PAGE)
  expect(awaitedIn(page.html)).toContain('trend')
  go()
  const { html } = await ask(`${PAGE}?part=trend,commits`)
  expect(html).toMatch(/^<section id="trend"><h2>Since the first commit<\/h2><figure>/)
  expect(readable(html)).toContain('B English and Czech: 1 reworded, 1 outdated 2 Jan 2024 Jana')
  expect(html).not.toContain('part=')
})

test('a complete page marks no parts and does not reload', async () => {
  const { ask, go } = serveWithoutTrend()
  go()
  await expect.poll(async () => (await ask(PAGE)).cache).toBe('no-cache')
  const { html } = await ask(PAGE)
  expect([awaitedIn(html), html.includes('http-equiv')]).toEqual([[], false])
})

test('overviews are prepared before the first request', async () => {
  const { app, go, ask } = serveWithoutTrend()
  const prepared = app.prepare()
  go()
  await prepared
  const pages = [await ask('/'), await ask(PAGE)]
  expect(pages.map(({ html, cache }) => [cache, awaitedIn(html)])).toEqual([
    ['no-cache', []],
    ['no-cache', []],
  ])
})

test('pages below a prepared overview need at most one request for parts', async () => {
  const { app, go, ask } = serveWithoutTrend()
  go()
  await app.prepare()
  const places = ['projects/p/web/', 'projects/p/web/cs/', 'projects/p/-/cs/', 'languages/cs/']
  const paths = [...places, 'outdated/', 'outdated/p/', 'outdated/p/web/cs/']
  const left: unknown[] = []
  for (const path of paths) {
    const awaited = awaitedIn((await ask(`/${path}`)).html)
    const parts = awaited.length === 0 ? '' : (await ask(`/${path}?part=${awaited}`)).html
    left.push([path, awaitedIn(parts)])
  }
  expect(left).toEqual(paths.map((path) => [path, []]))
})

test('all parts are missing until the history is read', async () => {
  const view = server.catalog.current()
  const projects = view.projects.map((project) => ({
    ...project,
    components: project.components.map((component) => ({
      ...component,
      isHistoryAwaited: true,
      completeness: undefined,
    })),
  }))
  const partial = { ...view, projects }
  const catalog = { ...server.catalog, current: () => partial, view: async () => partial }
  const text = 'projects: []'
  const from = { text, file: 'a.yml', environment: {}, readSecretFile: () => '' }
  const app = createApp({ catalog, config: readConfig(from) })
  const html = await (await app.request(`${PAGE}?part=main`)).text()
  expect(awaitedIn(html)).toEqual(['main', 'state', 'outdated', 'trend', 'commits', 'people'])
  expect(html).not.toContain('history is known')
})

test('a project opened before it is read gets its menu and footer later', async () => {
  const project = { ...server.catalog.current().projects[0]!, components: [], reading: 'files' }
  let view: unknown = { ...server.catalog.current(), timestamp: undefined, projects: [project] }
  const catalog = { ...server.catalog, current: () => view, view: async () => view } as Catalog
  const from = { text: 'projects: []', file: 'a.yml', environment: {}, readSecretFile: () => '' }
  const app = createApp({ catalog, config: readConfig(from) })
  const before = await (await app.request(PAGE)).text()
  expect(awaitedIn(before)).toEqual(['refs', 'main', 'end'])
  view = server.catalog.current()
  const parts = await (await app.request(`${PAGE}?part=refs,main,end`)).text()
  expect(awaitedIn(parts)).toEqual([])
  expect(readable(parts.replace(/<main.*(?=<footer)/s, '').replace('<footer', '<div'))).toMatch(
    /^main [0-9a-f]{7} Show this page at main branch 2 Jan 2024 .* Computed from commit [0-9a-f]{7} on main, 2 Jan 2024/,
  )
})

test('a slow overview does not delay others', async () => {
  const { catalog } = await serveTwo()
  const asked = new Set<string>()
  const historyOf: Catalog['historyOf'] = (component) => {
    const history = catalog.historyOf(component)
    if (history === undefined) return undefined
    const { slug } = component.project.config
    const ask: typeof history.ask = async (work, ...rest) => {
      asked.add(`${slug} ${work.name}`)
      return slug === 'p' ? new Promise(() => {}) : history.ask(work, ...rest)
    }
    return { ...history, ask }
  }
  const from = { text: 'projects: []', file: 'a.yml', environment: {}, readSecretFile: () => '' }
  const app = createApp({ catalog: { ...catalog, historyOf }, config: readConfig(from) })
  void app.prepare()
  await expect
    .poll(() => [...asked].filter((name) => name.startsWith('q ')).sort())
    .toEqual(['q counts', 'q effects', 'q outdated'])
})

/** A server of the projects `p` and `q`, and a function that commits to one of them. */
async function serveTwo() {
  const repos = [0, 1].map(() => createTemporaryFolder())
  const commitTo = (index: number, day: number) =>
    commitAs({
      ...{ gitdir: repos[index]!, day, author: 'Jana <jana@example.org>', message: String(day) },
      tree: { 'l/en.json': `{"a":"${day}"}`, 'l/cs.json': '{"a":"Á"}' },
    })
  for (const index of repos.keys()) await commitTo(index, 0)
  const projects = repos.map((repo, index) => ({
    ...{ slug: ['p', 'q'][index], name: `P${index}`, web: 'https://p.example/' },
    components: [jsonComponent('web', 'l', { repo })],
  }))
  const { catalog } = await serveProjects(projects)
  onTestFinished(() => catalog.close())
  await catalog.complete
  return { catalog, commitTo }
}

test('a change in one project leaves the overviews of others complete', async () => {
  const { catalog, commitTo } = await serveTwo()
  const { go, stop, ask } = serveWithoutTrend(catalog)
  go()
  await expect.poll(async () => awaitedIn((await ask(PAGE)).html)).toEqual([])
  stop()
  const before = catalog.current().key
  await commitTo(1, 1)
  await catalog.refresh()
  expect(catalog.current().key).not.toBe(before)
  expect([awaitedIn((await ask(PAGE)).html), awaitedIn((await ask('/projects/q/')).html)]).toEqual([
    [],
    ['trend'],
  ])
})
