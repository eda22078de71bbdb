import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { readConfig } from '../../src/config/read.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { commitAs } from '../support/commit-as.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { addressesIn, readable, textOf } from '../support/web.ts'

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

test('a page names a file that does not parse, with the line, and shows the rest', async () => {
  const { path } = await createRepository([
    { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}', 'l/de.json': '{"a":' },
  ])
  const { app, catalog } = await serveProjects([
    project([jsonComponent('web', 'l', { repo: path })]),
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  expect(await textOf(app, '/projects/p/web/')).toMatch(
    /A file cannot be read WEB: l\/de\.json:1:\d+: .* Everything that can be read is shown\. 100\.0 % translated/,
  )
  const sentence = 'Not counted because they cannot be read: 1 translation.'
  const saysSo = async (address: string) => (await textOf(app, address)).includes(sentence)
  expect([await saysSo('/projects/p/'), await saysSo('/languages/cs/')]).toEqual([true, false])
})

test('a page reports a broken link as a file that cannot be read', async () => {
  const { path } = await createRepository([
    {
      ...{ 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' },
      ...{ 'l/de.json': { link: 'gone.json' }, 'l/fr.json': { link: '../../out.json' } },
    },
  ])
  const { app, catalog } = await serveProjects([
    project([jsonComponent('web', 'l', { repo: path })]),
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const reason = 'expected a file, found a link to a path that the repository lacks'
  const rest = 'Everything that can be read is shown.'
  const unread = `A file cannot be read WEB: l/de.json: ${reason} ${rest}`
  const page = await textOf(app, '/projects/p/web/')
  expect(page).toContain(`${unread} A file is ignored WEB: l/fr.json: ${reason} 100.0 % translated`)
  expect(await textOf(app, '/projects/p/web/de/')).toContain(unread)
})

test('a page reports a repository that cannot be read', async () => {
  const { app, catalog } = await serveProjects([
    project([jsonComponent('web', 'l', { repo: `${createTemporaryFolder()}/none.git` })]),
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  expect(await textOf(app, '/projects/p/')).toMatch(
    /The repository cannot be read WEB: none\.git: expected a Git repository.*WEB .* cannot be read/,
  )
})

test('a page reports a repository whose components cannot be discovered', async () => {
  const { path: other } = await createRepository([{ 'l/en.json': '{"a":"A"}' }])
  const repo = `${createTemporaryFolder()}/none.git`
  const { app, catalog } = await serveProjects([
    project([jsonComponent('web', 'l', { repo: other })]),
    { slug: 'q', name: 'Q', web: 'https://q.example/', repo, branch: 'dev' },
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const reason = 'none.git: expected a Git repository, found nothing'
  const tabs = 'Overview Strings Changes Checks Outdated Compare Engage Badges'
  const html = await (await app.request('/projects/q/')).text()
  expect([readable(html), /<footer.*?<p>(.*?)<\/p>/s.exec(html)?.[1]?.trim()]).toEqual([
    `Q ${tabs} The repository cannot be read ${reason}`,
    'No commit has been read yet.',
  ])
  expect(await textOf(app, '/about/')).toContain(`none.git dev none yet ${reason}`)
})

test('the share of a project without components is unknown', async () => {
  const { path: repo } = await createRepository([{ 'l/en.json': '{"a":"A"}' }])
  const discovering = { slug: 'q', name: 'Q', repo, discover: { take: ['nothing/*'] } }
  const { app, catalog } = await serveProjects([discovering])
  onTestFinished(() => catalog.close())
  await catalog.complete
  for (const path of ['/', '/projects/q/']) {
    const text = await textOf(app, path)
    expect([path, text]).toEqual([path, expect.stringContaining('unknown')])
    expect([path, text]).toEqual([path, expect.not.stringContaining('100.0')])
  }
  const badge = await app.request('/widget/q/svg-badge.json')
  expect(await badge.json()).toMatchObject({ message: 'unknown' })
})

test('the page of a person escapes language codes in links', async () => {
  const gitdir = createTemporaryFolder()
  const tree = { 'l/en.json': '{"a":"A"}', 'l/C%41.json': '{"a":"Á"}' }
  await commitAs({ gitdir, tree, author: 'Ada <ada@example.org>', day: 0 })
  const { app, catalog } = await serveProjects([
    project([jsonComponent('web', 'l', { repo: gitdir, branch: 'main' })]),
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const languages = async () => {
    const html = await (await app.request('/user/ada/')).text()
    return addressesIn(html).filter((address) => address.includes('languages/c'))
  }
  await expect.poll(languages).toEqual(['../../languages/c%2541/'])
  expect((await app.request('/languages/c%2541/')).status).toBe(200)
})

test('pages show no sums while a component is still being read', async () => {
  const { path: repo } = await createRepository([
    { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' },
  ])
  const components = ['here', 'far'].map((slug) => jsonComponent(slug, 'l', { repo }))
  const server = await serveProjects([project(components)])
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  // The view before the second component is read.
  const view = server.catalog.current()
  const projects = view.projects.map((project) => ({
    ...project,
    components: project.components.map((component) =>
      component.config.slug === 'here'
        ? component
        : { ...component, state: 'reading' as const, translations: [] },
    ),
  }))
  const partial = { ...view, projects }
  const catalog = { ...server.catalog, current: () => partial, view: async () => partial }
  const app = createApp({ catalog, config: readConfig(NO_PROJECTS) })
  const waiting = '1 of 2 components read. Numbers follow when all are read.'
  const paths = [
    '/',
    '/projects/p/',
    '/projects/p/-/cs/',
    '/languages/',
    '/languages/cs/',
    '/stats/',
  ]
  // From the heading to the notice that replaces the numbers, without the tabs.
  const begin = async (path: string) =>
    (await textOf(app, path))
      .replace(/ Overview .*? (?=1 of 2)/, ' | ')
      .split(/(?<=all are read\.)/)[0]
  expect(await Promise.all(paths.map(begin))).toEqual(
    [
      'gitglot 1 project, 2 components.',
      'P 2 components. p.example/',
      'Czech – P čeština · P. In all projects: Czech.',
      'Languages',
      'Czech – Languages čeština · in all projects.',
      'Statistics',
    ].map((head) => `${head} | ${waiting}`),
  )
})

test.each([
  ['commit', 'Counts are final; outdated strings, the trend and authors follow', true],
  ['follow', 'States, outdated strings, the trend and authors follow', false],
])(
  'a notice says what is missing until the history is read, with state_from %s',
  async (state_from, expected, hasNumbers) => {
    const { path: repo } = await createRepository([
      { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' },
    ])
    const more = { repo, state_from }
    const server = await serveProjects([project([jsonComponent('web', 'l', more)])])
    onTestFinished(() => server.catalog.close())
    await server.catalog.complete
    const view = server.catalog.current()
    const unread = { isHistoryAwaited: true, completeness: undefined }
    const projects = view.projects.map((project) => ({
      ...project,
      components: project.components.map((component) => ({ ...component, ...unread })),
    }))
    const partial = { ...view, projects }
    const catalog = { ...server.catalog, current: () => partial, view: async () => partial }
    const app = createApp({ catalog, config: readConfig(NO_PROJECTS) })
    for (const path of ['/projects/p/', '/projects/p/web/']) {
      const text = await textOf(app, path)
      expect(text).toContain('The history is still being read 0 of 1 component so far.')
      expect(text).toContain(expected)
      expect(text.includes('100.0 % translated')).toBe(hasNumbers)
      expect(await textOf(server.app, path)).not.toContain('still being read')
    }
  },
)

test('the start page without a project shows the command to begin with', async () => {
  const config = readConfig(NO_PROJECTS)
  const catalog = await openCatalog({ config, environment: {} })
  onTestFinished(() => catalog.close())
  expect(await textOf(createApp({ catalog, config }), '/')).toContain(
    'No project is configured yet. In a repository with translations, gitglot discover --write',
  )
})

test('many components are paged, filtered by letter or shown on one page', async () => {
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
  expect([await rows(''), await rows('?letter=B'), await rows('?offset=101')]).toEqual([
    100, 20, 20,
  ])
  expect(await textOf(app, '/projects/p/?offset=101')).toContain('101 to 120 of 120')
  expect(await rows('?components=all')).toBe(120)
  expect(await textOf(app, '/projects/p/?letter=B')).toContain('A 100 B 20 All on one page 120')
})

test('a language has a cell for each of up to ten components, and one picture for more', async () => {
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
      cells: html.match(/class="hh"/g)?.length ?? 0,
      hasProfiles: html.includes('Each component'),
    }
  }
  expect(await pageOf(10)).toEqual({ cells: 10, hasProfiles: false })
  expect(await pageOf(11)).toEqual({ cells: 0, hasProfiles: true })
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
  expect(await textOf(app, '/projects/p/k/')).toMatch(/^Kat – P 1 component, 2 languages\./)
  expect(await textOf(app, '/projects/p/k/web/')).toMatch(
    /^WEB – Kat – P 1 string, 1 word, in 2 languages/,
  )
  expect(await textOf(app, '/projects/p/k/web/cs/')).toMatch(
    /^Czech – WEB – Kat – P čeština · WEB of P/,
  )
  for (const path of ['k/', 'k/web/', 'k/web/cs/']) {
    const [card = ''] = addressesIn(await (await app.request(`/projects/p/${path}`)).text())
    expect([path, (await app.request(card)).status]).toEqual([path, 200])
  }
})

test('the numbers of a language in a category link to its strings in that category', async () => {
  const files = (folder: string) => ({
    [`${folder}/en.json`]: '{"a":"A","b":"%s"}',
    [`${folder}/cs.json`]: '{"a":"","b":"x"}',
  })
  const { path: repo } = await createRepository([{ ...files('k'), ...files('l') }])
  const component = (slug: string, folder: string, more: object) =>
    jsonComponent(slug, folder, { repo, check_flags: 'c-format', ...more })
  const components = [component('in', 'k', { category: 'k' }), component('out', 'l', {})]
  const { app, catalog } = await serveProjects([
    project(components, { categories: [{ slug: 'k', name: 'Kat' }] }),
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const html = await (await app.request('/projects/p/k/')).text()
  const above = '../../../'
  const addresses = addressesIn(html).filter((address) => address.includes('language=cs'))
  expect(addresses).toEqual([
    `${above}search/p/k/?language=cs`,
    `${above}checks/p/k/?language=cs`,
    `${above}search/p/k/?q=state%3Aempty&language=cs`,
  ])
  expect(await textOf(app, '/checks/p/k/?language=cs')).toContain(
    'C format string does not match source 1 ',
  )
  const text = await textOf(app, '/search/p/k/?q=state%3Aempty&language=cs')
  expect(text).toContain('p/k/in, Czech')
  expect(text).not.toContain('p/out')
})

test('files of a wrong format share one alert, and a misspelt template is corrected', async () => {
  const texts = JSON.stringify({ a: { b: 'A' } })
  const { path: repo } = await createRepository([
    { 'l/en.json': texts, 'l/cs.json': texts, 'l/de.json': texts, 'l/fr.json': texts },
  ])
  const components = [
    { ...jsonComponent('wrong', 'l', { repo }), file_format: 'po', template: '' },
    jsonComponent('misspelt', 'l', { repo, template: 'l/en.jsn' }),
  ]
  const { app, catalog } = await serveProjects([project(components)])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const html = await (await app.request('/')).text()
  const rows = [...html.matchAll(/<tr class="alert">.*?<\/tr>/gs)].map(([row]) => readable(row))
  expect(rows).toEqual([
    'l/*.json: 3 files are not po; they look like json-nested',
    'The template l/en.jsn does not exist. Did you mean l/en.json?',
  ])
})

test('an alert explains two files of one language and names the setting to use', async () => {
  const { path: repo } = await createRepository([
    { 'l/en.json': '{}', 'l/nb.json': '{}', 'l/nb_NO.json': '{}' },
  ])
  const { app, catalog } = await serveProjects([project([jsonComponent('web', 'l', { repo })])])
  onTestFinished(() => catalog.close())
  await catalog.complete
  expect(await textOf(app, '/projects/p/')).toContain(
    'Two files for one language WEB: l/nb.json and l/nb_NO.json are both Norwegian Bokmål; ' +
      'l/nb_NO.json is left out. language_aliases can tell them apart.',
  )
})

test('projects with one component, and many projects, have one row each', async () => {
  const { path: repo } = await createRepository([{ 'l/en.json': '{"a":"A"}' }])
  const rowsOf = async (slugs: readonly string[], components: readonly string[]) => {
    const projects = slugs.map((slug) => ({
      ...project(components.map((slug) => jsonComponent(slug, 'l', { repo }))),
      slug,
      name: slug,
    }))
    const { app, catalog } = await serveProjects(projects)
    onTestFinished(() => catalog.close())
    await catalog.complete
    const html = await (await app.request('/')).text()
    return [...html.matchAll(/<th scope="row"><a[^>]*>(\w+)/g)].map(([, name]) => name)
  }
  const many = Array.from({ length: 13 }, (_, index) => `p${index}`)
  expect(await rowsOf(['p', 'q'], ['web'])).toEqual(['p', 'q'])
  expect(await rowsOf(['p'], ['web', 'app'])).toEqual(['p', 'WEB', 'APP'])
  expect(await rowsOf(many, ['web', 'app'])).toEqual(many)
})
