import { describe, expect, test } from 'vitest'
import { textOf } from '../../src/api/rendering/render.ts'
import { useDemo } from '../support/use-demo.ts'

const STATISTICS = '/api/translations/tidewatch/web/cs/statistics/'
const JSON_TYPE = 'application/json'
const CSV_TYPE = 'text/csv; charset=utf-8'
const demo = useDemo()

const get = (path: string, accept?: string) =>
  demo.app.request(path, accept === undefined ? {} : { headers: { Accept: accept } })

describe('what a client accepts', () => {
  test.each([
    ['application/json', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['text/html', JSON_TYPE],
    ['text/*', JSON_TYPE],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
    ['text/csv', CSV_TYPE],
    ['TEXT/CSV', CSV_TYPE],
    ['text/csv, */*', CSV_TYPE],
    ['text/csv, application/json', JSON_TYPE],
    ['text/csv;header=present, application/json', CSV_TYPE],
    ['application/xml, text/csv;q=0.1', CSV_TYPE],
  ])('%s is answered with %s', async (accept, type) => {
    const { status, headers } = await get(STATISTICS, accept)
    expect([status, headers.get('Content-Type')]).toEqual([200, type])
  })

  test.each(['application/xml', 'json', 'application/openmetrics-text', 'image/*', ','])(
    '%s cannot be had',
    async (accept) => {
      expect((await get(STATISTICS, accept)).status).toBe(406)
    },
  )

  test.each([
    ['application/json; indent=4', '{\n    "total"'],
    ['application/json;q=1; indent=99', '{\n        "total"'],
    ['application/json; indent=x', '{"total"'],
    ['application/json; indent=-1', '{"total"'],
    ['text/html, */*; indent=2', '{"total"'],
  ])('%s begins with %j', async (accept, start) => {
    expect((await (await get(STATISTICS, accept)).text()).slice(0, start.length)).toBe(start)
  })
})

describe('format=', () => {
  test.each([
    ['json', JSON_TYPE],
    ['api', JSON_TYPE],
    ['csv', CSV_TYPE],
    ['json-flat', JSON_TYPE],
    ['', JSON_TYPE],
  ])('%s wins over Accept', async (format, type) => {
    const { status, headers } = await get(`${STATISTICS}?format=${format}`, 'application/json')
    expect([status, headers.get('Content-Type')]).toEqual([200, type])
  })

  test.each([
    [`${STATISTICS}?format=xml`],
    [`${STATISTICS}?format=JSON`],
    [`${STATISTICS}?format=openmetrics`],
    ['/api/projects/?format=json-flat'],
    ['/api/metrics/?format=json-flat'],
    ['/api/projects.xml'],
    ['/api/projects.json-flat'],
  ])('%s is not found, and says so in JSON', async (path) => {
    const { status, headers } = await get(path, 'text/csv')
    expect([status, headers.get('Content-Type')]).toEqual([404, JSON_TYPE])
  })
})

test.each(['/api/groups/?format=csv', '/api/changes/?user=nobody&format=csv'])(
  '%s is empty and has its type',
  async (path) => {
    const response = await get(path)
    const shown = [response.status, response.headers.get('Content-Type'), await response.text()]
    expect(shown).toEqual([200, CSV_TYPE, ''])
  },
)

test('statistics have their time in CSV as a database writes it', async () => {
  const { last_change: time } = (await (await get(STATISTICS)).json()) as { last_change: string }
  const [header = '', row = ''] = (await (await get(`${STATISTICS}?format=csv`)).text()).split(
    '\r\n',
  )
  const cell = row.split(',')[header.split(',').indexOf('last_change')]
  expect([time, cell]).toEqual(['2025-03-18T18:31:00.000000Z', '2025-03-18 18:31:00+00:00'])
})

test('metrics are offered as JSON and as OpenMetrics, which has only numbers', async () => {
  // Wait until all changes are counted.
  await expect
    .poll(async () => (await get('/api/metrics/')).headers.get('Cache-Control'), {
      timeout: 30_000,
    })
    .not.toBe('no-store')
  const { checks, ...shown } = (await (await get('/api/metrics/')).json()) as { checks: number }
  expect(shown).toEqual({
    units: 2462,
    units_translated: 1751,
    users: 10,
    changes: 3165,
    projects: 1,
    components: 5,
    translations: 68,
    languages: 799,
    configuration_errors: 0,
    suggestions: 0,
    celery_queues: { memory: 0, backup: 0, celery: 0, translate: 0, notify: 0 },
    name: 'gitglot',
    version: '2026.10',
  })
  const response = await get('/api/metrics/?format=openmetrics')
  const lines = (await response.text()).split('\n')
  expect(response.headers.get('Content-Type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  )
  expect(lines.slice(0, 3)).toEqual([
    '# HELP units Number of translation units.',
    '# TYPE units gauge',
    'units 2462',
  ])
  expect(lines.slice(25)).toEqual([
    '# TYPE checks gauge',
    `checks ${checks}`,
    '# HELP configuration_errors Number of active configuration errors.',
    '# TYPE configuration_errors gauge',
    'configuration_errors 0',
    '# HELP suggestions Number of pending suggestions.',
    '# TYPE suggestions gauge',
    'suggestions 0',
    '# HELP celery_queues Number of tasks in each Celery queue.',
    '# TYPE celery_queues gauge',
    'celery_queues{queue="memory"} 0',
    'celery_queues{queue="backup"} 0',
    'celery_queues{queue="celery"} 0',
    'celery_queues{queue="translate"} 0',
    'celery_queues{queue="notify"} 0',
    '# HELP weblate_info Weblate build information.',
    '# TYPE weblate_info gauge',
    'weblate_info{version="2026.10"} 1',
    '# EOF',
    '',
  ])
  expect((await get('/api/metrics/', 'application/openmetrics-text')).status).toBe(200)
  expect((await get('/api/metrics.openmetrics')).status).toBe(200)
})

test('OpenMetrics of an error has only its end marker', () => {
  const json = { type: 'client_error', errors: [{ code: 'not_found' }] }
  expect(textOf({ json }, { renderer: 'openmetrics', indent: 0 })).toBe('# EOF\n')
})

test('Last-Modified of a download is the time of its newest commit', async () => {
  const path = '/api/translations/tidewatch/web/cs/file/'
  const modified = (await get(path)).headers.get('Last-Modified')
  expect(modified).toBe('Tue, 18 Mar 2025 18:31:00 GMT')
})

test('fields that Weblate lacks are in JSON, not in CSV', async () => {
  const path = '/api/components/tidewatch/web/'
  const body = (await (await get(path)).json()) as { history: object }
  const [header = ''] = (await (await get(`${path}?format=csv`)).text()).split('\r\n')
  const columns = header.split(',').filter((name) => name.startsWith('history'))
  expect([Object.keys(body.history), columns]).toEqual([['state_from', 'complete', 'since'], []])
})
