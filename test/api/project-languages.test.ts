import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { useDemo } from '../support/use-demo.ts'

const demo = useDemo()
const ANDROID = 'tidewatch/android/android/app/src/main/res'

async function zipAt(path: string): Promise<[string | null, Record<string, Uint8Array>]> {
  const response = await demo.app.request(path)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/zip'])
  const name = response.headers.get('Content-Disposition')
  return [name, unzipSync(new Uint8Array(await response.arrayBuffer()))]
}

const FILE = '/api/projects/tidewatch/languages/de/file/'

test.each([FILE, `${FILE}?format=zip`, `${FILE}?format=nope`])(
  '%s has the files of the language and those they are made from',
  async (path) => {
    const [name, files] = await zipAt(path)
    expect(name).toBe('attachment; filename="tidewatch-de.zip"')
    expect(
      Object.entries(files)
        .map(([name, { length }]) => [name, length])
        .sort(),
    ).toEqual([
      [`${ANDROID}/values-de/strings.xml`, 3329],
      [`${ANDROID}/values/strings.xml`, 3614],
      ['tidewatch/help/web/help/de.json', 3016],
      ['tidewatch/help/web/help/en.json', 2404],
      ['tidewatch/mobile/mobile/lib/l10n/app_de.arb', 2286],
      ['tidewatch/mobile/mobile/lib/l10n/app_en.arb', 4987],
      ['tidewatch/terms/glossary/de.tbx', 10243],
      ['tidewatch/web/web/locales/de.json', 1811],
      ['tidewatch/web/web/locales/en.json', 1701],
    ])
  },
)

test('a conversion leaves out what it cannot convert, and says so', async () => {
  const [, files] = await zipAt(`${FILE}?format=zip:json`)
  expect(Object.keys(files)).toEqual([
    ...['mobile', 'web', 'help', 'android'].map((name) => `tidewatch-${name}-de.json`),
    'tidewatch-terms-de.json.skipped',
  ])
  expect(strFromU8(files['tidewatch-terms-de.json.skipped'] ?? new Uint8Array())).toBe(
    'File format is not compatible with this translation',
  )
})

test('a language of no component has an empty archive; an unknown one is not found', async () => {
  expect(await zipAt('/api/projects/tidewatch/languages/eo/file/')).toEqual([
    'attachment; filename="tidewatch-eo.zip"',
    {},
  ])
  expect((await demo.app.request('/api/projects/tidewatch/languages/xx/file/')).status).toBe(404)
  expect((await demo.app.request('/api/projects/nope/languages/de/file/')).status).toBe(404)
})

test('a language has the workflow of its project', async () => {
  const response = await demo.app.request('/api/projects/tidewatch/languages/cs/workflow/')
  expect(await response.json()).toEqual({
    language: 'cs',
    source_language: null,
    translation_review: false,
    enable_suggestions: true,
    restrict_direct_editing: false,
    suggestion_voting: false,
    suggestion_autoaccept: 0,
  })
  expect(response.headers.get('Allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS')
})

test.each([
  ['suggestions/', 'GET, HEAD, OPTIONS'],
  ['reports/', 'GET, POST, HEAD, OPTIONS'],
  ['projects/tidewatch/reports/', 'GET, POST, HEAD, OPTIONS'],
  ['components/tidewatch/web/reports/', 'GET, POST, HEAD, OPTIONS'],
  ['projects/tidewatch/announcements/', 'GET, POST, HEAD, OPTIONS'],
  ['components/tidewatch/web/announcements/', 'GET, POST, HEAD, OPTIONS'],
  ['translations/tidewatch/web/cs/announcements/', 'GET, POST, HEAD, OPTIONS'],
  ['projects/tidewatch/languages/cs/announcements/', 'GET, POST, HEAD, OPTIONS'],
  ['units/ID/comments/', 'GET, POST, HEAD, OPTIONS'],
  ['units/ID/suggestions/', 'GET, POST, HEAD, OPTIONS'],
  ['units/ID/screenshots/', 'GET, POST, HEAD, OPTIONS'],
])('%s is an empty list', async (path, allow) => {
  const headers = { Accept: 'application/json' }
  const units = await demo.app.request('/api/units/?page_size=1', { headers })
  const [unit] = ((await units.json()) as { results: { id: number }[] }).results
  const response = await demo.app.request(`/api/${path.replace('ID', String(unit?.id))}`, {
    headers,
  })
  expect([response.status, response.headers.get('Allow'), await response.json()]).toEqual([
    200,
    allow,
    { count: 0, next: null, previous: null, results: [] },
  ])
})

test.each([
  ['5.14', ['th_th', 'tha', 'the_np'], ['be_by', 'bg_bg', 'bn_bd', 'bo_bt', 'br_fr', 'bs_ba']],
  ['2026.10', ['th_th', 'tha'], []],
] as const)(
  'in %s, a language has the aliases %j, and an unknown one %j',
  async (weblate, ...all) => {
    const { path } = await createRepository([
      { 'l/en.json': '{}', 'l/b.json': '{}', 'l/th.json': '{}' },
    ])
    const components = [
      jsonComponent('c', 'l', { repo: path, source_language: 'th', template: 'l/th.json' }),
    ]
    const { get, catalog } = await serveProjects([{ slug: 'p', name: 'P', components }], {
      weblate,
    })
    onTestFinished(() => catalog.close())
    const translation = await get<{ language: object; component: object }>(
      '/api/translations/p/c/th/?format=json',
    )
    const used = await get<{ results: object[] }>('/api/languages/?format=json')
    const languages = ['th', 'b'].map((code) => get<object>(`/api/languages/${code}/?format=json`))
    const [thai, made] = await Promise.all(languages)
    expect([thai, made]).toMatchObject(all.map((aliases) => ({ aliases })))
    expect(used.results).toContainEqual(thai)
    expect(translation).toMatchObject({ language: thai, component: { source_language: thai } })
  },
)
