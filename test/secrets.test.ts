import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ENDPOINTS } from '../src/api/endpoints.ts'
import { createApp } from '../src/app.ts'
import { type CatalogEvent, openCatalog } from '../src/catalog/catalog.ts'
import { readConfigFile } from '../src/cli/config-file.ts'
import { Report } from '../src/cli/report.ts'
import { typicalAddresses } from './support/addresses.ts'
import { serveApi } from './support/api-server.ts'
import { jsonComponent, serveProjects } from './support/catalog.ts'
import { createRepository, createTemporaryFolder, hasGit } from './support/git-repository.ts'

/** Each place has its own secret, so that a leak shows where it comes from. */
const SECRET = {
  repo: 'Sekret/Repo+1',
  repoFile: 'SekretRepoFile2',
  push: 'SekretPush3',
  pushFile: 'SekretPushFile4',
  token: 'SekretToken5',
  store: 'SekretStore6',
  remote: 'SekretRemote7',
  slashes: 'SekretSlashes8',
  scp: 'SekretScp9',
  query: 'SekretQuery10',
} as const

/** Forms of a secret in addresses, headers and messages. */
function formsOf(secret: string): string[] {
  const encoded = ['x-access-token:', 'user:', ':'].map((user) =>
    Buffer.from(`${user}${secret}`).toString('base64').replace(/=+$/, ''),
  )
  return [secret, encodeURIComponent(secret), encodeURI(secret), ...encoded]
}

/** Names of the secrets that a text contains. */
function secretsIn(text: string): string[] {
  return Object.entries(SECRET)
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name)
}

/** A remote that echoes requests in its errors, and adds a secret of its own. */
function repeatEverything(request: IncomingMessage, response: ServerResponse): void {
  const { origin = '' } = { origin: `http://user:${SECRET.remote}@${request.headers.host}` }
  const text = `${request.url} ${request.headers.authorization} ${origin}/x?private_token=${SECRET.remote}`
  if (request.url?.startsWith('/moved')) {
    response.writeHead(302, { Location: `${origin}/else?access_token=${SECRET.remote}` })
  } else response.writeHead(request.url?.startsWith('/closed') ? 401 : 500)
  response.end(text)
}

const PATHS = ['broken', 'moved', 'closed'].flatMap((name) => [
  `/${name}/info/refs`,
  `/${name}/x/info/refs`,
])

async function crawl(environment: Readonly<Record<string, string | undefined>>): Promise<string[]> {
  const server = await serveApi(Object.fromEntries(PATHS.map((path) => [path, repeatEverything])))
  const host = new URL(server.origin).host
  const folder = createTemporaryFolder()
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return name
  }
  const { path: local } = await createRepository([
    { 'l/en.json': '{"a":"One"}', 'l/cs.json': '{"a":"Jedna"}' },
  ])
  const component = (slug: string, fields: object) => ({
    slug,
    name: slug,
    file_format: 'json',
    filemask: 'l/*.json',
    template: 'l/en.json',
    ...fields,
  })
  const password = encodeURIComponent(SECRET.repo)
  const repoFile = file('repo', `http://user:${SECRET.repoFile}@${host}/closed`)
  const pushFile = file('push', `https://user:${SECRET.pushFile}@example.org/x.git`)
  const components = [
    component('web', { repo: local, push: `https://user:${SECRET.push}@example.org/x.git` }),
    component('push-file', { repo: local, push_file: pushFile }),
    component('broken', { repo: `http://user:${password}@${host}/broken` }),
    component('moved', { repo: `http://user:${password}@${host}/moved` }),
    component('from-file', { repo_file: repoFile }),
    component('token', { repo: `${server.origin}/broken/x` }),
    component('store', { repo: `${server.origin}/moved/x` }),
  ]
  const odd = [
    `http:///user:${SECRET.slashes}@${host}/x`,
    `user:${SECRET.scp}@${host.replace(/:.*/, '')}:x`,
    `${server.origin}/broken?private_token=${SECRET.query}`,
  ]
  const config = {
    data_dir: 'data',
    projects: [{ slug: 'tidewatch', name: 'Tidewatch', web: 'https://example.org/', components }],
  }
  const path = join(folder, file('gitglot.yml', JSON.stringify(config)))
  const out: string[] = []
  const stream = {
    isTTY: false,
    write(text: string) {
      out.push(text)
      return true
    },
  }
  // The reporter uses nothing else of a stream.
  const report = new Report({ out: stream as never, err: stream as never })
  const events: CatalogEvent[] = []
  const variables = {
    ...environment,
    [`GITGLOT_TOKEN_${host.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`]: SECRET.token,
    GITGLOT_CREDENTIALS_FILE: join(folder, file('store', `http://u:${SECRET.store}@${host}\n`)),
  }
  const read = readConfigFile(path, variables)
  const catalog = await openCatalog({
    config: read,
    environment: variables,
    onEvent(event) {
      events.push(event)
      report.happened(event)
    },
  })
  onTestFinished(() => catalog.close())
  await catalog.complete
  await catalog.refresh()
  const app = createApp({ catalog, config: read })
  const patterns = Object.keys(ENDPOINTS)
  const typical = [...(await typicalAddresses(app, patterns)).values()]
  const addresses = [
    '/',
    ...typical,
    ...components.flatMap(({ slug }) => [
      `/api/components/tidewatch/${slug}/`,
      `/api/components/tidewatch/${slug}/repository/`,
    ]),
    '/api/components/?format=csv',
  ]
  for (const address of addresses) {
    const response = await app.request(address)
    out.push(`${address}\n${JSON.stringify([...response.headers])}\n${await response.text()}`)
  }
  for (const repo of odd) {
    const name = file(
      'odd.yml',
      JSON.stringify({
        ...config,
        projects: [{ ...config.projects[0], components: [component('odd', { repo })] }],
      }),
    )
    try {
      readConfigFile(join(folder, name), variables)
      out.push(`${repo} is taken`)
    } catch (error) {
      out.push(String(error))
    }
  }
  expect(server.requests.length).toBeGreaterThan(0)
  return [...out, ...events.map((event) => JSON.stringify(event))].flatMap((text) =>
    secretsIn(text).map((name) => `${name}: ${text.slice(0, 300)}`),
  )
}

