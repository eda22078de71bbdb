import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { type Listening, listen } from '../../src/http/listen.ts'
import { isLoopback } from '../../src/http/loopback.ts'
import { openDemo } from '../support/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let server: Listening
beforeAll(async () => {
  demo = await openDemo()
  server = await serve(createApp({ ...demo, isLocal: true }))
})
afterAll(async () => {
  await server.stop(0)
  await demo.catalog.close()
})

function serve({ respond }: App): Promise<Listening> {
  return listen({ respond, host: '127.0.0.1', port: 0 })
}

/** The response to a request with these lines. */
function ask({ url }: Listening, ...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end([...lines, 'Connection: close', '', ''].join('\r\n'))
  let text = ''
  return new Promise((resolve) => {
    socket.setEncoding('latin1').on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
}

const statusOf = (response: string) => Number(response.split(' ')[1])

const PATHS = [
  '/api/projects/',
  '/',
  '/healthz/',
  '/metrics',
  '/git/tidewatch/web/',
  '/static/gitglot.css',
  '/widget/tidewatch/svg-badge.svg',
  '/nowhere',
]

test.each(['localhost', 'LOCALHOST:8000', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:65535'])(
  'a local server accepts the host %s',
  async (host) => {
    expect(statusOf(await ask(server, 'GET /healthz/ HTTP/1.1', `Host: ${host}`))).toBe(200)
  },
)

test.each([
  'rebound.example',
  'rebound.example:8000',
  'localhost.rebound.example',
  'localhost.',
  '127.0.0.1.rebound.example',
  '127.0.0.2',
  '10.0.0.1',
  '0.0.0.0:8000',
  '[::2]',
  '::1',
  'localhost:8000@rebound.example',
  'localhost, rebound.example',
  '',
])('a local server refuses all paths for the host %s', async (host) => {
  const responses = PATHS.map((path) => ask(server, `GET ${path} HTTP/1.1`, `Host: ${host}`))
  const statuses = (await Promise.all(responses)).map(statusOf)
  expect(statuses).toEqual(PATHS.map(() => 421))
})

test('a local server refuses another host despite forwarding headers, methods and cached pages', async () => {
  const host = 'Host: rebound.example'
  const forwarded = ['X-Forwarded-Host: localhost', 'Forwarded: host=localhost']
  expect(statusOf(await ask(server, 'GET / HTTP/1.1', host, ...forwarded))).toBe(421)
  expect(statusOf(await ask(server, 'GET http://localhost/ HTTP/1.1', host))).toBe(421)
  expect(statusOf(await ask(server, 'POST /hooks/gitea/ HTTP/1.1', host))).toBe(421)
  expect(statusOf(await ask(server, 'OPTIONS /api/ HTTP/1.1', host))).toBe(421)
  // The page is cached for the host localhost.
  await ask(server, 'GET /api/projects/ HTTP/1.1', 'Host: localhost')
  expect(statusOf(await ask(server, 'GET /api/projects/ HTTP/1.1', host))).toBe(421)
})

test('a local server accepts a request without a host, which no browser sends', async () => {
  expect(statusOf(await ask(server, 'GET /healthz/ HTTP/1.0'))).toBe(200)
})

test('a server with base_url, or on another address, accepts any host', async () => {
  const config = { ...demo.config, baseUrl: 'https://status.example' }
  for (const app of [createApp({ ...demo, config, isLocal: true }), demo.app]) {
    const other = await serve(app)
    onTestFinished(() => other.stop(0))
    expect(statusOf(await ask(other, 'GET /healthz/ HTTP/1.1', 'Host: proxy.example'))).toBe(200)
  }
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.0.2.1', false],
  ['status.example', false],
])('%s is a loopback address: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
