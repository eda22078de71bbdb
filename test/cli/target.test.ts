import { symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const component = `
      - { slug: SLUG, name: SLUG, file_format: json, filemask: l/*.json, template: l/en.json, repo: 'REPO' }`

/** A configuration with a component for each repository. */
function configOf(repos: Readonly<Record<string, string>>): string {
  const components = Object.entries(repos).map(([slug, repo]) =>
    component.replaceAll('SLUG', slug).replace('REPO', repo),
  )
  return `projects:
  - slug: shop
    name: Shop
    web: https://shop.example
    components:${components.join('')}
`
}

const files = { 'l/en.json': '{"a": "Hello"}' }

/** The components that `status` shows, and its messages. */
async function shown(folder: string, ...args: readonly string[]): Promise<[string[], string]> {
  const { out, err } = await gitglot(folder, ['status', ...args, '--format', 'csv'])
  const lines = out.trimEnd().split('\r\n').slice(1)
  return [lines.map((line) => line.split(',')[0] ?? ''), err]
}

describe.skipIf(!hasGit())('the components of a checkout', () => {
  test('are those that name one of its remotes in any spelling; others are left out', async () => {
    const repos = {
      mine: 'https://git.example.org/o/n.git',
      here: '.',
      other: 'https://git.example.org/o/other.git',
      local: '/somewhere/else',
    }
    const folder = createCheckout({ ...files, 'gitglot.yml': configOf(repos) })
    runGit(folder, 'remote', 'add', 'origin', 'git@git.example.org:o/n')
    expect(await shown(folder)).toStrictEqual([
      ['shop/mine', 'shop/here'],
      'skipped components of other repositories: shop/other, shop/local\n',
    ])
  })

  test('are all if its own configuration names only one repository: it is a fork', async () => {
    const repos = { web: 'https://git.example.org/o/n.git' }
    const folder = createCheckout({ ...files, 'gitglot.yml': configOf(repos) })
    runGit(folder, 'remote', 'add', 'origin', 'https://git.example.org/fork/n')
    expect(await shown(folder)).toStrictEqual([['shop/web'], ''])
  })

  test('are found with an explicit configuration, from any folder', async () => {
    const folder = createCheckout({ ...files, 'ci/c.yml': configOf({ web: '..' }) })
    expect(await shown(`${folder}/l`, '--config', '../ci/c.yml')).toStrictEqual([['shop/web'], ''])
  })

  test('are those of the nearest configuration above', async () => {
    const folder = createCheckout({ ...files, 'gitglot.yml': configOf({ top: '.' }) })
    writeFilesInto(folder, { 'app/gitglot.yml': configOf({ inner: '..' }), 'app/x/y': '' })
    expect(await shown(`${folder}/app/x`)).toStrictEqual([['shop/inner'], ''])
  })

  test('are those of a commit if there is no work tree; errors name the file as Git does', async () => {
    const folder = createCheckout({ ...files, 'gitglot.yml': 'site: x' })
    runGit(folder, 'clone', '--quiet', '--bare', '.', 'bare.git')
    const wrong = await shown(folder, 'bare.git')
    expect(wrong[1].split('\n')[0]).toBe(
      'HEAD:gitglot.yml:1: site: unknown field; did you mean site_title?',
    )
    writeFilesInto(folder, { 'gitglot.yml': configOf({ web: '/another' }) })
    runGit(folder, 'commit', '--quiet', '--all', '--message', 'Another')
    runGit(folder, 'push', '--quiet', 'bare.git', 'main')
    expect(await shown(folder, 'bare.git')).toStrictEqual([['shop/web'], ''])
  })
})

describe.skipIf(!hasGit())('a configuration of the repository that is checked', () => {
  const environment = { SECRET: 'hidden' }
  const spying = configOf({ web: '.' }).replace('name: Shop', `name: '\${SECRET}'`)
  const refusal =
    'refers to data outside the repository: move the configuration out of the repository and name it with --config'

  test.each([
    ['check', ['check'], 'gitglot.yml'],
    ['check with its name', ['check', '--config', 'ci/c.yml'], 'ci/c.yml'],
    ['check with its name by a way round', ['check', '--config', 'l/../ci/c.yml'], 'l/../ci/c.yml'],
    ['diff with its name', ['diff', 'HEAD', '--config', 'ci/c.yml'], 'ci/c.yml'],
  ])('cannot read the environment: %s', async (_, args, file) => {
    const folder = createCheckout({ ...files, 'gitglot.yml': spying, 'ci/c.yml': spying })
    expect(await gitglot(folder, args, environment)).toStrictEqual({
      code: 2,
      out: '',
      err: `${file}:3: projects[0].name: ${refusal}\n`,
    })
  })

  test('cannot read other files', async () => {
    const text = configOf({ web: '.' }).replace(
      'slug: shop',
      'slug: shop\n    push_file: /etc/passwd',
    )
    const folder = createCheckout({ ...files, 'ci/c.yml': text })
    const { code, err } = await gitglot(folder, ['check', '--config', 'ci/c.yml'])
    expect([code, err.includes('root:')]).toStrictEqual([2, false])
  })

  test('must not link to a file elsewhere, whose keys errors would quote', async () => {
    const elsewhere = createTemporaryFolder()
    writeFilesInto(elsewhere, { 'secret.yml': 'my_token: 1\n' })
    const folder = createCheckout(files)
    symlinkSync(`${elsewhere}/secret.yml`, `${folder}/gitglot.yml`)
    const refused = {
      ...{ code: 2, out: '' },
      err: 'gitglot.yml: is a link that leads out of the repository\n',
    }
    expect(await gitglot(folder, ['check'])).toStrictEqual(refused)
    expect(await gitglot(folder, ['status'])).toStrictEqual(refused)
    expect(await gitglot(folder, ['check', '--config', 'gitglot.yml'])).toStrictEqual(refused)
  })

  test('is trusted if it is outside the repository', async () => {
    const folder = createCheckout(files)
    const elsewhere = createTemporaryFolder()
    const text = spying.replace("repo: '.'", `repo: ${folder}`)
    writeFilesInto(elsewhere, { 'c.yml': text })
    const { code } = await gitglot(folder, ['check', '--config', `${elsewhere}/c.yml`], environment)
    expect(code).toBe(0)
  })
})
