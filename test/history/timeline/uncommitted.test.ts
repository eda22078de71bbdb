import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { type Catalog, openCatalog } from '../../../src/catalog/catalog.ts'
import { readConfig } from '../../../src/config/read.ts'
import type { View } from '../../../src/model/model.ts'
import { contextOf } from '../../../src/model/unit.ts'
import { scripted } from '../../conformance/history-projects.ts'
import { createTemporaryFolder, hasGit, runGit } from '../../support/git-repository.ts'

const text = gunzipSync(readFileSync('fixtures/history/scripted.json.gz')).toString()
const { steps } = JSON.parse(text) as { steps: { commit: string; subject: string }[] }

/** Every third of the later steps, as each needs two catalogs. */
const some = steps.filter((_, index) => index > 3 && index % 3 === 0)

let catalogs: Catalog[] = []
afterEach(async () => {
  await Promise.all(catalogs.map((catalog) => catalog.close()))
  catalogs = []
})

/** The view of a work tree or a commit, with states from history. */
async function open(repo: string, settings: object, fromWorkTree: boolean): Promise<View> {
  const { components } = scripted
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', repo, ...settings }
  const config = readConfig({
    text: JSON.stringify({
      data_dir: createTemporaryFolder(),
      projects: [{ ...project, components }],
    }),
    file: '/gitglot.yml',
    environment: {},
    readSecretFile: () => '',
  })
  const catalog = await openCatalog({ config, environment: {}, fromWorkTree, history: 'states' })
  catalogs.push(catalog)
  await catalog.complete
  return catalog.current()
}

/** State and previous source of each translation, by key. */
function statesIn({ projects }: View): object {
  const all = projects.flatMap(({ components }) =>
    components.flatMap((component) => component.translations),
  )
  return Object.fromEntries(
    all.map(({ component, language, units }) => [
      `${component.config.slug}/${language.code}`,
      Array.from(units().states, (state, row) => {
        return [contextOf(units(), row), state, units().previousSources.get(row) ?? '']
      }),
    ]),
  )
}

describe.skipIf(!hasGit())('files on disk are an additional step', () => {
  test.each([
    ['a Weblate that followed', { state_from: 'follow' }],
    ['a mirror', { state_from: 'mirror', mirror_baseline: steps[0]?.commit }],
  ])('with %s, the same as if they were committed', async (_, settings) => {
    const folder = createTemporaryFolder()
    runGit(folder, 'clone', '--quiet', resolve('fixtures/history/scripted.git'), '.')
    let marked = 0
    for (const { commit } of some) {
      runGit(folder, 'checkout', '--quiet', '--force', '--detach', commit)
      const committed = statesIn(await open(folder, settings, false))
      runGit(folder, 'reset', '--quiet', '--soft', 'HEAD^')
      expect(statesIn(await open(folder, settings, true))).toEqual(committed)
      marked += JSON.stringify(committed).split(',11,"').length - 1
    }
    expect(marked).toBeGreaterThan(10)
  })
})
