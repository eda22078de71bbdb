import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { readConfig } from '../../src/config/read.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { commitAs } from '../support/commit-as.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { addressesIn, textOf } from '../support/web.ts'

const HOSTILE = '"><script>alert(1)</script>&amp;\u202e'

const NO_PROJECTS = {
  ...{ text: 'projects: []', file: 'a.yml' },
  environment: {},
  readSecretFile: () => '',
}

function project(components: readonly object[], more: object = {}) {
  return { slug: 'p', name: 'P', web: 'https://p.example/', components, ...more }
}

test('hostile names, keys, sources, paths and authors are shown as text', async () => {
  const files = (source: string, target: string) => ({
    'l/en.json': JSON.stringify({ [HOSTILE]: source }),
    'l/cs.json': JSON.stringify({ [HOSTILE]: target }),
    'l/de.json': '{"broken',
  })
  const path = createTemporaryFolder()
  const author = `${HOSTILE.replaceAll(/[<>]/g, '')}<img> <a@example.org>`
  for (const [day, source] of ['A', 'B'].entries()) {
    const tree = files(`${source} ${HOSTILE}`, HOSTILE)
    await commitAs({ gitdir: path, tree, author, day, message: HOSTILE })
  }
  const more = {
    name: HOSTILE,
    repo: path,
    license: 'MIT',
    repoweb: `https://x.example/${HOSTILE}`,
  }
  const server = await serveProjects(
    [project([jsonComponent('web', 'l', more)], { name: HOSTILE })],
    { site_title: HOSTILE },
  )
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  const pages = ['/', '/projects/', '/projects/p/', '/projects/p/web/', '/projects/p/web/cs/']
  const others = [
    '/projects/p/-/cs/',
    '/languages/',
    '/languages/cs/',
    '/stats/',
    '/find/?q=script',
  ]
  const queries = [
    `/projects/p/?ref=${encodeURIComponent(HOSTILE)}`,
    `/projects/p/?letter=${encodeURIComponent(HOSTILE)}`,
  ]
  for (const address of [...pages, ...others, ...queries]) {
    for (let round = 0; round < 3; round++) {
      const html = await (await server.app.request(address)).text()
      expect([address, /<script>alert|<img/.test(html)]).toEqual([address, false])
    }
  }
})

