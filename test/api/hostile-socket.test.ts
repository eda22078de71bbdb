import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedDemo, serveDemo } from '../support/served-demo.ts'

let demo: ServedDemo

beforeAll(async () => {
  demo = await serveDemo()
})
afterAll(() => demo.stop())

/** What the server sends until it closes the connection, given bytes that no client library would send. */
function send(head: string): Promise<string> {
  const { hostname, port } = new URL(demo.url)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${head}\r\nConnection: close\r\n\r\n`, 'latin1'),
    )
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

const NOT_FOUND =
  '{"type":"client_error","errors":[{"code":"not_found","detail":"Not found.","attr":null}]}'
const DENIED =
  '{"type":"client_error","errors":[{"code":"permission_denied","detail":"You do not have permission to perform this action.","attr":null}]}'

test.each([
  ['GET /api/% HTTP/1.1\r\nHost: x', 404, NOT_FOUND],
  ['GET /api/projects/%ff/ HTTP/1.1\r\nHost: x', 404, NOT_FOUND],
  [
    'GET /api/projects/../../../etc/passwd HTTP/1.1\r\nHost: x',
    404,
    expect.stringMatching(/<!doctype html>(?!.*root:)/s),
  ],
  ['GET /api//projects/ HTTP/1.1\r\nHost: x', 404, NOT_FOUND],
  ['GET /api/projects/\xe9/ HTTP/1.1\r\nHost: x', 400, ''],
  ['GET /api/ HTTP/1.1\r\nHost: a b', 400, ''],
  ['GET /healthz HTTP/1.0', 200, 'ok'],
  ['GET /healthz HTTP/1.1\r\nHost:', 200, 'ok'],
  ['GET * HTTP/1.1\r\nHost: x', 400, ''],
  ['TRACE /api/ HTTP/1.1\r\nHost: x', 403, DENIED],
  ['POST /api/projects/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0', 403, DENIED],
  [`GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x`, 431, ''],
])('%j', async (head, status, body) => {
  const [top = '', ...rest] = (await send(head)).split('\r\n\r\n')
  expect([Number(top.split(' ')[1]), rest.join('\r\n\r\n').replace(/^0(?:\r\n)*$/, '')]).toEqual([
    status,
    body,
  ])
})
