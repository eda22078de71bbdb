import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pagePaths } from '../../scripts/docs/pages.ts'

const pages = [...pagePaths, 'CHANGELOG.md']
const { files }: { readonly files: readonly string[] } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
/** What npm publishes in addition to `files`. */
const ALWAYS_PUBLISHED = ['README.md', 'LICENSE', 'package.json']

interface Link {
  /** Path from the root; that of the page itself for an anchor alone. */
  readonly path: string
  readonly anchor: string
}

/** The links of a page to files; code is no link. */
function linksOf(page: string): Link[] {
  const text = readFileSync(page, 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, 'code')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#')
      return { path: path === '' ? page : join(dirname(page), path), anchor }
    })
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(pages)('every link of %s leads to a file, and to a heading in it', (page) => {
  const broken = linksOf(page).filter(
    ({ path, anchor }) => !existsSync(path) || (anchor !== '' && !anchorsOf(path).includes(anchor)),
  )
  expect(broken).toStrictEqual([])
})

test.each(pages)('every link of %s works in the installed package', (page) => {
  const published = [...files, ...ALWAYS_PUBLISHED]
  const missing = linksOf(page).filter(
    ({ path }) => !published.some((folder) => path === folder || path.startsWith(`${folder}/`)),
  )
  expect(missing).toStrictEqual([])
})

test('every page is reached from the front page', () => {
  const reached = new Set(['README.md'])
  for (const page of reached) {
    for (const { path } of linksOf(page)) if (path.endsWith('.md')) reached.add(path)
  }
  expect(pagePaths.filter((page) => !reached.has(page))).toStrictEqual([])
})
