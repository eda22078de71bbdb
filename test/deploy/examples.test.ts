import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfigFile } from '../../src/cli/config-file.ts'

const top = join(import.meta.dirname, '../..')
const read = (path: string) =>
  readConfigFile(join(top, path), { HOOK_SECRET: 'a secret of sixteen characters' })

/** Projects with their components; those that are discovered have none yet. */
function outlineOf(path: string): readonly (readonly string[])[] {
  return read(path).projects.map(({ slug, components }) => [
    slug,
    ...components.map((component) => component.slug),
  ])
}

test.each([
  ['one-repository.yml', [['homepage']]],
  ['several-projects.yml', [['shop', 'web', 'android', 'ios', 'terms'], ['back-office']]],
  ['weblate-mirror.yml', [['harbor', 'server', 'help']]],
])('the example %s can be read', (name, outline) => {
  expect(outlineOf(`examples/${name}`)).toEqual(outline)
})

test('every example is read by a test', () => {
  expect(readdirSync(join(top, 'examples')).sort()).toEqual([
    'one-repository.yml',
    'several-projects.yml',
    'weblate-mirror.yml',
  ])
})

test('the container of compose.yaml starts as it is: what it mounts exists, and serves what the image has', () => {
  const { services } = parse(readFileSync(join(top, 'deploy/compose.yaml'), 'utf8'))
  const mounted = Object.values<{ readonly volumes?: readonly string[] }>(services)
    .flatMap(({ volumes = [] }) => volumes)
    .filter((volume) => volume.startsWith('./'))
    .map((volume) => join('deploy', volume.split(':')[0] ?? ''))
  expect(mounted).toEqual(['deploy/gitglot.yml', 'deploy/nginx.conf'])
  expect(mounted.filter((path) => !existsSync(join(top, path)))).toEqual([])
  const { dataDir, projects } = read('deploy/gitglot.yml')
  const dockerfile = readFileSync(join(top, 'deploy/Dockerfile'), 'utf8')
  expect(dockerfile).toContain('WORKDIR /app\n')
  expect(dockerfile).toContain(`VOLUME ${dataDir}\n`)
  const repos = projects.map(({ discover }) => discover?.repo)
  expect(repos).toEqual(['/app/fixtures/demo.git'])
  expect(dockerfile).toContain('/build/fixtures/demo.git fixtures/demo.git\n')
})

test('the image keeps the optional packages: the client of redis and what draws PNG badges', () => {
  const { peerDependencies } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'))
  const scopes = Object.keys(peerDependencies).map((name) => name.split('/')[0])
  const [, folders = ''] =
    /mv (node_modules\/.*) \/tmp &&/.exec(readFileSync(join(top, 'deploy/Dockerfile'), 'utf8')) ??
    []
  expect(folders.split(' ')).toEqual(scopes.map((scope) => `node_modules/${scope}`))
})
