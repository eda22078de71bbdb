import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDemoConfig } from '../../src/cli/config-file.ts'
import { packageFolder } from '../../src/cli/package.ts'
import { openRepository } from '../../src/git/open.ts'

const path = join(packageFolder(), 'fixtures/demo.git')

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

test('the demo is a bare repository of one pack, with no more than git needs', () => {
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
})

test('the components of the demo are read from its branch main', () => {
  const [project] = readDemoConfig({}).projects
  const components = project?.components ?? []
  expect(components.map(({ slug, branch, repo }) => [slug, branch, repo])).toStrictEqual(
    ['mobile', 'web', 'help', 'android', 'terms'].map((slug) => [slug, 'main', path]),
  )
})
