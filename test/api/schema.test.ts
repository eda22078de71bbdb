import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import type { OpenApi } from '../../src/api/schema/openapi.ts'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { createExpander, getJson, pages, typicalAddresses } from '../support/addresses.ts'
import { openDemo } from '../support/demo.ts'
import { addressOf, problems, ResponseSchema, requiredQuery } from '../support/response-schema.ts'
import { readable } from '../support/web.ts'

let app: App
let catalog: Catalog
let document: OpenApi
let schema: ResponseSchema
let expand: (path: string) => string[]

beforeAll(async () => {
  const demo = await openDemo()
  app = demo.app
  catalog = demo.catalog
  await catalog.complete
  document = await getJson<OpenApi>(app, '/api/schema/')
  schema = new ResponseSchema(document)
  expand = await createExpander(app)
})
afterAll(() => catalog.close())

describe('the document', () => {
  test('describes exactly the endpoints that can succeed', () => {
    const supported = Object.entries(ENDPOINTS).filter(([, { body }]) => body !== 'refused')
    expect(Object.keys(document.paths)).toEqual(supported.map(([path]) => addressOf(path)))
  })

  test('describes every parameter that is read', async () => {
    const documented = Object.keys(document.paths)
    const paths = Object.keys(ENDPOINTS).filter((path) => documented.includes(addressOf(path)))
    const secret: string[] = []
    const reads = (['get', 'getAll', 'has'] as const).map((method) =>
      vi.spyOn(URLSearchParams.prototype, method),
    )
    for (const [path, address] of await typicalAddresses(app, paths)) {
      for (const read of reads) read.mockClear()
      await (await app.request(address)).arrayBuffer()
      const described = document.paths[addressOf(path)]?.get.parameters.map(({ name }) => name)
      const names = new Set(reads.flatMap(({ mock }) => mock.calls.map(([name]) => name)))
      secret.push(...[...names].filter((name) => !described?.includes(name)))
    }
    vi.restoreAllMocks()
    expect(secret).toEqual([])
  })

  test('gives every enum of numbers in answers a name', () => {
    const { schemas } = document.components
    const enums = /"enum":\[\d/
    const named = Object.entries(schemas).filter(([, one]) => enums.test(JSON.stringify(one)))
    expect(named).toEqual([
      ['UnitState', expect.objectContaining({ enum: [0, 10, 11, 12, 20, 30, 100] })],
    ])
    expect(schemas['Unit']).toMatchObject({
      properties: { state: { $ref: '#/components/schemas/UnitState' } },
    })
  })

  test('has no parameter of several types except `baseline`: clients generated for Java and Rust need that', () => {
    const parameters = Object.values(document.paths).flatMap(({ get }) => get.parameters)
    const several = parameters.filter(({ schema }) => 'anyOf' in Object(schema))
    expect(new Set(several.map(({ name }) => name))).toEqual(new Set(['baseline']))
  })

  test.each([
    ['/api/changes/', 'page', { type: 'integer', minimum: 1 }],
    ['/api/changes/', 'timestamp_after', { type: 'string', format: 'date-time' }],
    ['/api/changes/', 'action', { items: { enum: expect.arrayContaining([0, 84]) } }],
    [
      '/api/projects/{project}/outdated/',
      'baseline',
      { anyOf: [{ pattern: '^[0-9a-f]{40}$' }, { format: 'date-time' }, { format: 'date' }] },
    ],
    ['/api/projects/{project}/compare/', 'base', { minLength: 1 }],
    ['/api/units/{id}/', 'id', { type: 'integer' }],
  ])('of %s describes the values of %s', (address, name, expected) => {
    const parameters = document.paths[address]?.get.parameters ?? []
    expect(parameters.find((parameter) => parameter.name === name)?.schema).toMatchObject(expected)
  })

  test.each([
    ['/api/docs/', ['text/html']],
    ['/api/projects/{project}/file/', ['application/zip']],
    ['/api/units/', ['application/json', 'text/csv', 'application/x-ndjson']],
    [
      '/api/schema/',
      [
        'application/vnd.oai.openapi+json',
        'application/json',
        'application/vnd.oai.openapi',
        'application/yaml',
      ],
    ],
  ])('names the media types of %s', (address, types) => {
    const response = document.paths[address]?.get.responses['200'] as { content: object }
    expect(Object.keys(response.content)).toEqual(types)
  })

  test('describes errors once, with Retry-After where a result may not be ready', () => {
    const { paths, components } = document
    const all = Object.values(paths).map(
      ({
        get: {
          responses: { 200: _, ...errors },
        },
      }) => errors,
    )
    const names = Object.keys(components.responses)
    expect(new Set(all.map((errors) => JSON.stringify(errors))).size).toBe(1)
    expect(Object.keys(all[0] ?? {})).toEqual(['400', '404', '406', '429', '500', '503'])
    expect(names).toEqual([
      ...['BadRequest', 'NotFound', 'NotAcceptable', 'Throttled', 'ServerError', 'Unavailable'],
    ])
    expect(components.responses['Unavailable']).toMatchObject({ headers: { 'Retry-After': {} } })
  })

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1'])
  })

  test('names every operation differently', () => {
    const ids = Object.values(document.paths).map(({ get }) => get.operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  })

  test.each([
    ['/api/projects/', ['json', 'api', 'csv']],
    ['/api/projects/{project}/statistics/', ['json', 'api', 'csv', 'json-flat']],
    ['/api/users/{name}/statistics/', ['json', 'api', 'csv', 'json-flat']],
    ['/api/components/{project}/{component}/statistics/', ['json', 'api', 'csv', 'ndjson']],
    ['/api/metrics/', ['json', 'api', 'csv', 'openmetrics']],
    ['/api/schema/', ['json', 'yaml']],
    ['/api/docs/', undefined],
  ])('names the formats of %s', (address, formats) => {
    const parameters = document.paths[address]?.get.parameters ?? []
    const schema = parameters.find(({ name }) => name === 'format')?.schema as { enum?: string[] }
    expect(schema?.enum).toEqual(formats)
  })

  test('every documented format is served', async () => {
    const refused: string[] = []
    // The demo has no categories.
    for (const path of Object.keys(ENDPOINTS).filter(
      (pattern) => !pattern.startsWith('/categories/:'),
    )) {
      const parameters = document.paths[addressOf(path)]?.get.parameters ?? []
      const parameter = parameters.find(({ name }) => name === 'format')?.schema as {
        enum?: string[]
      }
      // The demo has no gettext files, the only ones that become catalogs.
      for (const format of parameter?.enum?.filter((id) => id !== 'mo') ?? []) {
        const address = `${expand(path)[0]}?${requiredQuery(path)}&format=${format}`
        if ((await app.request(address)).status !== 200) refused.push(address)
      }
    }
    expect(refused).toEqual([])
  })

  test('names the release of Weblate that the server imitates', async () => {
    const versions = (['5.14', '2026.10'] as const).map(async (weblate) => {
      const { app, catalog } = await openDemo({ weblate })
      const { info } = (await (await app.request('/api/schema/')).json()) as OpenApi
      await catalog.close()
      return info.version
    })
    expect(await Promise.all(versions)).toEqual(['5.14.3', '2026.10.1'])
  })

  test('names the server that the client used', async () => {
    const response = await app.request('/api/schema/', { headers: { Host: 'status.example' } })
    expect(((await response.json()) as OpenApi).servers).toEqual([{ url: 'http://status.example' }])
  })

  const JSON_TYPE = 'application/vnd.oai.openapi+json'
  const YAML_TYPE = 'application/vnd.oai.openapi; charset=utf-8'
  test.each([
    ['', undefined, JSON_TYPE, 'gitglot.json'],
    ['', '*/*', JSON_TYPE, 'gitglot.json'],
    ['', 'text/html,*/*;q=0.8', JSON_TYPE, 'gitglot.json'],
    ['', 'application/json', 'application/json', 'gitglot.json'],
    ['', 'application/vnd.oai.openapi', YAML_TYPE, 'gitglot.yaml'],
    ['', 'text/x, application/yaml', 'application/yaml; charset=utf-8', 'gitglot.yaml'],
    ['?format=json', 'application/yaml', JSON_TYPE, 'gitglot.json'],
    ['?format=yaml', undefined, YAML_TYPE, 'gitglot.yaml'],
  ])('%s with Accept %s is %s', async (query, accept, type, name) => {
    const response = await app.request(`/api/schema/${query}`, {
      headers: accept === undefined ? {} : { Accept: accept },
    })
    const text = await response.text()
    expect([
      response.headers.get('Content-Type'),
      response.headers.get('Content-Disposition'),
    ]).toEqual([type, `inline; filename="${name}"`])
    expect(name.endsWith('yaml') ? parse(text) : JSON.parse(text)).toEqual(document)
    expect(name.endsWith('yaml')).toBe(!text.startsWith('{'))
  })

  test.each([
    ['?format=xml', {}, 404],
    ['', { Accept: 'image/png' }, 406],
  ])('%s %j is refused', async (query, headers, status) => {
    const response = await app.request(`/api/schema/${query}`, { headers })
    const body = await response.json()
    expect([response.status, schema.problem('/api/schema/', { status, body })]).toEqual([
      status,
      undefined,
    ])
  })

  test('JSON and YAML at one address have different tags', async () => {
    const tags = await Promise.all(
      ['application/json', 'application/yaml'].map(async (Accept) =>
        (await app.request('/api/schema/', { headers: { Accept } })).headers.get('ETag'),
      ),
    )
    expect(new Set(tags).size).toBe(2)
  })
})

