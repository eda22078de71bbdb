import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

const TRANSLATED = [100, 100, 100, 0, 0, 0]
const APPROVED = [0, 0, 0, 100, 100, 100]

/** The percentages of a project without strings, by endpoint. */
async function percentsOf(reviews: object): Promise<Record<string, readonly unknown[]>> {
  const { path } = await createRepository([{ 'web/en.json': '{}', 'web/cs.json': '{}' }])
  const components = [jsonComponent('web', 'web', { repo: path })]
  const project = { slug: 'p', name: 'P', web: 'https://p.example', components, ...reviews }
  const { catalog, get } = await serveProjects([project])
  onTestFinished(() => catalog.close())
  const places = {
    source: 'translations/p/web/en/',
    czech: 'translations/p/web/cs/',
    project: 'projects/p/',
    language: 'languages/cs/',
  }
  const percents: Record<string, readonly unknown[]> = {}
  for (const [name, place] of Object.entries(places)) {
    const shown = await get(`/api/${place}statistics/`)
    percents[name] = ['translated', 'approved'].flatMap((group) =>
      ['', '_words', '_chars'].map((unit) => shown[`${group}${unit}_percent`]),
    )
  }
  const rows = await get<Record<string, unknown>[]>('/api/projects/p/languages/')
  percents['rows'] = rows.map((row) => row['translated_percent'])
  percents['objects'] = [
    (await get('/api/translations/p/web/en/'))['translated_percent'],
    (await get('/api/translations/p/web/cs/'))['translated_percent'],
  ]
  return percents
}

test.each([
  [
    {},
    {
      source: TRANSLATED,
      czech: TRANSLATED,
      project: TRANSLATED,
      rows: [100, 100],
      objects: [100, 100],
    },
  ],
  [
    { translation_review: true },
    { source: TRANSLATED, czech: APPROVED, project: APPROVED, rows: [0, 0], objects: [100, 0] },
  ],
  [
    { source_review: true },
    { source: APPROVED, czech: TRANSLATED, project: APPROVED, rows: [0, 0], objects: [0, 100] },
  ],
])(
  'of no strings all is translated, or approved where there are reviews: %j',
  async (reviews, expected) => {
    expect(await percentsOf(reviews)).toEqual({ ...expected, language: APPROVED })
  },
)
