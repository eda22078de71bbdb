import { afterEach, describe, expect, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { unreadableProjects } from '../support/unreadable.ts'

let server: TestServer

afterEach(() => server.catalog.close())

const WIDGETS = [
  ...[
    'svg-badge.svg',
    'language-badge.svg',
    'multi-auto.svg',
    'horizontal-auto.svg',
    'matrix-auto.svg',
  ],
  ...['287x66-grey.svg', '88x31-grey.svg', 'open-graph.svg', 'svg-badge.json'],
  ...['language-badge.json', 'status-badge.svg'],
]
const UNREADABLE = await unreadableProjects()

/** The text of a page without its markup. */
async function textOf(path: string): Promise<string> {
  const response = await server.app.request(path)
  const text = (await response.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  return `${response.status} ${text}`
}

describe.each(UNREADABLE)('with $what no number is made up', (kind) => {
  const { project, reason, hasSource } = kind

  test('badges are grey and not cached', async () => {
    server = await serveProjects([project])
    for (const place of ['p', 'p/web', 'p/-/de', 'p/web/de']) {
      // Without its file there is no such language where other files can be read.
      if (place.endsWith('de') && kind.what === 'a filemask that fits nothing') continue
      for (const widget of WIDGETS) {
        const response = await server.app.request(`/widget/${place}/${widget}`)
        const text = await response.text()
        expect([place, widget, response.status, response.headers.get('cache-control')]).toEqual([
          ...[place, widget, 200, 'no-store'],
        ])
        expect(text).not.toMatch(/>\s*100|"message":"1/)
        expect(text).toMatch(/unknown/i)
        expect(text).not.toMatch(/#4c1|#dfb317|#e05d44|#3fed48/)
      }
    }
  })

  test('pages say that the state is unknown, and why', async () => {
    server = await serveProjects([project])
    for (const path of ['/', '/projects/p/', '/projects/p/web/']) {
      const text = await textOf(path)
      expect(text).toMatch(/^200 .* – +unknown/)
      // The source is there where its file is.
      expect(text.replace('source 100.0', '')).not.toMatch(/100\.0|translated to/)
      expect(text).toMatch(reason)
    }
    expect(await textOf('/engage/p/')).toMatch(/^200 .* is unknown/)
    expect(await textOf('/widgets/p/')).toMatch(/^200 .*translated unknown/)
    expect(await textOf('/stats/')).toMatch(/^200 .* P – – – – – – – All – – – – – – – /)
    expect(await textOf('/projects/')).toMatch(/^200 .* P – unknown/)
    const html = await (await server.app.request('/projects/p/')).text()
    expect(html).not.toMatch(/content="[^"]*translated to/)
  })

  test('the API answers 503, and says why', async () => {
    server = await serveProjects([project])
    const paths = ['projects/p/statistics/', 'statistics/', 'translations/p/web/de/statistics/']
    const ofSource = ['components/p/web/statistics/', 'translations/p/web/en/units/']
    for (const path of [...paths, ...(hasSource ? [] : ofSource)]) {
      if (path.includes('/de/') && kind.what === 'a filemask that fits nothing') continue
      const response = await server.app.request(`/api/${path}`)
      const { errors } = (await response.json()) as { errors: { detail: string }[] }
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([
        ...[path, 503, 'no-store'],
      ])
      expect(errors[0]?.detail).toMatch(reason)
    }
    const alerts = await server.get<{ message: string }[]>('/api/components/p/web/alerts/')
    expect(alerts.map(({ message }) => message).join('\n')).toMatch(reason)
  })

  test('feeds have the known history, or say why there is none', async () => {
    server = await serveProjects([project])
    await server.catalog.complete
    for (const path of ['/exports/rss/p/', '/exports/atom/p/web/', '/changes/p/']) {
      const response = await server.app.request(path)
      const text = await response.text()
      expect([path, response.status]).toEqual([path, kind.hasCommit ? 200 : 503])
      if (kind.hasCommit) continue
      expect([response.headers.get('cache-control'), text]).toEqual([
        'no-store',
        expect.stringMatching(reason),
      ])
    }
  })

  test('no translation is called up to date', async () => {
    server = await serveProjects([project])
    await server.catalog.complete
    for (const path of ['/outdated/p/', '/outdated/p/web/']) {
      const text = await textOf(path)
      if (hasSource) continue
      expect(text).toMatch(/^503 /)
      expect(text).toMatch(reason)
    }
  })

  test('readable files have their numbers, and the component is stale', async () => {
    server = await serveProjects([project])
    const { status, stale } = await server.get<{
      status: string
      stale: { component: string; error: string }[]
    }>('/readyz/')
    expect([status, stale.map(({ component }) => component)]).toEqual(['ready', ['p/web']])
    expect(stale[0]?.error).toMatch(reason)
    if (!hasSource) return
    const units = await server.get<{ count: number }>('/api/translations/p/web/en/units/')
    expect(units.count).toBe(2)
  })
})

describe('with some readable files', () => {
  const files = {
    'web/en.json': '{"a": "A", "b": "B"}',
    'web/de.json': '{"a": "Ä"}',
    'web/fr.json': '{',
  }
  const component = { file_format: 'json', filemask: 'web/*.json', template: 'web/en.json' }

  async function serve(): Promise<void> {
    const { path } = await createRepository([files])
    server = await serveProjects([
      {
        ...{ slug: 'p', name: 'P', web: 'https://p.example/', repo: path },
        components: [
          { slug: 'web', name: 'Web', ...component },
          { slug: 'lost', name: 'Lost', ...component, template: 'web/en.jsn' },
        ],
      },
    ])
  }

  test('sums cover only the readable files, and pages say so', async () => {
    await serve()
    await server.catalog.complete
    const sum = { total: 4, translated: 3, translated_percent: 75 }
    expect(await server.get('/api/projects/p/statistics/')).toMatchObject(sum)
    const badge = await server.app.request('/widget/p/svg-badge.json')
    expect(await badge.json()).toMatchObject({ message: '75%' })
    expect(badge.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(await textOf('/projects/p/')).toMatch(
      / 75\.0 +% translated .* Not counted because they cannot be read: 1 component, 1 translation\. /,
    )
  })

  test('pages that list strings say which files are left out', async () => {
    await serve()
    await server.catalog.complete
    const broken = /A file cannot be read Web : +web\/fr\.json:1:2: expected a key/
    const lost = /There is no such file Lost : The template web\/en\.jsn does not exist/
    for (const page of ['checks/', 'checks/same/', 'outdated/', 'search/']) {
      for (const [place, shown] of [
        ['p/', [true, true]],
        ['p/web/', [true, false]],
        ['p/-/fr/', [true, true]],
        ['p/-/de/', [false, true]],
      ] as const) {
        const text = await textOf(`/${page}${place}${page === 'search/' ? '?q=a' : ''}`)
        expect([page, place, broken.test(text), lost.test(text)]).toEqual([page, place, ...shown])
      }
    }
  })

  test('lists of the API have the language without strings, which is 503 itself', async () => {
    await serve()
    const languages = await server.get<{ code: string }[]>('/api/projects/p/languages/')
    expect(languages.map(({ code }) => code)).toEqual(['en', 'fr', 'de'])
    const rows = await server.get<{ results: { code: string; total: number }[] }>(
      '/api/components/p/web/statistics/',
    )
    expect(rows.results.map(({ code, total }) => [code, total])).toEqual([
      ...[
        ['en', 2],
        ['de', 2],
        ['fr', 0],
      ],
    ])
    const states = await server.get<{ language_code: string }[]>('/api/components/p/web/states/')
    expect(states.map((state) => state.language_code)).toEqual(['de', 'en', 'fr'])
    for (const path of [
      ...['translations/p/web/fr/', 'translations/p/web/fr/statistics/'],
      ...['translations/p/web/fr/units/', 'translations/p/web/fr/states/'],
      ...['languages/fr/statistics/', 'translations/p/web/fr/file/?format=po'],
      ...['translations/p/web/fr/outdated/', 'components/p/lost/translations/'],
    ]) {
      expect([path, (await server.app.request(`/api/${path}`)).status]).toEqual([path, 503])
    }
    // The bytes are served even so.
    const file = await server.app.request('/api/translations/p/web/fr/file/')
    expect([file.status, await file.text()]).toEqual([200, '{'])
  })

  test('with all files missing the API has an empty source; pages have nothing', async () => {
    const { path } = await createRepository([files])
    const names = { filemask: 'app/*.json', template: 'app/en.json' }
    server = await serveProjects([
      {
        ...{ slug: 'p', name: 'P', web: 'https://p.example/', repo: path },
        components: [{ slug: 'app', name: 'App', file_format: 'json', ...names }],
      },
    ])
    expect(await server.get('/api/translations/p/app/en/statistics/')).toMatchObject({
      ...{ total: 0, translated_percent: 100 },
    })
    expect(await textOf('/projects/p/app/')).toMatch(/^200 .* – +unknown/)
  })

  test('a row names the unreadable language', async () => {
    await serve()
    expect(await textOf('/projects/p/web/')).toMatch(/French fr unknown – – – – /)
    expect(await textOf('/projects/p/web/fr/')).toMatch(/ – +unknown/)
    expect(await textOf('/translate/p/web/fr/')).toMatch(/– % translated.*web\/fr\.json:1:2:/)
    expect(await textOf('/projects/p/')).toMatch(/French fr unknown – – – –.*Lost.*– unknown/)
  })
})