test('the demo has objects of every kind', () => {
  const paths = ['/units/:id', '/changes/:id', '/users/:name', '/languages/:language']
  expect(paths.filter((path) => expand(path).length < 2)).toEqual([])
})

describe('every response follows the schema', () => {
  test.each(Object.entries(ENDPOINTS))('%s', async (path, endpoint) => {
    expect(await problems({ app, schema, path, endpoint }, expand(path))).toEqual([])
  })

  test('hits of every kind in the demo', async () => {
    const body = await getJson<{ category: string }[]>(app, '/api/search/?q=e')
    const kinds = new Set(body.map(({ category }) => category))
    expect([...kinds]).toEqual(['Project', 'Component', 'User', 'Language'])
    expect(schema.problem('/api/search/', { status: 200, body })).toBe(undefined)
  })

  const LISTS = ['/units', '/changes', '/components', '/translations', '/languages']
  test.each(LISTS)('all pages of %s', async (path) => {
    const problems: unknown[] = []
    for await (const body of pages(app, `/api${path}/`)) {
      problems.push(schema.problem(addressOf(path), { status: 200, body }))
    }
    expect(problems.filter((problem) => problem !== undefined)).toEqual([])
  })

  test.each(Object.keys(ENDPOINTS).filter((path) => path.includes(':')))(
    'what does not exist: %s',
    async (path) => {
      const response = await app.request(`/api${path.replace(/:\w+/g, 'nope')}/`)
      const { status } = response
      const body = await response.json()
      expect(status).toBeGreaterThanOrEqual(400)
      expect(schema.problem(addressOf(path), { status, body })).toBeUndefined()
    },
  )

  test('a missing, an additional and a wrong member are reported', async () => {
    const project = await getJson<Record<string, unknown>>(app, '/api/projects/tidewatch/')
    const { name, ...nameless } = project
    const problemOf = (body: unknown) =>
      schema.problem('/api/projects/{project}/', { status: 200, body })
    expect([
      problemOf(nameless),
      problemOf({ ...project, more: 1 }),
      problemOf({ ...project, id: String(name) }),
    ]).toEqual([
      "/api/projects/{project} must have required property 'name'",
      '/api/projects/{project} must NOT have additional properties',
      '/api/projects/{project}/id must be integer',
    ])
  })
})

