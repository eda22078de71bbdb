import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { openDemo } from '../support/demo.ts'

let app: App
let catalog: Catalog
beforeAll(async () => {
  ;({ app, catalog } = await openDemo())
})
afterAll(() => catalog.close())

const options = (path: string, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'OPTIONS', headers })

const PLAIN = ['application/json', 'text/html', 'text/csv']

describe('OPTIONS', () => {
  test.each([
    ['/api/projects/', 'Project List', 'Translation projects API.', PLAIN],
    ['/api/projects/nope/', 'Project Instance', 'Translation projects API.', PLAIN],
    [
      '/api/translations/tidewatch/web/cs/statistics/',
      'Statistics',
      'Translation components API.',
      [...PLAIN, 'application/json'],
    ],
    ['/api/translations/tidewatch/web/cs/units/', 'Units', 'Translation components API.', PLAIN],
    ['/api/metrics/', 'Metrics', '', [...PLAIN, 'application/openmetrics-text']],
  ])('%s says what it is and what it can be had as', async (path, name, description, renders) => {
    const response = await options(path)
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        name,
        description,
        renders,
        parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      },
    ])
  })

  test.each(['/api/memory/', '/api/memory/1/'])('%s requires authentication', async (path) => {
    const response = await options(path)
    const get = await app.request(path)
    expect([
      response.status,
      response.headers.get('WWW-Authenticate'),
      await response.json(),
    ]).toEqual([401, 'Token', await get.json()])
  })

  test('a preflight is allowed everywhere', async () => {
    const responses = await Promise.all(
      Object.keys(ENDPOINTS).map((path) =>
        options(`/api${path}`, { 'Access-Control-Request-Method': 'GET' }),
      ),
    )
    const shown = responses.map(({ status, headers }) => [
      status,
      headers.get('Access-Control-Allow-Origin'),
      headers.get('Access-Control-Allow-Methods'),
    ])
    expect(shown).toEqual(responses.map(() => [204, null, 'GET, HEAD, OPTIONS']))
  })
})

/** Weblate's lists and things that only a server with people and a database has. */
describe('unsupported endpoints', () => {
  const nothing = { count: 0, next: null, previous: null, results: [] }
  test.each([
    'groups',
    'roles',
    'screenshots',
    'addons',
    'component-lists',
    'projects/tidewatch/labels',
    'components/tidewatch/web/screenshots',
  ])('%s is an empty list', async (path) => {
    const response = await app.request(`/api/${path}/?page=last&page_size=3`)
    expect([response.status, await response.json()]).toEqual([200, nothing])
  })

  test.each([
    ['groups/1', 404, 'not_found'],
    ['tasks', 404, 'not_found'],
    ['tasks/0b1e3c1c-8f3f-4f7e-9a2e-000000000000', 404, 'not_found'],
    ['addons/1', 404, 'not_found'],
    ['component-lists/x/components', 404, 'not_found'],
    ['screenshots/1/file', 404, 'not_found'],
    ['translations/tidewatch/web/cs/reports', 404, 'not_found'],
    ['projects/tidewatch/machinery_settings', 403, 'permission_denied'],
    ['projects/tidewatch/addons', 405, 'method_not_allowed'],
    ['projects/tidewatch/labels/1', 405, 'method_not_allowed'],
    ['components/tidewatch/web/links/other', 405, 'method_not_allowed'],
    ['translations/tidewatch/web/cs/autotranslate', 405, 'method_not_allowed'],
    ['units/1/comments', 404, 'not_found'],
    ['categories/1/announcements', 404, 'not_found'],
    ['projects/tidewatch/languages/xx/workflow', 404, 'not_found'],
    ['reports/1/html', 404, 'not_found'],
    ['suggestions/1', 404, 'not_found'],
    ['users/nobody/groups', 405, 'method_not_allowed'],
    ['memory', 401, 'not_authenticated'],
  ])('%s is %i %s, in JSON', async (path, status, code) => {
    const response = await app.request(`/api/${path}/`)
    const { type, errors } = (await response.json()) as { type: string; errors: { code: string }[] }
    expect([response.status, type, errors.map((error) => error.code)]).toEqual([
      status,
      'client_error',
      [code],
    ])
  })

  test.each(['screenshots', 'components/tidewatch/web/screenshots', 'projects/tidewatch/labels'])(
    '%s has no second page',
    async (path) => {
      expect((await app.request(`/api/${path}/?page=2`)).status).toBe(404)
    },
  )
})
