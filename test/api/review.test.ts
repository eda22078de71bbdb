import { expect, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { openDemo } from '../support/demo.ts'
import { createRepository } from '../support/git-repository.ts'
import { useDemo } from '../support/use-demo.ts'

const demo = useDemo()

interface Review {
  readonly summary: string
  readonly count: number
  readonly authors: readonly { author: string; is_first: boolean; language_codes: string[] }[]
  readonly languages: readonly { component: string; language_code: string }[]
  readonly results: readonly { risk: string; reasons: { kind: string }[] }[]
}

const get = async (query: string) => {
  const response = await demo.app.request(`/api/projects/tidewatch/review/?format=json&${query}`)
  return { status: response.status, review: (await response.json()) as Review }
}

test('a review has what changed by language and author, and strings by risk', async () => {
  const { status, review } = await get('base=v1.1.0&head=v2.0.0&page_size=200')
  const ranks = review.results.map(({ risk }) => ['high', 'medium', 'low'].indexOf(risk))
  expect(status).toBe(200)
  expect(ranks).toEqual([...ranks].sort())
  expect(review.summary).toMatch(/^\d+ texts changed in \d+ languages by \d+ authors/)
  expect(review.authors.length).toBeGreaterThan(1)
  expect(review.count).toBe(review.results.length)
})

test('with threads a review says the same', async () => {
  const path = '/api/projects/tidewatch/review/?format=json&base=v1.1.0&head=v2.0.0'
  const threaded = await openDemo({}, undefined, 1)
  const review = await (await threaded.app.request(path)).json()
  await threaded.catalog.close()
  expect(review).toEqual((await get('base=v1.1.0&head=v2.0.0')).review)
})

test.each([0, 1])(
  'with %d threads a file that no longer parses is a new alert',
  async (threads) => {
    const files = { 'a/en.json': '{"a": "Save"}', 'a/de.json': '{"a": "Sichern"}' }
    const { path } = await createRepository([files, { ...files, 'a/de.json': '{' }])
    const components = [jsonComponent('a', 'a', { repo: path, branch: 'main' })]
    const project = { slug: 'p', name: 'P', web: 'https://example.com/', components }
    const { catalog, get } = await serveProjects([project], {}, { threads })
    const review = await get('/api/projects/p/review/?base=main~1')
    await catalog.close()
    expect(review).toMatchObject({
      summary: 'No text changed; 1 new alert.',
      new_alerts: [
        {
          name: 'ParseError',
          message: 'a/de.json:1:2: expected a key in double quotes, found the end of the file',
          filename: 'a/de.json',
        },
      ],
    })
  },
)

test('a review of a range is that of its sides; an empty range has an empty review', async () => {
  const [range, sides] = await Promise.all([
    get('base=v1.1.0..v2.0.0'),
    get('base=v1.1.0&head=v2.0.0'),
  ])
  expect(range.review).toEqual(sides.review)
  const { review } = await get('base=v2.0.0&head=v2.0.0')
  expect([review.summary, review.results, review.languages, review.authors]).toEqual([
    'Nothing to review: no text changed.',
    ...[[], [], []],
  ])
})

test('a review needs an existing base', async () => {
  expect((await get('')).status).toBe(400)
  expect((await get('base=nope')).status).toBe(400)
})

test('the page of a review says the same', async () => {
  const { review } = await get('base=v1.1.0&head=v2.0.0')
  const text = await (await demo.app.request('/review/tidewatch/v1.1.0..v2.0.0/')).text()
  expect(text).toContain(review.summary)
  // Risks first, then sums: one row a language, whatever the number of components.
  expect(text.match(/<h2[^>]*>\w[\w ]+/g)?.map((tag) => tag.replace(/<.*>/, '').trim())).toEqual([
    'Show this page at',
    'Strings to look at',
    'Languages',
    'Authors',
  ])
  expect(text.split('<th scope="row">French</th>').length).toBe(2)
  const none = await demo.app.request('/review/tidewatch/v2.0.0...v2.0.0/')
  expect(await none.text()).toContain('Nothing to review: no text changed.')
  const wrong = await demo.app.request(
    `/review/tidewatch/${encodeURIComponent('<script>...release/1.x')}/`,
  )
  const page = await wrong.text()
  expect([
    page.includes('There is no such branch, tag or commit.'),
    page.includes('<script>.'),
  ]).toEqual([true, false])
  expect((await demo.app.request('/review/nope/a...b/')).status).toBe(404)
})
