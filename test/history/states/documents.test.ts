import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../../support/catalog.ts'
import { createHistory, type Step } from '../../support/history.ts'

interface OutdatedPage {
  readonly results: readonly {
    readonly context: string
    readonly previous_source: string
    readonly commits_behind: number
    readonly age_days: number
  }[]
}

/** `context: source that was translated, commits behind, days` of each outdated German document. */
async function behindIn(steps: readonly Step[], more: object = {}): Promise<string[]> {
  const { path } = await createHistory(steps)
  const component = {
    ...{ slug: 'c', name: 'C', repo: path, branch: 'main', file_format: 'document' },
    ...{ filemask: 'docs/*/**', template: 'docs/en/**', ...more },
  }
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
  const { catalog, get } = await serveProjects([project])
  onTestFinished(catalog.close)
  await catalog.complete
  const { results } = await get<OutdatedPage>('/api/translations/p/c/de/outdated/')
  return results.map(({ context, previous_source, commits_behind, age_days }) => {
    return `${context}: ${previous_source}, ${commits_behind} commits, ${age_days} days`
  })
}

/** A commit with a source and its German translation. */
function step(name: string, en: string, de: string, message = name): Step {
  return { name, message, files: { 'docs/en/a.md': en, 'docs/de/a.md': de } }
}

test('a document is behind by the commits that changed its source after its own last change', async () => {
  const other = { 'docs/en/b/c.md': 'B', 'docs/de/b/c.md': 'B' }
  const steps = [step('1', 'A', 'A de'), step('2', 'AA', 'A de'), step('3', 'AAA', 'A de')]
  const extended = steps.map((step) => ({ ...step, files: { ...step.files, ...other } }))
  expect(await behindIn([...extended, { ...extended[2]!, name: '4' }])).toEqual([
    'a.md: A, 2 commits, 2 days',
  ])
})

test.each<[name: string, steps: readonly Step[], expected: readonly string[]]>([
  ['that is changed with its source', [step('1', 'A', 'A de'), step('2', 'B', 'B de')], []],
  [
    'that is changed after its source',
    [step('1', 'A', 'A'), step('2', 'B', 'A'), step('3', 'B', 'B')],
    [],
  ],
  [
    'whose source changes back',
    [step('1', 'A', 'A de'), step('2', 'B', 'A de'), step('3', 'A', 'A de')],
    [],
  ],
  [
    'whose source changes only in line ends',
    [step('1', 'A\r\nB\r\n', 'A de'), step('2', 'A\nB\n', 'A de')],
    [],
  ],
  [
    'whose source changes only in other white space',
    [step('1', 'A', 'A de'), step('2', 'A\n', 'A de')],
    ['a.md: A, 1 commits, 0 days'],
  ],
])('a document %s is behind: %j', async (_, steps, expected) => {
  expect(await behindIn(steps)).toEqual(expected)
})

test('a document was translated from the commit that its front matter names', async () => {
  const first = step('1', 'A', 'A de')
  const { oids } = await createHistory([first])
  const named = `---\nl10n:\n  sourceCommit: ${oids['1']}\n---\nA de`
  const unknown = named.replace(oids['1']!, 'f'.repeat(40))
  expect(await behindIn([first, step('2', 'B', 'A de'), step('3', 'B', named)])).toEqual([
    'a.md: A, 1 commits, 1 days',
  ])
  expect(await behindIn([first, step('2', 'B', 'A de'), step('3', 'B', unknown)])).toEqual([])
})

test.each([
  ['Fix a typo', ['a.md: A, 1 commits, 0 days']],
  ['Fix a typo [@lunaria-ignore]', []],
  ['Fix\n\n@lunaria-ignore:docs/en/a.md', []],
  ['Fix\n\n@lunaria-ignore:docs/en/b.md;docs/**/a.{md,mdx}', []],
  ['Fix\n\n@lunaria-ignore:docs/de/*.md', ['a.md: A, 1 commits, 0 days']],
  ['Fix\n\n@lunaria-track:docs/en/(b|c).md', []],
  ['Fix\n\n@lunaria-track:docs/en/[broken', []],
  ['Fix\n\n@lunaria-track:docs/en/?.md', ['a.md: A, 1 commits, 0 days']],
])(
  'a source changed by a commit with the message %j leaves these documents behind: %j',
  async (message, expected) => {
    expect(await behindIn([step('1', 'A', 'A de'), step('2', 'B', 'A de', message)])).toEqual(
      expected,
    )
  },
)

test('a translation stays behind after a change that its commit says to ignore', async () => {
  const message = 'Format\n\n@lunaria-ignore:docs/de/a.md'
  const steps = [step('1', 'A', 'A'), step('2', 'B', 'A'), step('3', 'B', 'a', message)]
  expect(await behindIn(steps)).toEqual(['a.md: A, 1 commits, 1 days'])
})

test('a single document may have a file for each language', async () => {
  const files = (en: string, de: string) => ({
    'README.md': en,
    'docs/README.de.md': '',
    'README.de.md': de,
  })
  const steps = [
    { name: '1', files: files('A', 'A de') },
    { name: '2', files: files('B', 'A de') },
  ]
  const masks = { filemask: 'README.*.md', template: 'README.md' }
  expect(await behindIn(steps, masks)).toEqual(['README.md: A, 1 commits, 0 days'])
})

test('translations may be beside their sources', async () => {
  const files = (en: string, de: string) => {
    return { 'docs/x/a.md': en, 'docs/x/a.de.md': de, 'docs/b.de.md': 'B', 'docs/b.md': 'B' }
  }
  const masks = { filemask: 'docs/**', template: 'docs/**' }
  const first = { name: '1', files: files('A', 'A de') }
  const second = { name: '2', files: files('B', 'A de') }
  const third = { name: '3', files: files('B', 'a de') }
  expect(await behindIn([first, second], masks)).toEqual(['x/a.md: A, 1 commits, 0 days'])
  expect(await behindIn([first, second, third], masks)).toEqual([])
  const message = 'Format\n\n@lunaria-ignore:docs/**/*.de.md'
  expect(await behindIn([first, second, { ...third, message }], masks)).toEqual([
    'x/a.md: A, 1 commits, 1 days',
  ])
  const commit = { name: '4', files: { ...files('B', 'A de'), 'docs/x/a.fr.md': 'A fr' } }
  const mirror = { ...masks, state_from: 'mirror' }
  expect(await behindIn([first, second, commit], mirror)).toEqual(['x/a.md: A, 1 commits, 1 days'])
})

test("sources may be in the parent of the languages' folders", async () => {
  const files = (en: string, fr: string) => {
    return { 'docs/a.md': en, 'docs/guide/b.md': 'B', 'docs/de/a.md': 'A de', 'docs/fr/a.md': fr }
  }
  const steps = [
    { name: '1', files: files('A', 'A fr') },
    { name: '2', files: files('B', 'A fr') },
    { name: '3', files: files('B', 'B fr') },
  ]
  expect(await behindIn(steps, { template: 'docs' })).toEqual(['a.md: A, 1 commits, 1 days'])
})
