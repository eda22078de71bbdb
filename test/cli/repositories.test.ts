import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configOfRepositories } from '../../src/cli/served-repositories.ts'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const files = {
  'l/en.json': '{"a": "Hello", "b": "Good bye."}',
  'l/de.json': '{"a": "Hallo", "b": "Auf Wiedersehen"}',
  'l/cs.json': '{"a": "Ahoj"}',
  'a/app_en.arb': '{"x": "Yes"}',
  'a/app_de.arb': '{"x": "Ja"}',
}

describe.skipIf(!hasGit())('status without a configuration', () => {
  test('shows the components that are found in the checkout, as it is on disk', async () => {
    const folder = createCheckout({ 'README.md': '# Shop' })
    writeFilesInto(folder, files)
    const { code, out } = await gitglot(folder, ['status', '--format', 'csv', '--language', 'de'])
    expect([
      code,
      out
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(2, 6)),
    ]).toStrictEqual([
      0,
      [
        ['a/app_de.arb', 'false', '1', '1'],
        ['l/de.json', 'false', '2', '2'],
      ],
    ])
  })

  test('shows those of a bare repository, though it lies in a work tree', async () => {
    const folder = createCheckout({ 'gitglot.yml': shopConfig, ...files })
    const origin = createCheckout(files)
    runGit(origin, 'clone', '--quiet', '--bare', origin, join(folder, 'bare.git'))
    const { out } = await gitglot(folder, ['status', 'bare.git', '--format', 'csv'])
    expect(out.split('\r\n')[1]).toBe('project/app,en,a/app_en.arb,true,1,1,100,0,0,0,1,,0,0,0')
  })

  test('names the project after the folder if there is no remote, as a server does', async () => {
    const folder = createTemporaryFolder()
    runGit(folder, 'clone', '--quiet', createCheckout(files), 'shop')
    runGit(join(folder, 'shop'), 'remote', 'remove', 'origin')
    const { out } = await gitglot(folder, ['status', 'shop', '--format', 'csv'])
    expect(out.split('\r\n')[1]).toBe('shop/app,en,a/app_en.arb,true,1,1,100,0,0,0,1,,0,0,0')
    const { projects } = await configOfRepositories([join(folder, 'shop')])
    expect(projects.map(({ slug }) => slug)).toStrictEqual(['shop'])
  })

  test('and the reports are the same bytes in every clone, whatever its folder', async () => {
    const origin = createCheckout({ ...files, 'en.json': '{"x": "Ja"}', 'de.json': '{"x": ""}' })
    const clones = ['one', 'two'].map((name) => join(createTemporaryFolder(), name))
    for (const clone of clones) runGit(origin, 'clone', '--quiet', origin, clone)
    const edits = { 'l/de.json': '{"a": "", "b": "Auf Wiedersehen "}', 'a/app_de.arb': '{' }
    const reports = clones.map(async (clone) => {
      writeFilesInto(clone, edits)
      const formats = ['json', 'github', 'sarif', 'junit', 'markdown'] as const
      const files = formats.map((format) => `${format}=${join(clone, '..', format)}`)
      const check = ['check', '--fail-on', 'note', '--base', 'main', '--report', files.join()]
      return [
        await gitglot(clone, check),
        ...formats.map((format) => readFileSync(join(clone, '..', format), 'utf8')),
        await gitglot(clone, ['status', '--format', 'json']),
        await gitglot(clone, ['diff', 'main', '--format', 'json']),
      ]
    })
    const [first, second] = await Promise.all(reports)
    expect(second).toStrictEqual(first)
  })

  test('names the formats searched for if nothing is found: 2', async () => {
    const folder = createCheckout({ 'src/main.c': 'int main;', 'node_modules/x/de.json': '{}' })
    const { code, out, err } = await gitglot(folder, ['status'])
    expect([code, out, err]).toStrictEqual([
      2,
      '',
      '.: no component found: looked for gitglot.yml, then for files of all formats with a language in their path; name other files in gitglot.yml\n',
    ])
  })

  test('reports that the configuration selects none of them: 2', async () => {
    const discovering = shopConfig.replace(/components:.*/s, 'discover: { take: [no/*] }\n')
    const folder = createCheckout({ ...files, 'gitglot.yml': discovering })
    expect(await gitglot(folder, ['status'])).toStrictEqual({
      code: 2,
      out: '',
      err: '.: its configuration selects no component; gitglot discover lists all\n',
    })
  })

  test('says why the repository of the components cannot be read: 3', async () => {
    const gone = '{ slug: p, name: P, web: https://p.example, repo: ./gone.git }'
    const folder = createTemporaryFolder()
    writeFilesInto(folder, { 'gone.yml': `projects: [${gone}]` })
    const { code, err } = await gitglot(folder, ['status', '--config', 'gone.yml'])
    const message = `gitglot: ${folder}/gone.git: expected a Git repository, found nothing\n`
    expect([code, err]).toStrictEqual([3, message])
  })

  test('shows the components of an earlier commit', async () => {
    const folder = createCheckout(files, { 'l/cs.json': '{}' })
    const { out } = await gitglot(folder, [
      ...['status', '--ref', 'HEAD~1', '--language', 'cs', '--format', 'csv'],
    ])
    expect(out.split('\r\n')[1]?.split(',').slice(2, 6)).toStrictEqual([
      'l/cs.json',
      'false',
      '2',
      '1',
    ])
  })
})

describe.skipIf(!hasGit())('of a repository elsewhere', () => {
  const commits = [
    { 'gitglot.yml': shopConfig, ...files },
    { 'l/de.json': '{"a": "", "b": "Auf Wiedersehen!"}' },
  ]

  test('commits before the tip are shown', async () => {
    const address = `file://${createCheckout(...commits)}`
    const folder = createTemporaryFolder()
    const percents = async (ref: string) => {
      const args = ['status', address, '--ref', ref, '--language', 'de', '--format', 'json']
      const { out } = await gitglot(folder, args)
      return (JSON.parse(out) as { translatedPercent: number }).translatedPercent
    }
    expect([await percents('main'), await percents('main~1')]).toStrictEqual([50, 100])
  })

  test('the gate compares with the components of the base', async () => {
    const address = `file://${createCheckout(...commits)}`
    const folder = createTemporaryFolder()
    const { code, out } = await gitglot(folder, ['check', address, '--base', 'main~1'])
    expect([code, out.split('\n')[0]]).toStrictEqual([
      1,
      'l/de.json:1:2: error untranslated "a": The string is no longer translated.',
    ])
  })
})
