import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'

const LEVELS = 20_000

test.each([
  ['lists', `a: ${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}\n`],
  ['maps', `${'{a: '.repeat(LEVELS)}1${'}'.repeat(LEVELS)}\n`],
  ['dashes', `a:\n${'- '.repeat(LEVELS)}x\n`],
  ['a list without end', `a: ${'['.repeat(LEVELS)}`],
  ['question marks', `${'? '.repeat(LEVELS)}x\n`],
])(
  'a deeply nested file in an old commit does not break responses about history: %s',
  async (_, deep) => {
    const yaml = { 'l/en.yml': 'a: Sail\nb: Boat\n', 'l/cs.yml': 'a: Plachta\n' }
    const json = { 'm/en.json': '{"a": "A"}', 'm/cs.json': '{}' }
    const history = await createHistory([
      { name: 'one', day: 0, files: { ...yaml, ...json } },
      { name: 'two', day: 1, files: { ...yaml, ...json, 'l/en.yml': deep } },
      { name: 'three', day: 2, files: { ...yaml, ...json, 'm/cs.json': '{"a": "B"}' } },
    ])
    const project = (slug: string, component: object) => ({
      ...{ slug, name: slug, web: 'https://p.example' },
      components: [jsonComponent('web', 'm', { repo: history.path, ...component })],
    })
    const { app, catalog, events, get } = await serveProjects([
      project('deep', { file_format: 'yaml', filemask: 'l/*.yml', template: 'l/en.yml' }),
      project('other', {}),
    ])
    onTestFinished(catalog.close)
    await catalog.complete
    const paths = ['changes', 'trend', 'outdated', 'credits'].flatMap((name) =>
      ['deep', 'other'].map((slug) => `/api/projects/${slug}/${name}/`),
    )
    const statuses = await Promise.all(paths.map(async (path) => (await app.request(path)).status))
    expect(statuses).toEqual(paths.map(() => 200))
    expect(events.filter(({ type }) => type === 'failed')).toEqual([])
    expect(await get('/api/translations/deep/web/cs/?format=json')).toMatchObject({ translated: 1 })
  },
)
