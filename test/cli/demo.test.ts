import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readDemoConfig } from '../../src/cli/config-file.ts'
import { packageFolder } from '../../src/cli/package.ts'
import { openRepository } from '../../src/git/open.ts'
import { openDemo } from '../support/demo.ts'
import { createTemporaryFolder, runGit } from '../support/git-repository.ts'

const path = join(packageFolder(), 'fixtures/demo.git')
const desktop = join(packageFolder(), 'fixtures/desktop.git')

test('the demo has the head of the sample project', () => {
  const repository = openRepository({ path })
  const refs = ['main', 'release/1.x', 'v1.0.0', 'v1.1.0', 'v2.0.0']
  expect([repository.defaultBranch(), ...refs.map((ref) => repository.resolve(ref))]).toStrictEqual(
    [
      'main',
      '856e7b7828de0ce0fd240f398d58b2872403f05f',
      '09f9122a0bda6fc4c11986c5c51e40a80877a497',
      '9ca953c02ca90f3ca0657bfb4c0c01ddffb81ac8',
      'caf0b832c7a93e5cbabed95f754c64768c2a00fe',
      '918e6917c130ac8ea716991d355b226f0496f725',
    ],
  )
  repository.close()
})

test.each([path, desktop])(
  '%s is a bare repository of one pack, with no more than git needs',
  (path) => {
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    expect(files.map((file) => file.replace(/[0-9a-f]{40}/, 'ID')).sort()).toStrictEqual([
      'HEAD',
      'config',
      'objects/pack/pack-ID.idx',
      'objects/pack/pack-ID.pack',
      'packed-refs',
      'refs/heads/main',
    ])
  },
)

test('the components of the demo are read from its branch main', () => {
  const [project] = readDemoConfig({}).projects
  const components = project?.components ?? []
  expect(components.map(({ slug, branch, repo }) => [slug, branch, repo])).toStrictEqual(
    ['mobile', 'web', 'help', 'android', 'terms'].map((slug) => [slug, 'main', path]),
  )
})

test('the repository of the desktop application matches its fast-import stream', () => {
  const stream = readFileSync(join(packageFolder(), 'fixtures/desktop.fast-export'), 'utf8')
  const folder = createTemporaryFolder()
  runGit(folder, 'init', '--quiet', '--bare')
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: stream })
  const repository = openRepository({ path: desktop })
  expect(repository.resolve('main')).toBe(runGit(folder, 'rev-parse', 'main').trim())
  repository.close()
})

test('the desktop application has states that the other demo files lack', async () => {
  const { app, catalog } = await openDemo({ projects: readDemoConfig({}).projects.slice(1) })
  onTestFinished(() => catalog.close())
  const ask = async (path: string, query: string) => {
    const response = await app.request(
      `/api/translations/tidewatch-desktop/${path}/units/?q=${query}`,
    )
    const body: { results: Record<string, unknown>[] } = JSON.parse(await response.text())
    return body.results
  }
  const [fuzzy, ...others] = await ask('application/de', 'state:needs-editing')
  expect(others).toEqual([])
  expect(fuzzy).toMatchObject({
    source: ['Next high tide at %s'],
    previous_source: 'Next high tide',
    target: ['Nächstes Hochwasser'],
    location: 'src/window.c:44',
  })
  const [plural] = await ask('ios/cs', 'source:alarms')
  expect(plural).toMatchObject({ source: ['%lld alarm', '%lld alarms'] })
  expect((await ask('ios/cs', 'state:read-only')).map(({ source }) => source)).toEqual([
    ['Tidewatch'],
  ])
})
