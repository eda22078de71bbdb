import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/read.ts'
import { createHooks } from '../../src/hooks/index.ts'
import { services } from '../../src/hooks/services.ts'
import { listen } from '../../src/http/listen.ts'
import { ANONYMOUS, headOf, parseRequest } from '../../src/http/request-info.ts'
import type { Component } from '../../src/model/model.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { addCommit, createRepository } from '../support/git-repository.ts'

const OWN = 'https://user:pw@git.example/Acme/Shop.git'
const COMMIT = 'f'.repeat(40)

const push = { ref: 'refs/heads/main', after: COMMIT }
const repository = {
  clone_url: 'https://git.example/acme/shop.git',
  ssh_url: 'git@git.example:acme/shop.git',
  html_url: 'https://git.example/acme/shop',
  name: 'shop',
  full_name: 'acme/shop',
  path_with_namespace: 'acme/shop',
  owner: { login: 'acme' },
}

/** For each service, a delivery about a push to `main` of the repository. */
const deliveries: Record<string, { headers?: Record<string, string>; payload: object }> = {
  github: { headers: { 'X-GitHub-Event': 'push' }, payload: { ...push, repository } },
  gitea: { payload: { ...push, repository } },
  forgejo: { payload: { ...push, repository } },
  gitee: { payload: { ...push, repository } },
  gitlab: {
    payload: {
      ...push,
      repository: { homepage: 'https://git.example/acme/shop' },
      project: { path_with_namespace: 'acme/shop' },
    },
  },
  bitbucket: {
    headers: { 'X-Event-Key': 'repo:push' },
    payload: {
      repository: { full_name: 'acme/shop' },
      push: { changes: [{ new: { name: 'other' } }, { new: { name: 'main' } }] },
    },
  },
  pagure: {
    payload: {
      topic: 'git.receive',
      msg: {
        pagure_instance: 'https://git.example/',
        project_fullname: 'acme/shop',
        branch: 'main',
      },
    },
  },
  azure: {
    payload: {
      eventType: 'git.push',
      resource: {
        repository: {
          name: 'shop',
          project: { name: 'acme' },
          remoteUrl: 'https://x.example/acme/shop',
        },
        refUpdates: [{ name: 'refs/heads/main' }],
      },
    },
  },
}

type Send = (
  service: string,
  body: unknown,
  init?: RequestInit,
) => Promise<{ status: number; json: Record<string, unknown>; response: Response }>

const closing: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

