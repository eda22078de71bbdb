import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { crawl, type SiteFile } from '../../../src/cli/export/crawl.ts'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../../support/command.ts'
import { hasGit, runGit } from '../../support/git-repository.ts'
import { useDemo } from '../../support/use-demo.ts'

const demo = useDemo()

/** Addresses of a page's links below the site. */
function linksOf({ file, body }: SiteFile): string[] {
  const page = new URL(file, 'http://site/')
  return [...body.toString().matchAll(/<(?:a|link|img|script)\b[^>]*? (?:href|src)="([^"]*)"/g)]
    .map(([, address = '']) => new URL(address, page))
    .filter(({ origin }) => origin === 'http://site')
    .map(({ pathname }) => decodeURIComponent(pathname.slice(1)))
}

test('every link of a page leads to a file of the site, but for what the server does not have', async () => {
  const files = new Map<string, SiteFile>()
  const missing: string[] = []
  const options = { app: demo.app, origin: 'http://localhost', refs: ['v1.0.0'], paths: ['/'] }
  for await (const one of crawl(options)) {
    if ('file' in one) files.set(one.file, one)
    else missing.push(`${one.status} ${one.missing}`)
  }
  const pages = [...files.values()].filter(({ file }) => /(^|\/)index\.html$/.test(file))
  const isThere = (path: string) =>
    files.has(path === '' || path.endsWith('/') ? `${path}index.html` : path)
  const dead = pages.flatMap((page) => linksOf(page).filter((path) => !isThere(path)))
  const isMissing = (path: string) =>
    missing.some((one) =>
      one.startsWith(`404 /${path.replace(/^at\/v1\.0\.0\/|offset-\d+\/$/g, '')}`),
    )
  expect(new Set(dead.filter((path) => !isMissing(path)))).toEqual(new Set())
  expect(missing.filter((one) => !one.startsWith('404 '))).toEqual([])
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      '404.html',
      'index.html',
      'projects/tidewatch/index.html',
      'at/v1.0.0/projects/tidewatch/index.html',
      'exports/rss.xml',
      'api/statistics.json',
      'widget/-/-/-/open-graph.png',
    ]),
  )
})

describe.skipIf(!hasGit())('gitglot export', () => {
  const files = { 'l/en.json': '{"a": "A"}', 'l/de.json': '{"a": "Ä"}', 'gitglot.yml': shopConfig }

  test('writes a site, then only what changed, and removes what is gone', async () => {
    const folder = createCheckout(files)
    runGit(folder, 'tag', 'v1')
    const args = ['export', '--out', 'site', '--base-url', 'https://example.org/shop/']
    const first = await gitglot(folder, [...args, '--ref', 'v1'])
    expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^site: \d+ files written/)])
    const site = join(folder, 'site')
    const index = join(site, 'projects/shop/index.html')
    const badge = join(site, 'widget/shop/web/de/svg-badge.svg')
    const names = ['.nojekyll', '404.html', 'at/v1/projects/shop/index.html', 'robots.txt']
    expect(names.filter((name) => !existsSync(join(site, name)))).toEqual([])
    expect(readFileSync(index, 'utf8')).toContain(
      'content="https://example.org/shop/widget/shop/open-graph.png"',
    )
    expect(readFileSync(join(site, 'exports/rss/shop.xml'), 'utf8')).toContain(
      '<link>https://example.org/shop/projects/shop/</link>',
    )
    const before = statSync(badge).mtimeMs
    writeFilesInto(folder, { 'l/fr.json': '{}' })
    runGit(folder, 'add', '--all', 'l')
    runGit(folder, 'commit', '--quiet', '--message', 'Add French')
    const second = await gitglot(folder, args)
    expect([second.code, statSync(badge).mtimeMs]).toEqual([0, before])
    expect(existsSync(join(site, 'widget/shop/web/fr/svg-badge.svg'))).toBe(true)
    expect(existsSync(join(site, 'at/v1/projects/shop/index.html'))).toBe(false)
  })

  test('leaves a folder alone that it did not write', async () => {
    const folder = createCheckout(files)
    const { code, err } = await gitglot(folder, ['export', '--out', 'l'])
    expect([code, err.split('\n').at(-2)]).toEqual([
      2,
      'l: expected an empty folder, or one that gitglot export wrote',
    ])
    expect(readdirSync(join(folder, 'l'))).toEqual(['de.json', 'en.json'])
  })

  test('never removes what a list from elsewhere names outside of its folder', async () => {
    const folder = createCheckout(files)
    writeFilesInto(folder, { 'site/.gitglot-export': '../keep.txt\n', 'keep.txt': 'x' })
    const { code } = await gitglot(folder, ['export', '--out', 'site'])
    expect([code, existsSync(join(folder, 'keep.txt'))]).toEqual([0, true])
  })

  test.each([
    [['export'], 'gitglot export: --out is missing: --out DIR'],
    [
      ['export', '--out', 'x', '--base-url', 'example.org'],
      'gitglot export: --base-url needs an address: https://…',
    ],
  ])('%j is refused', async (args, message) => {
    const { code, err } = await gitglot(createCheckout(files), args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})