test('a file that does not parse is told with its line, and the rest is shown', async () => {
  const { path } = await createRepository([
    { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}', 'l/de.json': '{"a":' },
  ])
  const { app, catalog } = await serveProjects([
    project([jsonComponent('web', 'l', { repo: path })]),
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  expect(await textOf(app, '/projects/p/web/')).toMatch(
    /A file cannot be read WEB: l\/de\.json:1:\d+: .* All that can be read is shown\. 100\.0 % translated/,
  )
})

test('a repository that cannot be read is told', async () => {
  const { app, catalog } = await serveProjects([
    project([jsonComponent('web', 'l', { repo: `${createTemporaryFolder()}/none.git` })]),
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  expect(await textOf(app, '/projects/p/')).toMatch(
    /The repository cannot be read WEB: none\.git: expected a Git repository.*WEB .* cannot be read/,
  )
})

test('pages show no sums while a component is still being read', async () => {
  const { path: repo } = await createRepository([
    { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' },
  ])
  const components = ['here', 'far'].map((slug) => jsonComponent(slug, 'l', { repo }))
  const server = await serveProjects([project(components)])
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  // As it is before the second one is read.
  const view = server.catalog.current()
  const projects = view.projects.map((one) => ({
    ...one,
    components: one.components.map((component) =>
      component.config.slug === 'here'
        ? component
        : { ...component, isReady: false, reading: 'files' as const, translations: [] },
    ),
  }))
  const partial = { ...view, projects }
  const catalog = { ...server.catalog, current: () => partial, view: async () => partial }
  const app = createApp({ catalog, config: readConfig(NO_PROJECTS) })
  const waiting = '1 of 2 components read. Numbers follow when all are.'
  const paths = [
    '/',
    '/projects/p/',
    '/projects/p/-/cs/',
    '/languages/',
    '/languages/cs/',
    '/stats/',
  ]
  // From the heading to what stands in place of the numbers, without the tabs.
  const begin = async (path: string) =>
    (await textOf(app, path)).replace(/ Overview .*? (?=1 of 2)/, ' | ').split(/(?<=all are\.)/)[0]
  expect(await Promise.all(paths.map(begin))).toEqual(
    [
      'gitglot 1 project, 2 components.',
      'P 2 components. p.example/',
      'Czech čeština · P. In all projects: Czech.',
      'Languages',
      'Czech čeština · in all projects.',
      'Statistics',
    ].map((head) => `${head} | ${waiting}`),
  )
})

test.each([
  ['commit', 'Numbers of strings are right; outdated strings, the trend and authors follow', true],
  ['follow', 'States of strings, outdated ones, the trend and authors follow', false],
])(
  'while the history is still being read, states from %s stand beside what says so',
  async (state_from, told, hasNumbers) => {
    const { path: repo } = await createRepository([
      { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' },
    ])
    const more = { repo, state_from }
    const server = await serveProjects([project([jsonComponent('web', 'l', more)])])
    onTestFinished(() => server.catalog.close())
    await server.catalog.complete
    const view = server.catalog.current()
    const unread = { reading: 'history' as const, completeness: undefined }
    const projects = view.projects.map((one) => ({
      ...one,
      components: one.components.map((component) => ({ ...component, ...unread })),
    }))
    const partial = { ...view, projects }
    const catalog = { ...server.catalog, current: () => partial, view: async () => partial }
    const app = createApp({ catalog, config: readConfig(NO_PROJECTS) })
    for (const path of ['/projects/p/', '/projects/p/web/']) {
      const text = await textOf(app, path)
      expect(text).toContain('The history is still being read 0 of 1 component so far.')
      expect(text).toContain(told)
      expect(text.includes('100.0 % translated')).toBe(hasNumbers)
      expect(await textOf(server.app, path)).not.toContain('still being read')
    }
  },
)

test('without a project the start page says what to type', async () => {
  const config = readConfig(NO_PROJECTS)
  const catalog = await openCatalog({ config, environment: {} })
  onTestFinished(() => catalog.close())
  expect(await textOf(createApp({ catalog, config }), '/')).toContain(
    'No project is configured yet. In a repository with translations, gitglot discover --write',
  )
})

test('many components page by letter, and are there on one page', async () => {
  const { path } = await createRepository([{ 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":""}' }])
  const names = Array.from({ length: 120 }, (_, index) => `${index < 20 ? 'b' : 'a'}${index}`)
  const components = names.map((slug) => jsonComponent(slug, 'l', { repo: path }))
  const { app, catalog } = await serveProjects([project(components)])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const rows = async (query: string) =>
    (
      (await (await app.request(`/projects/p/${query}`)).text()).match(/projects\/p\/[ab]\d+\//g) ??
      []
    ).length
  expect([await rows(''), await rows('?letter=B'), await rows('?offset=100')]).toEqual([
    100, 20, 20,
  ])
  expect(await rows('?components=all')).toBe(120)
  expect(await textOf(app, '/projects/p/?letter=B')).toContain('A 100 B 20 All on one page 120')
})

test('a wide project scrolls in a box of its own; from 40 components on a row has one picture', async () => {
  const { path } = await createRepository([{ 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":""}' }])
  const pageOf = async (count: number) => {
    const components = Array.from({ length: count }, (_, index) =>
      jsonComponent(`c${index}`, 'l', { repo: path }),
    )
    const { app, catalog } = await serveProjects([project(components)])
    onTestFinished(() => catalog.close())
    await catalog.complete
    const html = await (await app.request('/projects/p/')).text()
    return {
      isBoxed: html.includes('class="scroll wide-box" tabindex="0"'),
      cells: html.match(/class="hh"/g)?.length ?? 0,
      hasProfiles: html.includes('Each component'),
    }
  }
  expect(await pageOf(12)).toEqual({ isBoxed: false, cells: 12, hasProfiles: false })
  expect(await pageOf(13)).toEqual({ isBoxed: true, cells: 13, hasProfiles: false })
  expect(await pageOf(40)).toEqual({ isBoxed: false, cells: 0, hasProfiles: true })
})

test('components are shown below their categories', async () => {
  const { path } = await createRepository([{ 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' }])
  const { app, catalog } = await serveProjects([
    project([jsonComponent('web', 'l', { repo: path, category: 'k' })], {
      categories: [{ slug: 'k', name: 'Kat' }],
    }),
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  expect(await textOf(app, '/projects/p/')).toContain('Components Kat 1 Component')
  expect(await textOf(app, '/projects/p/k/')).toMatch(/^Kat 1 component, 2 languages\./)
  expect(await textOf(app, '/projects/p/k/web/')).toMatch(/^WEB 1 string, 1 word, in 2 languages/)
  expect(await textOf(app, '/projects/p/k/web/cs/')).toMatch(/^Czech čeština · WEB of P/)
  for (const path of ['k/', 'k/web/', 'k/web/cs/']) {
    const [card = ''] = addressesIn(await (await app.request(`/projects/p/${path}`)).text())
    expect([path, (await app.request(card)).status]).toEqual([path, 200])
  }
})
