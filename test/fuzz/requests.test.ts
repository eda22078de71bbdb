import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { type Listening, listen } from '../../src/http/listen.ts'
import { createChoices } from '../support/choices.ts'
import { openDemo } from '../support/demo.ts'
import { mutate, roundsOf } from './mutate.ts'

/**
 * Mutates requests and searches, the lines of `requests.txt` and `queries.txt`: every response must come in time and be no
 * internal error. Add an input that fails there with the fix.
 */

const linesOf = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
const targets = linesOf('requests.txt')
const queries = linesOf('queries.txt')
const tokens = [
  ...[
    '/',
    '//',
    '../',
    '%2e%2e',
    '%2f',
    '%252f',
    '%00',
    '%',
    '%zz',
    '%ff',
    '?',
    '&',
    '=',
    '#',
    ';',
  ],
  ...['q=', 'ref=', 'page=', 'page_size=', 'format=', 'base=', 'head=', 'language=', 'kind='],
  ...[
    'last',
    '-1',
    '0',
    '1e9',
    '9999999999999999999999',
    'NaN',
    'today',
    '1970-01-01',
    'csv',
    'zip:',
  ],
  ...['.json', '.csv', '.api', 'ndjson', 'main', 'HEAD', 'refs/heads/', '__proto__', 'constructor'],
  ...[
    '+AND+',
    '+OR+',
    'NOT+',
    '(',
    ')',
    '%22',
    'has:',
    'is:',
    'state:',
    'changed:',
    'r%22',
    '(a*)*',
  ],
]
const headers = [
  ...['', 'Accept: text/csv', 'Accept: */*;q=0, application/json;indent=99', 'Accept: \u00e9/,,;'],
  ...['If-None-Match: *, "', 'If-Modified-Since: never', 'Accept-Encoding: gzip;q=0, br, \u0001x'],
  ...['Host: ', 'Host: [::1', 'X-Forwarded-Host: a b', 'Range: bytes=0-', 'Expect: 100-continue'],
  ...['Content-Length: 5', 'Transfer-Encoding: chunked', 'Origin: null', 'Upgrade: h2c'],
]
const methods = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PURGE', 'get']

const MAX_MILLISECONDS = 2000
const bugs: Error[] = []
let app: App
let server: Listening
let stop: () => Promise<void>

beforeAll(async () => {
  const { catalog, config } = await openDemo()
  // A short timeout: waiting for jobs is tested elsewhere.
  app = createApp({
    ...{ catalog, config: { ...config, requestTimeout: 1 } },
    onError: (error) => bugs.push(error),
  })
  server = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
  stop = async () => {
    await server.stop(0)
    await catalog.close()
  }
})
afterAll(() => stop())

/** Sends a request, and returns the beginning of the response when the connection closes. */
function send(request: Buffer): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    let head = ''
    socket.on('data', (chunk) => {
      if (head.length < 2000) head += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(head))
    socket.on('error', reject)
  })
}

test('every request gets a timely response that is no internal error', async () => {
  for (let round = -targets.length; round < roundsOf(400); round++) {
    const choices = createChoices(round * 7919)
    const { below, pick } = choices
    const target =
      round < 0
        ? Buffer.from(targets.at(round) ?? '')
        : mutate(Buffer.from(pick(targets)), choices, tokens)
    const method = round < 0 ? 'GET' : pick(methods)
    const lines = round < 0 ? [] : Array.from({ length: below(3) }, () => pick(headers))
    const end = ['', 'Host: localhost', ...lines, 'Connection: close', '', ''].join('\r\n')
    // A space or line break would end the target in the request line.
    const line = [Buffer.from(`${method} `), target.filter((byte) => byte > 0x20), ' HTTP/1.1']
    const request = Buffer.concat([...line, end].map((part) => Buffer.from(part)))
    const shown = `round ${round}: ${JSON.stringify(request.toString('latin1'))}`
    const start = process.cpuUsage()
    const head = await send(request)
    const { user, system } = process.cpuUsage(start)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    const isMeant = status < 500 || (status === 503 && /\r\nRetry-After: \d/i.test(head))
    if (!isMeant || bugs.length > 0) throw new Error(`${shown}: ${head}`, { cause: bugs[0] })
    expect((user + system) / 1000, shown).toBeLessThan(MAX_MILLISECONDS)
  }
})

const operators = [
  ...['AND', 'OR', 'NOT', '(', ')', '"', "'", '\\', 'r"', '[', ']', ' to ', ':', ':=', ':>=', ':<'],
  ...['today', 'yesterday', '2024-02-30', '99999-01-01', '-1', '0x10', '1e400', '\u0000', '\ud800'],
  ...['(a*)*b', '(?P<x>', '\\p{L}', '{1,9999}', 'is:', 'has:', 'state:', 'source:', '\u{1f600}'],
]

test('every search gets a timely response, 200 or 400', async () => {
  for (let round = -queries.length; round < roundsOf(2000); round++) {
    const choices = createChoices(round * 7919)
    const seed = Buffer.from(round < 0 ? (queries.at(round) ?? '') : choices.pick(queries))
    const query = round < 0 ? seed : mutate(seed, choices, operators)
    const shown = `round ${round}: ${JSON.stringify(query.toString())}`
    const start = process.cpuUsage()
    const { status } = await app.request(
      `/api/translations/tidewatch/web/cs/units/?page_size=2&q=${encodeURIComponent(query.toString())}`,
    )
    const { user, system } = process.cpuUsage(start)
    expect([bugs, [200, 400].includes(status)], shown).toEqual([[], true])
    expect((user + system) / 1000, shown).toBeLessThan(MAX_MILLISECONDS)
  }
})
