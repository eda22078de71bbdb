import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../../support/catalog.ts'
import { createChoices } from '../../support/choices.ts'
import type { FileTree } from '../../support/git-repository.ts'
import { createHistory, type Step } from '../../support/history.ts'

/** Layouts of documents as in real projects; `of` returns the folder of a language. */
const LAYOUTS = [
  { filemask: 'docs/*/**', template: 'docs/en/**', of: (code: string) => `docs/${code}` },
  {
    filemask: 'i18n/*/docusaurus-plugin-content-docs/current/**',
    template: 'docs/**',
    of: (code: string) =>
      code === 'en' ? 'docs' : `i18n/${code}/docusaurus-plugin-content-docs/current`,
  },
  { filemask: 'content/*/**', template: 'content/en/**', of: (code: string) => `content/${code}` },
]
const NAMES = ['a.md', 'b.md', 'deep/c.md', 'deep/er/d.md']
const CODES = ['cs', 'de', 'fr']
const COMMITS = 80
/** So few that a source often returns to an earlier version. */
const TEXTS = 4

type Layout = (typeof LAYOUTS)[number]

/** A history with edited sources, added, changed and removed translations, and merges of side branches. */
function chooseSteps(layout: Layout, seed: number): Step[] {
  const { below, pick } = createChoices(seed)
  const pathOf = (code: string, name: string) => `${layout.of(code)}/${name}`
  let files: FileTree = Object.fromEntries(NAMES.map((name) => [pathOf('en', name), `${name} 0`]))
  const edit = (before: FileTree): FileTree => {
    const name = pick(NAMES)
    if (below(3) === 0) return { ...before, [pathOf('en', name)]: `${name} ${below(TEXTS)}` }
    const path = pathOf(pick(CODES), name)
    const { [path]: text, ...others } = before
    return text !== undefined && below(4) === 0
      ? others
      : { ...before, [path]: `${path} ${below(99)}` }
  }
  const steps: Step[] = [{ name: '0', files }]
  for (let index = 1; index < COMMITS; index++) {
    const before = files
    files = edit(before)
    if (below(5) === 0 && index > 1) {
      const side = `side ${index}`
      steps.push({ name: side, files, parents: [steps.at(-1)!.name], day: steps.length })
      const parents = [steps.at(-2)!.name, side]
      steps.push({ name: `${index}`, files, parents, day: steps.length })
    } else steps.push({ name: `${index}`, files, parents: [steps.at(-1)!.name], day: steps.length })
  }
  return steps
}

/** `language name: commits behind` of each translation that is behind, from `git log` alone. */
function replay(repository: string, layout: Layout): string[] {
  const run = (...words: string[]) =>
    execFileSync('git', ['-C', repository, ...words], { encoding: 'utf8' }).trim()
  const log = (range: string, path: string) =>
    run('log', '--first-parent', '-m', '--format=%H', range, '--', path)
      .split('\n')
      .filter((oid) => oid !== '')
  const blobAt = (commit: string, path: string) => run('rev-parse', `${commit}:${path}`)
  const present = new Set(run('ls-tree', '-r', '--name-only', 'main').split('\n'))
  return CODES.flatMap((code) =>
    NAMES.flatMap((name) => {
      const path = `${layout.of(code)}/${name}`
      if (!present.has(path)) return []
      const source = `${layout.of('en')}/${name}`
      const [translated = ''] = log('main', path)
      const madeFor = blobAt(translated, source)
      const later = log(`${translated}..main`, source).map((commit) => blobAt(commit, source))
      const same = later.indexOf(madeFor)
      const behind = same < 0 ? later.length : same
      return behind === 0 ? [] : [`${code} ${name}: ${behind}`]
    }),
  )
}

interface OutdatedPage {
  readonly results: readonly { readonly context: string; readonly commits_behind: number }[]
}

test.each(LAYOUTS.flatMap((layout) => [1, 2, 3, 4].map((seed) => ({ ...layout, seed }))))(
  'documents of $filemask are as far behind as git log shows, history $seed',
  async (layout) => {
    const { path } = await createHistory(chooseSteps(layout, layout.seed))
    const { filemask, template } = layout
    const component = {
      ...{ slug: 'c', name: 'C', repo: path, branch: 'main', file_format: 'document' },
      ...{ filemask, template },
    }
    const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
    const { catalog, get } = await serveProjects([project])
    onTestFinished(catalog.close)
    await catalog.complete
    const behind: string[] = []
    for (const code of CODES) {
      const { results } = await get<OutdatedPage>(`/api/translations/p/c/${code}/outdated/`)
      for (const { context, commits_behind } of results) {
        behind.push(`${code} ${context}: ${commits_behind}`)
      }
    }
    const expected = replay(path, layout)
    expect(behind.sort()).toEqual(expected.sort())
    expect(expected.length).toBeGreaterThan(0)
  },
)