describe('the page of documentation', () => {
  test('names every address, and is a page like the others, with their files and policy', async () => {
    const response = await app.request('/api/docs/')
    const html = await response.text()
    const named = [...html.matchAll(/<code>GET ([^<]*)<\/code>/g)].map(([, path]) => path)
    expect([response.headers.get('Content-Type'), named.sort()]).toEqual([
      'text/html; charset=utf-8',
      Object.keys(document.paths).sort(),
    ])
    const about = await app.request('/about/')
    const policy = 'Content-Security-Policy'
    expect(response.headers.get(policy)).toBe(about.headers.get(policy))
    const frameOf = (page: string) =>
      [...page.matchAll(/<(?:script|link|form|img)\b[^>]*>|<style>/g)].map(([tag]) =>
        tag.replace(/"(?:\.\.\/)+/, '"'),
      )
    expect(frameOf(html)).toEqual(frameOf(await about.text()))
    expect(readable(html)).toMatch(/^API reference Translation status of Git repositories, as /)
  })

  test('has a table of its contents', async () => {
    const html = await (await app.request('/api/docs/')).text()
    const contents = /<nav aria-label="Contents">(.*?)<\/nav>/.exec(html)?.[1] ?? ''
    const subjects = [...html.matchAll(/<h2 id="[^"]*">([^<]*)/g)].map(([, name]) => name)
    expect([...contents.matchAll(/<a href="#[^"]*">([^<]*)/g)].map(([, name]) => name)).toEqual(
      subjects,
    )
  })

  test('links to every object that it mentions', async () => {
    const html = await (await app.request('/api/docs/')).text()
    const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
    const links = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !ids.has(id))).toEqual([])
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => !links.includes(name))).toEqual([])
  })
})
