import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'

async function serve(threads: number) {
  const { path: repo, oids } = await createHistory([
    {
      name: '1',
      files: {
        'l/en.json': '{"a.new":"New","a.old":"Old"}',
        'l/de.json': '{"a.new":"Neu"}',
        'm/en.json': '{"b.other":"Other"}',
        'm/de.json': '{"b.other":"Andere"}',
        'src/a.js': "$t('a.new')\n$t('b.other')\n$t('a.gone')\n",
      },
    },
    { name: '2', files: { 'src/a.js': "$t('a.new')\n$t('b.other')\n$t('a.old')\n" } },
  ])
  const repoweb = 'https://example.org/blob/{{branch}}/{{filename}}#L{{line}}'
  const components = ['l', 'm'].map((slug) =>
    jsonComponent(slug, slug, { repo, branch: 'main', repoweb }),
  )
  const project = { slug: 'p', name: 'P', web: 'https://example.org/', components }
  const server = await serveProjects([project], {}, { threads })
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  const get = async (path: string): Promise<[status: number, body: unknown]> => {
    const response = await server.app.request(`/api/${path}`)
    return [response.status, await response.json()]
  }
  return { get, first: oids['1'] ?? '' }
}

test.each([0, 2])(
  'keys that no file names, and keys that no template has, are listed, with %i threads',
  async (threads) => {
    const { get, first } = await serve(threads)
    const nothing = { count: 0, next: null, previous: null, results: [] }
    expect(await get('components/p/l/unused/')).toEqual([200, nothing])
    const [, units] = await get(`translations/p/l/en/units/?ref=${first}`)
    const problems = {
      count: 2,
      next: null,
      previous: null,
      results: [
        {
          component: 'p/l',
          rule: 'undefined-key',
          key: 'a.gone',
          message: 'The code asks for the key "a.gone"; no template has it.',
          filename: 'src/a.js',
          line: 3,
          column: 5,
          unit: null,
          file_url: `https://example.org/blob/${first}/src/a.js#L3`,
        },
        {
          component: 'p/l',
          rule: 'unused-key',
          key: 'a.old',
          message: 'No file mentions the key "a.old".',
          filename: 'l/en.json',
          line: null,
          column: null,
          unit: (units as { results: { url: string }[] }).results[1]?.url,
          file_url: `https://example.org/blob/${first}/l/en.json#L1`,
        },
      ],
    }
    expect(await get(`components/p/l/unused/?ref=${first}`)).toEqual([200, problems])
    expect(await get(`projects/p/unused/?ref=${first}`)).toEqual([200, problems])
    expect(await get(`components/p/m/unused/?ref=${first}`)).toEqual([200, nothing])
    expect((await get('components/p/x/unused/'))[0]).toBe(404)
  },
)

test('while a component of the project cannot be read, no key counts as undefined', async () => {
  const { path: repo } = await createHistory([
    {
      name: '1',
      files: {
        'l/en.json': '{"a.new":"New","a.more":"More"}',
        'm/en.json': '{',
        'src/a.js': "$t('a.new')\n$t('b.other')\n$t('a.more')\n",
      },
    },
  ])
  const components = ['l', 'm'].map((slug) => jsonComponent(slug, slug, { repo, branch: 'main' }))
  const project = { slug: 'p', name: 'P', web: 'https://example.org/', components }
  const { app, catalog } = await serveProjects([project], {}, { threads: 0 })
  onTestFinished(catalog.close)
  await catalog.complete
  const responses = await Promise.all(
    ['l', 'm'].map(async (slug) => {
      const response = await app.request(`/api/components/p/${slug}/unused/`)
      return [response.status, ((await response.json()) as { count?: number }).count]
    }),
  )
  expect(responses).toEqual([
    [200, 0],
    [503, undefined],
  ])
})