/** A server whose repositories are unreachable. */
async function serve(site: object = {}, project: object = {}): Promise<Send> {
  const component = jsonComponent('web', 'l', { repo: OWN, branch: 'main', update_interval: 9999 })
  const { app, catalog } = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://p.example', ...project, components: [component] }],
    site,
    { isAwaited: false },
  )
  closing.push(catalog.close)
  return async (service, body, init = {}) => {
    const { headers, ...rest } = init
    const response = await app.request(`/hooks/${service}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...rest,
    })
    return {
      status: response.status,
      json: (await response.json()) as Record<string, unknown>,
      response,
    }
  }
}

describe('deliveries', () => {
  let send: Send
  beforeAll(async () => {
    send = await serve()
  })

  test.each(Object.entries(deliveries))('%s', async (service, { headers = {}, payload }) => {
    const { status, json } = await send(service, payload, { headers })
    expect([status, json]).toEqual([
      200,
      {
        message: 'Update triggered: p/web',
        status: 'success',
        match_status: { repository_matches: 1, branch_matches: 1, enabled_hook_matches: 1 },
        updated_components: ['http://localhost/api/components/p/web/'],
      },
    ])
  })

  test.each([
    ['github', { zen: 'x' }, { 'X-GitHub-Event': 'ping' }],
    ['gitlab', { object_kind: 'note' }, {}],
    ['bitbucket', { test: true }, { 'X-Event-Key': 'diagnostics:ping' }],
    ['pagure', { topic: 'issue.new' }, {}],
    ['azure', { eventType: 'build.complete' }, {}],
  ])('%s: a delivery about another event is accepted', async (service, payload, headers) => {
    const { status, json } = await send(service, payload, { headers })
    expect([status, json]).toEqual([
      201,
      { message: 'Hook working', status: 'success', match_status: null, updated_components: null },
    ])
  })

  test.each([
    [{ ...repository, ...gone() }, 'refs/heads/main', [0, 0, 0]],
    [repository, 'refs/heads/other', [1, 0, 0]],
  ])('a push that matches no component says so', async (repository, ref, counts) => {
    const { status, json } = await send('gitea', { ref, repository })
    expect([status, json['status'], Object.values(json['match_status'] as object)]).toEqual([
      202,
      'failure',
      counts,
    ])
  })

  test.each([
    ['github', '{', {}, 400, 'parse_error', /^JSON parse error - /],
    ['github', '{}', {}, 400, 'invalid', /^Invalid data in json payload!$/],
    ['github', '[]', {}, 400, 'invalid', /^Invalid data/],
    ['gitea', '{"ref": 1}', {}, 400, 'invalid', /^Invalid data/],
    [
      'pagure',
      '{"topic":"git.receive","msg":{"project_fullname":"a/b","pagure_instance":"x"}}',
      {},
      400,
      'invalid',
      /^Invalid/,
    ],
    [
      'azure',
      '{"eventType":"git.push","resource":{"repository":{"name":"\\ud800","project":{"name":"p"},"remoteUrl":"https://dev.azure.com/x/"},"refUpdates":[{"name":"main"}]}}',
      {},
      400,
      'invalid',
      /^Invalid/,
    ],
    ['nope', '{}', {}, 404, 'not_found', /^Hook nope not supported$/],
    ['constructor', '{}', {}, 404, 'not_found', /not supported$/],
    ['gitea', 'a', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type', /text\/plain/],
    [
      'gitea',
      'a=b',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      400,
      'parse_error',
      /^Missing payload/,
    ],
  ])('%s %s: refused', async (service, body, headers, status, code, detail) => {
    const response = await send(service, body, { headers })
    const [error] = response.json['errors'] as { code: string; detail: string; attr: null }[]
    expect([response.status, error?.code, error?.attr]).toEqual([status, code, null])
    expect(error?.detail).toMatch(detail)
  })

  test('a form may contain the payload in a field', async () => {
    const form = new URLSearchParams({ payload: JSON.stringify({ ...push, repository }) })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await send('gitea', String(form), { headers })).status).toBe(200)
  })

  test.each(['GET', 'PUT', 'OPTIONS'])('%s is not allowed', async (method) => {
    const init = { method, ...(method === 'PUT' ? {} : { body: null }) }
    const { status, response } = await send('github', '{}', init)
    expect([status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test.each([
  'https://acme.visualstudio.com/Our%20Shop/_git/Web%20Shop',
  'https://dev.azure.com/acme/Our%20Shop/_git/Web%20Shop',
  'git@ssh.dev.azure.com:v3/acme/Our%20Shop/Web%20Shop',
  'git@ssh.dev.azure.com:v3/acme/Our Shop/Web Shop',
])('azure: names may have spaces, as in %s', (address) => {
  const remoteUrl = 'https://acme@dev.azure.com/acme/Our%20Shop/_git/Web%20Shop'
  const repository = { name: 'Web Shop', project: { name: 'Our Shop' }, remoteUrl }
  const resource = { repository, refUpdates: [{ name: 'refs/heads/main' }] }
  expect(services['azure']?.read({ resource }).repositories).toContain(address)
})

/** Fields that name another repository. */
function gone() {
  return { clone_url: 'https://git.example/x/y.git', ssh_url: '', html_url: '', full_name: 'x/y' }
}

test('a project may disable webhooks', async () => {
  const send = await serve({}, { enable_hooks: false })
  const { status, json } = await send('gitea', { ...push, repository })
  expect([status, Object.values(json['match_status'] as object)]).toEqual([202, [1, 1, 0]])
})

test('with a secret, deliveries without a valid signature are refused', async () => {
  const send = await serve({ hook_secret: 'sécret' })
  for (const [name, { headers = {}, payload }] of Object.entries(deliveries)) {
    const body = JSON.stringify(payload)
    const { signature, token } = services[name === 'forgejo' ? 'gitea' : name] ?? {}
    const sign = (secret: string): Record<string, string> => {
      const digest = createHmac('sha256', secret).update(body).digest('hex')
      if (signature !== undefined) return { [signature]: `sha256=${digest}` }
      if (token !== undefined) return { [token]: Buffer.from(secret).toString('latin1') }
      return { Authorization: `Basic ${Buffer.from(`user:${secret}`).toString('base64')}` }
    }
    const status = async (more: Record<string, string>) =>
      (await send(name, body, { headers: { ...headers, ...more } })).status
    expect([
      name,
      await status(sign('sécret')),
      await status(sign('other')),
      await status({}),
    ]).toEqual([name, 200, 403, 403])
  }
})

test('the reason why a delivery is refused or matches nothing is logged once a minute', async () => {
  const { catalog } = await serveProjects(
    [
      {
        slug: 'p',
        name: 'P',
        components: [jsonComponent('web', 'l', { repo: OWN, branch: 'main' })],
      },
    ],
    {},
    { isAwaited: false },
  )
  closing.push(catalog.close)
  const notices: string[] = []
  const onNotice = (message: string) => notices.push(message)
  const hooks = createHooks(
    { current: catalog.current, checkRemote: async () => undefined },
    'secret',
    onNotice,
  )
  const deliver = async (service: string, payload: object, token: string) => {
    const request = new Request(`http://localhost/${service}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Gitee-Token': token },
      body: JSON.stringify(payload),
    })
    const { url, signal } = request
    const facts = { principal: ANONYMOUS, client: '', origin: 'http://localhost', isPublic: false }
    const info = parseRequest(headOf(request), { url, signal, since: 0, ...facts })
    return (await hooks.fetch(request, { info, report: () => {} })).status
  }
  const other = { clone_url: 'https://git.example/a/b.git', path_with_namespace: 'a/b' }
  const statuses = [
    await deliver('gitee', { ...push, repository }, 'wrong'),
    await deliver('gitee', { ...push, repository }, 'wrong'),
    await deliver('gitee', { ...push, repository: other }, 'secret'),
    await deliver('gitee', { ...push, repository, ref: 'refs/heads/dev' }, 'secret'),
    await deliver('smoke', {}, 'secret'),
  ]
  expect([statuses, notices]).toEqual([
    [403, 403, 202, 202, 404],
    [
      'webhook gitee: refused with 403: its signature is not one with hook_secret',
      'webhook gitee: no component has the repository a/b',
      'webhook gitee: no component of acme/shop has the branch dev',
      'webhook smoke: refused with 404: Hook smoke not supported',
    ],
  ])
  for (let count = 0; count < 200; count++) await deliver(`${count}`.repeat(1000), {}, '')
  expect([notices.length, Math.max(...notices.map(({ length }) => length))]).toEqual([100, 400])
})

