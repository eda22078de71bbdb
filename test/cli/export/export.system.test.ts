import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../../support/git-repository.ts'

describe.skipIf(!hasGit())('gitglot export', () => {
  const files = { 'l/en.json': '{"a": "A"}', 'l/de.json': '{"a": "Ä"}', 'gitglot.yml': shopConfig }

  test('writes a site, then only changed files, and deletes removed ones', async () => {
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

  test('units have the times of their changes', async () => {
    const folder = createCheckout(files, { 'l/en.json': '{"a": "A", "b": "B"}' })
    await gitglot(folder, ['export', '--out', 'site'])
    const path = join(folder, 'site/api/translations/shop/web/de/units.json')
    const { results } = JSON.parse(readFileSync(path, 'utf8')) as {
      results: readonly { readonly timestamp: string }[]
    }
    // The microseconds number the changes of a commit.
    // In the second commit, the update of the repository comes first.
    expect(results.map(({ timestamp }) => timestamp)).toEqual([
      '2024-01-01T00:00:00.000002Z',
      '2024-01-01T00:00:00.000003Z',
    ])
  })

  describe('of a repository without a configuration', () => {
    const texts = { 'en.json': '{"a": "One"}', 'de.json': '{"a": "Eins"}' }
    const filesIn = (folder: string) =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text]))

    test('writes the components of each ref, even if their files moved later', async () => {
      const folder = createCheckout(filesIn('web/lang'))
      runGit(folder, 'tag', 'v1')
      runGit(folder, 'mv', 'web/lang', 'web/locales')
      writeFilesInto(folder, filesIn('app/lang'))
      runGit(folder, 'add', '--all')
      runGit(folder, 'commit', '--quiet', '--message', 'Move')
      runGit(folder, 'tag', 'v2')
      const refs = ['--ref', 'v1', '--ref', 'v2']
      const { code, err } = await gitglot(folder, ['export', '--out', 'site', ...refs])
      expect([code, err.replace(/^.*localhost\n/, '')]).toEqual([0, ''])
      const masksIn = (front: string) => {
        const path = join(folder, 'site', front, 'api/components.json')
        const { results } = JSON.parse(readFileSync(path, 'utf8')) as {
          results: readonly { readonly filemask: string }[]
        }
        return results.map(({ filemask }) => filemask).sort()
      }
      const now = ['app/lang/*.json', 'web/locales/*.json']
      expect([masksIn(''), masksIn('at/v1'), masksIn('at/v2')]).toEqual([
        now,
        ['web/lang/*.json'],
        now,
      ])
    })

    test('reports a ref without translations', async () => {
      const folder = createCheckout({ README: 'Nothing yet' }, filesIn('lang'))
      runGit(folder, 'tag', 'v0', 'HEAD~1')
      const refs = ['--ref', 'main', '--ref', 'v0']
      const { code, err } = await gitglot(folder, ['export', '--out', 'site', ...refs])
      expect([code, err.split('\n').at(-2)]).toEqual([
        3,
        'gitglot: v0: No component has files at this ref.',
      ])
    })
  })

  test('refuses a folder that it did not write, and leaves it unchanged', async () => {
    const folder = createCheckout(files)
    const { code, err } = await gitglot(folder, ['export', '--out', 'l'])
    expect([code, err.split('\n').at(-2)]).toEqual([
      2,
      'l: expected an empty folder, or one that gitglot export wrote',
    ])
    expect(readdirSync(join(folder, 'l'))).toEqual(['de.json', 'en.json'])
  })

  test('neither writes nor deletes outside its folder, nor through links', async () => {
    const folder = createCheckout(files)
    const elsewhere = createTemporaryFolder()
    const foreign = { 'index.html': 'mine', 'web/index.html': 'mine', 'gone.txt': 'mine' }
    writeFilesInto(elsewhere, { ...foreign, 'git/config': 'mine' })
    writeFilesInto(folder, {
      'keep.txt': 'x',
      'site/.gitglot-export':
        '../keep.txt\nlinked/gone.txt\nprojects/gone.txt\nlink.txt\n.git/config\n.GIT\\config\n/etc/none\n',
      'site/.git/config': 'mine',
    })
    const site = join(folder, 'site')
    symlinkSync(elsewhere, join(site, 'projects'))
    symlinkSync(elsewhere, join(site, 'linked'))
    symlinkSync(join(elsewhere, 'index.html'), join(site, 'index.html'))
    symlinkSync(join(elsewhere, 'gone.txt'), join(site, 'link.txt'))
    symlinkSync('/dev/zero', join(site, 'robots.txt'))
    symlinkSync(join(elsewhere, 'new.txt'), join(site, '.nojekyll'))
    const { code } = await gitglot(folder, ['export', '--out', 'site'])
    expect([code, existsSync(join(folder, 'keep.txt'))]).toEqual([0, true])
    const texts = Object.keys(foreign).map((name) => readFileSync(join(elsewhere, name), 'utf8'))
    expect([texts, readdirSync(elsewhere).sort()]).toEqual([
      ['mine', 'mine', 'mine'],
      ['git', 'gone.txt', 'index.html', 'web'],
    ])
    expect(readFileSync(join(site, '.git/config'), 'utf8')).toBe('mine')
    const written = ['projects', 'projects/shop', 'index.html', 'robots.txt', '.nojekyll']
    expect(written.filter((name) => lstatSync(join(site, name)).isSymbolicLink())).toEqual([])
    // The listed link is deleted, but not its target.
    expect(existsSync(join(site, 'link.txt'))).toBe(false)
    expect(readdirSync(site).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('refuses a folder that is a link', async () => {
    const folder = createCheckout(files)
    const elsewhere = createTemporaryFolder()
    symlinkSync(elsewhere, join(folder, 'site'))
    const { code, err } = await gitglot(folder, ['export', '--out', 'site/'])
    expect([code, err.split('\n').at(-2), readdirSync(elsewhere)]).toEqual([
      2,
      'site/: is a link; name the folder that it leads to',
      [],
    ])
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
