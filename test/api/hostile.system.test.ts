import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import type { OpenApi } from '../../src/api/schema/openapi.ts'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { createExpander, getJson } from '../support/addresses.ts'
import { openDemo } from '../support/demo.ts'
import { ResponseSchema } from '../support/response-schema.ts'

let app: App
let catalog: Catalog
let schema: ResponseSchema
let expand: (path: string) => string[]
const bugs: Error[] = []

beforeAll(async () => {
  const demo = await openDemo({}, (error) => bugs.push(error))
  app = demo.app
  catalog = demo.catalog
  await catalog.complete
  schema = new ResponseSchema(await getJson<OpenApi>(app, '/api/schema/'))
  expand = await createExpander(app)
})
afterAll(() => catalog.close())

const LONG = 'a'.repeat(5000)

/** Values that are invalid for every parameter, percent-encoded. */
const VALUES = [
  '',
  '%00',
  '%',
  '%zz',
  '%FF%FE',
  '%0D%0AX-Evil:%201',
  '..%2F..%2Fetc%2Fpasswd',
  '%252e%252e%252f',
  '-1',
  '0',
  '1e3',
  '99999999999999999999',
  '%EF%BC%91',
  '__proto__',
  'constructor',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '%F0%9F%A7%AD',
  '--upload-pack=x',
  'HEAD~1',
  '9999999-99-99',
  LONG,
]

const QUERIES = [
  'page=1&page=nope',
  'page_size=1&page_size=nope&page=last',
  'format=json&format=csv',
  'format=csv&page=99999',
  'ref=main&ref=nope',
  `q=${'('.repeat(3000)}`,
  `q=${'NOT+'.repeat(3000)}a`,
  'q=source:r%22(a%2B)%2B$%22',
  `${'a=1&'.repeat(2000)}b`,
  '%=%&&==&',
]

/** Parameters of many endpoints, and some of none. */
const COMMON = ['page', 'page_size', 'format', 'ref', '__proto__', '%FF']
const PATHS = Object.keys(ENDPOINTS)

/** Each value in each of an endpoint's parameters, and in some that are common. The rest of the list is kept short. */
function queriesOf(path: string): string[] {
  const parameters = ENDPOINTS[path]?.query.map(({ name }) => name) ?? []
  const names = [...new Set([...parameters, ...COMMON])]
  const pairs = VALUES.flatMap((value) => names.map((name) => `page_size=1&${name}=${value}`))
  return [...QUERIES, ...pairs]
}

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { Accept: 'image/png' },
  { Accept: ';;;,,,' },
  { Accept: 'application/json; indent=99999999' },
  { Accept: 'application/json; indent=-1' },
  { Accept: LONG },
  { Accept: 'text/html' },
  { 'Accept-Encoding': 'gzip;q=x, br;q=, *' },
  { 'If-None-Match': '"' },
  { 'If-Modified-Since': 'yesterday' },
  { Host: 'a"><script>' },
  { Host: LONG },
  { 'X-Forwarded-Host': '<script>', 'X-Forwarded-Proto': 'javascript' },
  { Authorization: 'Token nope' },
  { Authorization: `Bearer ${LONG}` },
  { Range: 'bytes=9-1' },
]

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'NOPE', 'OPTIONS', 'HEAD']

/** Describes an invalid response: a bug, a page, or an error without its body. */
async function problem(address: string, init: RequestInit = {}): Promise<string | undefined> {
  const response = await app.request(address, init)
  const text = await response.text()
  const { status } = response
  const type = response.headers.get('Content-Type') ?? ''
  const what = `${init.method ?? 'GET'} ${address.slice(0, 200)} ${JSON.stringify(init.headers ?? {}).slice(0, 80)}: ${status}`
  if (status >= 500) return `${what} ${bugs.at(-1)?.stack}`
  if (type.startsWith('text/html') && !address.startsWith('/api/docs')) return `${what} is HTML`
  if (status < 400 || init.method === 'HEAD') return undefined
  if (type.startsWith('text/csv')) {
    return text.startsWith('errors.0.attr,errors.0.code,errors.0.detail,type\r\n')
      ? undefined
      : `${what} is no error in CSV: ${text}`
  }
  if (type !== 'application/json') return `${what} is ${type}`
  const wrong = schema.errorProblem(JSON.parse(text))
  return wrong && `${what}: ${wrong}`
}

async function problems(
  requests: Iterable<readonly [string, RequestInit?]>,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const [address, init] of requests) {
    const message = await problem(address, init)
    if (message !== undefined) problems.push(message)
  }
  return problems
}

describe.each(PATHS)('%s answers in its own form', (path) => {
  const address = () => expand(path)[0] ?? ''

  test('hostile queries', async () => {
    expect(await problems(queriesOf(path).map((query) => [`${address()}?${query}`]))).toEqual([])
  })

  test('hostile parts of the path', async () => {
    const names = [...path.matchAll(/:\w+/g)].map(([name]) => name)
    const requests = names.flatMap((name) =>
      VALUES.map((value): [string] => {
        const filled = path.replace(name, value).replace(/:project/, 'tidewatch')
        return [`/api${filled.replace(/:component/, 'web').replace(/:language/, 'cs')}/`]
      }),
    )
    expect(await problems(requests)).toEqual([])
  })

  test('headers', async () => {
    expect(await problems(HEADERS.map((headers) => [address(), { headers }]))).toEqual([])
  })

  test('methods', async () => {
    expect(await problems(METHODS.map((method) => [address(), { method }]))).toEqual([])
  })
})
