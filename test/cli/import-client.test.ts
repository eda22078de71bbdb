import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { RepositoryError } from '../../src/errors.ts'
import { WeblateClient } from '../../src/mirror/client.ts'
import { type ApiServer, type Reply, serveApi } from '../support/api-server.ts'

/** A client of a server with these responses; it records its waits instead of waiting. */
async function clientOf(
  responses: Readonly<Record<string, Reply>>,
  token?: string,
): Promise<{ client: WeblateClient; server: ApiServer; waits: number[] }> {
  const waits: number[] = []
  const server = await serveApi(responses)
  const delay = async (milliseconds: number) => {
    waits.push(milliseconds)
  }
  return { client: new WeblateClient({ base: server.origin, token, delay }), server, waits }
}

/** Replies to each request with the next status, and repeats the last. */
function statuses(codes: readonly number[], headers: Readonly<Record<string, string>> = {}): Reply {
  let count = 0
  return (_: unknown, response: ServerResponse) => {
    const code = codes[Math.min(count++, codes.length - 1)] ?? 200
    response.writeHead(code, code === 200 ? {} : headers)
    response.end(code === 200 ? '{"ok":true}' : '{"errors":[{"detail":"Busy."}]}')
  }
}

test('a list is read page by page, as far as there is a next one', async () => {
  const { client, server } = await clientOf({
    '/api/projects/?page_size=200': {
      results: [1, 2],
      next: 'https://elsewhere.example/api/projects/?page=2&page_size=200',
    },
    '/api/projects/?page=2&page_size=200': { results: [3], next: null },
  })
  expect(await client.list('projects/')).toEqual([1, 2, 3])
  expect(server.requests).toEqual([
    '/api/projects/?page_size=200',
    '/api/projects/?page=2&page_size=200',
  ])
})

test('a list whose pages form a cycle is an error', async () => {
  const next = '{base_url}/api/projects/?page=2'
  const { client } = await clientOf({ '/api/projects/': { results: [1], next } })
  await expect(client.list('projects/')).rejects.toThrow('expected at most 500 pages, each once')
})

test.each([
  ['429, twice', [429, 429, 200], {}, [1000, 2000]],
  ['503 and Retry-After in seconds', [503, 200], { 'retry-after': '7' }, [7000]],
  ['500', [500, 200], {}, [1000]],
])('it retries after %s', async (_, codes, headers, expected) => {
  const { client, waits } = await clientOf({ '/api/x/': statuses(codes, headers) })
  expect(await client.read('x/')).toEqual({ ok: true })
  expect(waits).toEqual(expected)
})

test('it gives up after four attempts', async () => {
  const { client, server, waits } = await clientOf({ '/api/x/': statuses([502]) })
  await expect(client.read('x/')).rejects.toThrow(
    new RepositoryError('bad-answer', `${server.origin}/api/x/: answered 502: Busy.`),
  )
  expect(waits).toEqual([1000, 2000, 4000])
})

test('it does not wait for longer than a minute', async () => {
  const { client, server, waits } = await clientOf({
    '/api/x/': statuses([429], { 'retry-after': '3600' }),
  })
  await expect(client.read('x/')).rejects.toThrow(
    new RepositoryError(
      'bad-answer',
      `${server.origin}/api/x/: answered 429: Busy.; the server asks to wait 3600 s`,
    ),
  )
  expect(waits).toEqual([])
})

test('it retries after a broken connection', async () => {
  let count = 0
  const { client, waits } = await clientOf({
    '/api/x/': (_: unknown, response: ServerResponse) => {
      if (count++ === 0) response.destroy()
      else response.end('[]')
    },
  })
  expect(await client.read('x/')).toEqual([])
  expect(waits).toEqual([1000])
})

test.each([
  [404, 'NotFoundError', 'answered 404: Busy.'],
  [403, 'RepositoryError', 'answered 403: Busy; set an API token with --token'],
  [400, 'RepositoryError', 'answered 400: Busy.'],
])('%i is final', async (code, name, message) => {
  const { client, server } = await clientOf({ '/api/x/': statuses([code]) })
  await expect(client.read('x/')).rejects.toMatchObject({
    name,
    message: `${server.origin}/api/x/: ${message}`,
  })
  expect(server.requests.length).toBe(1)
})

test('a response that is not JSON is an error that quotes its beginning', async () => {
  const { client } = await clientOf({
    '/api/x/': (_: unknown, response: ServerResponse) => response.end('<h1>\x1b[31mWelcome</h1>'),
  })
  await expect(client.read('x/')).rejects.toThrow('expected JSON, found <h1> [31mWelcome</h1>')
})

test('a list without results is an error', async () => {
  const { client } = await clientOf({ '/api/x/': [1] })
  await expect(client.list('x/')).rejects.toThrow('expected a list with results')
})

test('a response above the limit is rejected', async () => {
  const { client } = await clientOf({
    '/api/x/': (_: unknown, response: ServerResponse) => response.end(Buffer.alloc(33 * 2 ** 20)),
  })
  await expect(client.read('x/')).rejects.toThrow('expected at most 33554432 bytes')
})

test('the token goes with every request, and never to another server', async () => {
  const redirect = (location: string) => (_: unknown, response: ServerResponse) => {
    response.writeHead(302, { location }).end()
  }
  const { client, server } = await clientOf(
    { '/api/x/': redirect('/api/y/'), '/api/y/': 1, '/api/z/': redirect('http://example.org/') },
    'secret',
  )
  expect(await client.read('x/')).toBe(1)
  expect(server.tokens).toEqual(['Token secret', 'Token secret'])
  await expect(client.read('z/')).rejects.toThrow('redirects to http://example.org/; try that')
})