test('only signed bodies may be large, and with a secret only signed bodies are parsed', async () => {
  const large = JSON.stringify({ ...push, repository, more: 'x'.repeat(1 << 20) })
  const headers = { 'X-Gitee-Token': 'secret' }
  const status = async (send: Send, body: string, more = {}) =>
    (await send('gitee', body, { headers: more })).status
  const [open, signed] = [await serve(), await serve({ hook_secret: 'secret' })]
  expect(await status(open, large)).toBe(413)
  expect(await status(signed, large, headers)).toBe(200)
  expect(await status(signed, '{')).toBe(403)
  expect(await status(signed, '{', headers)).toBe(400)
})

test('a push is served soon, and redelivery changes nothing', async () => {
  const texts = (german: string) => ({
    'l/en.json': '{"a": "Sail"}',
    'l/de.json': `{"a": "${german}"}`,
  })
  const { path } = await createRepository([texts('')])
  const component = jsonComponent('web', 'l', { repo: path, branch: 'main', update_interval: 9999 })
  const project = { slug: 'p', name: 'P', web: 'https://p.example', components: [component] }
  const { app, catalog, get } = await serveProjects([project])
  onTestFinished(catalog.close)
  await catalog.complete
  const translated = async () =>
    (await get<{ translated: number }>('/api/translations/p/web/de/?format=json')).translated
  expect(await translated()).toBe(0)
  const after = await addCommit(path, texts('Segel'), 1)
  const send = () =>
    app.request('/hooks/gitea', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ref: 'refs/heads/main',
        after,
        repository: { clone_url: path, full_name: 'x/y' },
      }),
    })
  const changed = catalog.changed(AbortSignal.timeout(2000))
  expect((await send()).status).toBe(200)
  await changed
  expect(await translated()).toBe(1)
  await catalog.refresh()
  const { key } = catalog.current()
  expect((await send()).status).toBe(200)
  expect(catalog.current().key).toBe(key)
})

