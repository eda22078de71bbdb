import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { useDemo } from '../support/use-demo.ts'

const demo = useDemo()
let server: TestServer

/** `low` before `High` by priority, `a` after both by name. */
beforeAll(async () => {
  const { path } = await createRepository([
    {
      'low/en.json': '{"a":"One","b":"Two words"}',
      'low/cs.json': '{"a":"Jedna"}',
      'a/en.json': '{"a":"A"}',
    },
  ])
  const components = [
    jsonComponent('a', 'a', { name: 'a' }),
    jsonComponent('high', 'a', { name: 'High' }),
    jsonComponent('low', 'low', { name: 'Low "one"', priority: 80 }),
  ]
  server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://p.example', repo: path, components },
  ])
  await server.catalog.complete
})
afterAll(() => server.catalog.close())

const get = (query = '', accept = 'application/json') =>
  server.app.request(`/api/projects/p/metrics/${query}`, { headers: { Accept: accept } })

const LOW_CS = {
  name: 'Czech',
  ...{ translated: 1, translated_words: 1, translated_chars: 3 },
  ...{ total: 2, total_words: 3, total_chars: 12 },
  ...{ fuzzy: 0, fuzzy_words: 0, fuzzy_chars: 0 },
  ...{ failing: 0, failing_words: 0, failing_chars: 0 },
  ...{ approved: 0, approved_words: 0, approved_chars: 0 },
  ...{ suggestions: 0, comments: 0 },
  ...{ translated_percent: 50, translated_words_percent: 33.3, translated_chars_percent: 25 },
  ...{ approved_percent: 0, approved_words_percent: 0, approved_chars_percent: 0 },
}

test('metrics of a project are those of each language of each component, by priority and name', async () => {
  const text = await (await get()).text()
  expect(text.startsWith(`{"low":{"cs":{"name":"Czech","translated":1,`)).toBe(true)
  expect(text).toContain('"translated_percent":50.0,"translated_words_percent":33.3,')
  const json = JSON.parse(text) as Record<string, Record<string, object>>
  expect(Object.entries(json).map(([name, languages]) => [name, Object.keys(languages)])).toEqual([
    ['low', ['cs', 'en']],
    ['high', ['en']],
    ['a', ['en']],
  ])
  expect(json['low']?.['cs']).toEqual(LOW_CS)
  expect(Object.keys(json['low']?.['cs'] ?? {})).toEqual(Object.keys(LOW_CS))
})

test('as CSV they are a row for each number', async () => {
  const response = await get('?format=csv')
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const rows = (await response.text()).split('\r\n')
  expect(rows.slice(0, 3)).toEqual([
    'component,language,metric,name,value',
    'low,cs,translated,Czech,1',
    'low,cs,translated_words,Czech,1',
  ])
  expect(rows).toContain('low,cs,translated_words_percent,Czech,33.3')
  expect(rows.length).toBe(1 + 4 * 23 + 1)
  expect(await (await get('', 'text/csv')).text()).toBe(rows.join('\r\n'))
})

test('as OpenMetrics they are gauges; flat JSON is not offered', async () => {
  const response = await get('', 'application/openmetrics-text')
  expect(response.headers.get('Content-Type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  )
  const lines = (await response.text()).split('\n')
  expect(lines.slice(0, 9)).toEqual([
    '# HELP weblate_translation_info Translation information.',
    '# TYPE weblate_translation_info gauge',
    'weblate_translation_info{component="low",language="cs",name="Czech"} 1',
    'weblate_translation_info{component="low",language="en",name="English"} 1',
    'weblate_translation_info{component="high",language="en",name="English"} 1',
    'weblate_translation_info{component="a",language="en",name="English"} 1',
    '# HELP weblate_translated Number of translated strings.',
    '# TYPE weblate_translated gauge',
    'weblate_translated{component="low",language="cs"} 1',
  ])
  expect(lines).toContain(
    '# HELP weblate_strings_with_suggestions Number of strings with suggestions.',
  )
  expect(lines).toContain('weblate_translated_words_percent{component="low",language="cs"} 33.3')
  expect(lines.slice(-3)).toEqual([
    expect.stringMatching(/^weblate_last_update_timestamp\{component="a",language="en"\} \d+\.0$/),
    '# EOF',
    '',
  ])
  expect((await get('?format=json-flat')).status).toBe(404)
  expect((await get('', 'application/xml')).status).toBe(406)
})

test('long metrics are the same streamed and at once', async () => {
  const path = '/api/projects/tidewatch/metrics/'
  const headers = { Accept: 'application/json' }
  const csv = await (await demo.app.request(`${path}?format=csv`, { headers })).text()
  const metrics = await (await demo.app.request(`${path}?format=openmetrics`, { headers })).text()
  const json = (await (await demo.app.request(path, { headers })).json()) as Record<
    string,
    Record<string, Record<string, number | string>>
  >
  const numbers = Object.entries(json).flatMap(([component, languages]) =>
    Object.entries(languages).flatMap(([language, { name, ...values }]) =>
      Object.entries(values).map(([metric, value]) => [component, language, metric, name, value]),
    ),
  )
  const shown = csv.trimEnd().split('\r\n').slice(1)
  expect(shown.length).toBe(68 * 23)
  expect(shown.map((row) => row.replace(/\.0$/, ''))).toEqual(numbers.map((row) => row.join()))
  const fuzzy = numbers.filter(([, , metric]) => metric === 'fuzzy')
  expect(metrics.split('\n').filter((line) => line.startsWith('weblate_fuzzy{'))).toEqual(
    fuzzy.map(
      ([component, language, , , value]) =>
        `weblate_fuzzy{component="${component}",language="${language}"} ${value}`,
    ),
  )
})
