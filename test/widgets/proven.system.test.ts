import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { gitglot } from '../support/command.ts'
import { openDemo } from '../support/demo.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let commit = ''
beforeAll(async () => {
  demo = await openDemo({}, undefined, 1)
  commit = (await demo.catalog.viewAt('v2.0.0')).projects[0]?.components[0]?.commit?.oid ?? ''
})
afterAll(() => demo.catalog.close())

/** The value of a badge, its commit and its link. */
async function badge(path: string) {
  const svg = await (await demo.app.request(path)).text()
  const [, value, at] =
    /<title>(?:translated|errors|outdated|languages ≥ [\d.]+%) (.*) at (\w+)<\/title>/.exec(svg) ??
    []
  const [, link] = /<a href="([^"]*)">/.exec(svg) ?? []
  return { value, at, link }
}

/** The output of `gitglot status` for the demo's project at the commit. */
async function status(...args: string[]): Promise<string> {
  const [repository, config] = ['demo.git', 'demo.yml'].map((name) => resolve('fixtures', name))
  const { out } = await gitglot(createTemporaryFolder(), [
    ...['status', repository ?? '', '--config', config ?? '', '--ref', commit, '--outdated'],
    ...args,
  ])
  return out
}

/** The same numbers, written as in badges. */
async function numbersOf(args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const json = JSON.parse(await status('--format', 'json', ...args))
  const table = await status('--percent', '80', ...args)
  return {
    translated: `${json.translatedPercent.toFixed(1)}%`,
    errors: String(json.errors),
    outdated: String(json.outdated),
    languages: /^(\d+ of \d+) languages ≥ 80%$/m.exec(table)?.[1] ?? '',
  }
}

describe.each([
  ['tidewatch/', [], 'projects/tidewatch/'],
  ['tidewatch/web/', ['--component', 'web'], 'projects/tidewatch/web/'],
  ['tidewatch/-/pl/', ['--language', 'pl'], 'projects/tidewatch/-/pl/'],
  ['tidewatch/web/pl/', ['--component', 'web', '--language', 'pl'], 'projects/tidewatch/web/pl/'],
  ['tidewatch/terms/', ['--component', 'terms'], 'projects/tidewatch/terms/'],
])('of %s', (place, args, page) => {
  test('badges show and link to the same numbers that `gitglot status` prints', async () => {
    const link = `http://localhost/${page}?ref=${commit}`
    for (const [name, value] of Object.entries(await numbersOf(args))) {
      const address = `/widget/${place}${name}-badge`
      const query = `?ref=${commit}&percent=80`
      const actual = await badge(`${address}.svg${query}`)
      expect([name, actual]).toEqual([name, { value, at: commit, link }])
      const json = await demo.app.request(`${address}.json${query}`)
      expect(await json.json()).toMatchObject({ schemaVersion: 1, message: value })
    }
    expect((await demo.app.request(link.replace('http://localhost', ''))).status).toBe(200)
  })
})

test('a language with an unreadable file is unknown, and counts as unfinished', async () => {
  const { path } = await createRepository([
    { 'a/en.json': '{"a": "Save"}', 'a/de.json': '{', 'a/fr.json': '{"a": "Garder"}' },
  ])
  const components = [jsonComponent('a', 'a', { repo: path, branch: 'main' })]
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', components }
  const { catalog, get } = await serveProjects([project])
  const addresses = ['p/a/de/translated', 'p/a/de/errors', 'p/a/translated', 'p/a/languages']
  const badges = await Promise.all(
    addresses.map((address) => get<{ message: string }>(`/widget/${address}-badge.json`)),
  )
  await catalog.close()
  expect(badges.map(({ message }) => message)).toEqual(['unknown', 'unknown', '100.0%', '2 of 3'])
})

test('a badge without a ref names the served commit', async () => {
  const served = demo.catalog.current().projects[0]?.components[0]?.commit?.oid
  const { at, link } = await badge('/widget/tidewatch/errors-badge.svg')
  expect([at, link]).toEqual([served, `http://localhost/projects/tidewatch/?ref=${served}`])
})

test('an invalid percentage is refused', async () => {
  for (const percent of ['x', '101', '-1']) {
    const path = `/widget/tidewatch/languages-badge.svg?percent=${percent}`
    expect((await demo.app.request(path)).status).toBe(400)
  }
})

test('a badge names the commits of all its components, except unreadable ones', async () => {
  const [first, second] = await Promise.all(
    ['A', 'B'].map((text) =>
      createRepository([{ 'l/en.json': `{"a": "${text}"}`, 'l/de.json': '{}' }]),
    ),
  )
  const components = [
    jsonComponent('one', 'l', { repo: first?.path }),
    jsonComponent('other', 'l', { repo: second?.path }),
  ]
  const gone = jsonComponent('gone', 'l', { repo: '/nowhere.git' })
  const web = 'https://p.example'
  const server = await serveProjects([
    { slug: 'p', name: 'P', web, components },
    { slug: 'q', name: 'Q', web, components: [gone] },
    { slug: 'r', name: 'R', web, components: [...components.slice(0, 1), gone] },
  ])
  await server.catalog.complete
  const oids = server.catalog.current().projects[0]?.components.map(({ commit }) => commit?.oid)
  const titles = await Promise.all(
    [
      'p/errors',
      'p/outdated',
      'q/errors',
      'q/outdated',
      'q/translated',
      'q/languages',
      'r/outdated',
    ].map(async (name) => {
      const svg = await (await server.app.request(`/widget/${name}-badge.svg`)).text()
      return [/<title>(.*)<\/title>/.exec(svg)?.[1], /<a href="([^"]*)">/.exec(svg)?.[1]]
    }),
  )
  await server.catalog.close()
  const link = (slug: string) => `http://localhost/projects/${slug}/`
  expect(titles).toEqual([
    [`errors 0 at ${oids?.join(', ')}`, link('p')],
    [`outdated 0 at ${oids?.join(', ')}`, link('p')],
    ['errors unknown', link('q')],
    ['outdated unknown', link('q')],
    ['translated unknown', link('q')],
    ['languages ≥ 100% unknown', link('q')],
    [`outdated 0 at ${oids?.[0]}`, `${link('r')}?ref=${oids?.[0]}`],
  ])
})