test.each([
  ['op', 0],
  ['hop', 0],
  ['e/Shop', 0],
  ['.git', 0],
  ['t', 0],
  ['/', 0],
  ['//Acme/Shop', 0],
  ['Shop', 1],
  ['acme/SHOP', 1],
])('an unsigned delivery matches only whole parts of a path: %s', async (name, matches) => {
  const named = { ...repository, clone_url: 'x', ssh_url: 'x', html_url: 'x', full_name: name }
  const send = await serve()
  const { json } = await send('gitea', { ...push, repository: named })
  expect(json['match_status']).toMatchObject({ repository_matches: matches })
})

test('unsigned deliveries trigger one fetch of a repository every 30 s', async () => {
  const components = ['one', 'two', 'three'].map((slug) =>
    jsonComponent(slug, 'l', { repo: OWN, branch: 'main', update_interval: 9999 }),
  )
  const { catalog } = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://p.example', components }],
    {},
    { isAwaited: false },
  )
  closing.push(catalog.close)
  const looks: string[] = []
  const view = {
    current: catalog.current,
    checkRemote: async ({ config }: Component) => void looks.push(config.slug),
  }
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const hooks = createHooks(view, '', () => {})
  const deliver = async () => {
    const request = new Request('http://localhost/gitea', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...push, repository }),
    })
    const { url, signal } = request
    const facts = { principal: ANONYMOUS, client: '', origin: 'http://localhost', isPublic: false }
    const info = parseRequest(headOf(request), { url, signal, since: 0, ...facts })
    return (await hooks.fetch(request, { info, report: () => {} })).status
  }
  for (let count = 0; count < 20; count++) expect(await deliver()).toBe(200)
  expect(looks).toEqual(['one'])
  vi.advanceTimersByTime(29_999)
  expect(looks).toEqual(['one'])
  vi.advanceTimersByTime(1)
  expect(looks.length).toBe(2)
})

test('a request aborted within its body is no server error', async () => {
  const errors: Error[] = []
  const events: number[] = []
  const { catalog } = await serveProjects([])
  closing.push(catalog.close)
  const config = readConfig({ text: 'projects: []', file: '/gitglot.yml' })
  const app = createApp({
    ...{ catalog, config },
    onError: (error) => errors.push(error),
    onResponse: ({ status }) => events.push(status),
  })
  const server = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.stop(0))
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
  for (const path of ['/hooks/gitea/', '/hooks/github/']) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(head(path), () => socket.resetAndDestroy())
    socket.on('error', () => {})
  }
  await vi.waitFor(() => expect(events).toEqual([499, 499]), 10_000)
  expect(errors).toEqual([])
})