describe('no secret of a configuration, a file, the environment or a remote leaks', () => {
  test.skipIf(!hasGit())("with the system's git (skipped: there is none)", async () => {
    expect(await crawl({ PATH: process.env['PATH'] })).toEqual([])
  })

  test('with the embedded git', async () => {
    expect(await crawl({ PATH: '' })).toEqual([])
  })
})

/** A repository with two commits, then damaged. */
async function createDamaged(damage: (path: string) => void): Promise<string> {
  const files = (target: string) => ({
    'l/en.json': '{"a":"One"}',
    'l/cs.json': `{"a":"${target}"}`,
  })
  const { path } = await createRepository([files('Jeden'), files('Jedna')])
  damage(path)
  return path
}

test('no response about a damaged repository contains a path of the server', async () => {
  const paths = {
    ref: await createDamaged((path) => {
      rmSync(join(path, 'refs/heads/main'))
      mkdirSync(join(path, 'refs/heads/main'))
    }),
    loop: await createDamaged((path) => {
      writeFileSync(join(path, 'refs/heads/main'), 'ref: /etc/passwd\n')
    }),
    objects: await createDamaged((path) => {
      for (const name of readdirSync(join(path, 'objects'))) {
        if (name.length === 2) rmSync(join(path, 'objects', name), { recursive: true })
      }
    }),
    pack: await createDamaged((path) => {
      const pack = join(path, 'objects/pack', `pack-${'0'.repeat(40)}`)
      mkdirSync(dirname(pack), { recursive: true })
      for (const extension of ['idx', 'pack']) writeFileSync(`${pack}.${extension}`, 'nonsense')
    }),
    refs: await createDamaged((path) => mkdirSync(join(path, 'packed-refs'))),
    folder: await createDamaged((path) => {
      rmSync(join(path, 'objects'), { recursive: true })
      writeFileSync(join(path, 'objects'), '')
    }),
    none: join(createTemporaryFolder(), 'some where', 'x.git'),
  }
  const components = [
    jsonComponent('whole', 'l', { repo: await createDamaged(() => {}) }),
    ...Object.entries(paths).map(([slug, repo]) =>
      jsonComponent(slug, 'l', { repo, branch: 'main' }),
    ),
  ]
  const { app, catalog } = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://example.org/', components },
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  await catalog.refresh()
  const typical = [...(await typicalAddresses(app, Object.keys(ENDPOINTS))).values()]
  const of = (...names: string[]) =>
    Object.keys(paths).flatMap((slug) => names.map((name) => `/api/components/p/${slug}/${name}`))
  const lists = of('', 'refs/', 'repository/', 'trend/', 'outdated/', '?ref=main', 'file/')
  const comparisons = of('compare/?base=main', 'compare/?base=none&head=main')
  const shown: string[] = []
  for (const address of ['/', ...typical, ...lists, ...comparisons]) {
    const text = await (await app.request(address)).text()
    // The setting `repo` itself is shown as configured.
    if (text.replaceAll(/"repo":"[^"]*"/g, '').includes('/gitglot-'))
      shown.push(`${address}: ${text}`)
  }
  expect(shown).toEqual([])
  const page = await (await app.request('/')).text()
  const alerts = [...page.matchAll(/class="alert">.*?<\/svg> ([^<]*)/g)].map(([, text]) => text)
  const name = expect.stringMatching(/^gitglot-test-[^/]*: expected a [^/]*$/)
  expect(alerts).toEqual([
    expect.stringMatching(/^gitglot-test-[^/]*: there is no branch main$/),
    'main: expected a symbolic ref to a name below refs/',
    expect.stringMatching(/^object [0-9a-f]{40}: missing$/),
    name,
    'x.git: expected a Git repository, found nothing',
  ])
})
