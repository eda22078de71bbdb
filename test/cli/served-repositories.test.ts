import { expect, test } from 'vitest'
import { configOfRepositories } from '../../src/cli/served-repositories.ts'
import { ConfigError } from '../../src/errors.ts'
import { createCheckout, gitglot, shopConfig } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

const files = { 'l/en.json': '{"a": "Hello"}', 'l/de.json': '{"a": "Hallo"}' }
/** What a repository says of the server that serves it. */
const hostile = `data_dir: /etc\nmax_age: 9\n${shopConfig}`

/** Slug of each project with slug, repository and filemask of its components, or the repository to find them in. */
async function served(...operands: readonly string[]) {
  const { projects } = await configOfRepositories(operands)
  return projects.map(({ slug, components, discover }) => [
    slug,
    discover?.repo ??
      components.map((component) => [component.slug, component.repo, component.filemask]),
  ])
}

test.skipIf(!hasGit())(
  'checkouts have their own components, or leave them to be found at each commit',
  async () => {
    const discovered = createCheckout(files)
    const configured = createCheckout({ ...files, 'gitglot.yml': shopConfig })
    expect(await served(discovered, configured, configured)).toStrictEqual([
      ['project', discovered],
      ['shop', [['web', configured, 'l/*.json']]],
      ['shop-2', [['web', configured, 'l/*.json']]],
    ])
  },
)

test.skipIf(!hasGit())('the remote of an address is served, not a clone of it', async () => {
  const address = `file://${createCheckout(files)}`
  const [project] = await served(address)
  expect(project?.[1]).toBe(address)
})

test.skipIf(!hasGit())('settings of a repository do not configure the server', async () => {
  const { dataDir, maxAge } = await configOfRepositories([
    createCheckout({ ...files, 'gitglot.yml': hostile }),
  ])
  expect([dataDir, maxAge]).toStrictEqual([expect.stringMatching(/\/gitglot\/serve\/\w+$/), 0])
})

test.skipIf(!hasGit())('a repository without components is reported', async () => {
  await expect(configOfRepositories([createCheckout({ a: 'b' })])).rejects.toThrow(ConfigError)
})

test('a configuration and repositories exclude each other', async () => {
  expect(await gitglot('.', ['serve', '.', '--config', 'x.yml'])).toStrictEqual({
    code: 2,
    out: '',
    err: 'gitglot serve: --config and repositories cannot be combined\n',
  })
})
