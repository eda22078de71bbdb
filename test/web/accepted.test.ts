import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { textOf } from '../support/web.ts'

const files = {
  'l/en.json': '{"a": "Hello %s", "b": "Bye %s.", "c": "Save %s"}',
  'l/de.json': '{"a": "Hallo", "b": "Tschüss", "c": "Sichern"}',
  'l/fr.json': '{"a": "Bonjour", "b": "Au revoir %s.", "c": "Sauver %s"}',
}

const ignore = [
  { check: 'c_format', language: 'de', key: 'a' },
  { check: '*', component: 'app/web', key: 'b' },
]

let server: TestServer
let project: object

beforeAll(async () => {
  const { path: repo } = await createRepository([files])
  const component = jsonComponent('web', 'l', { repo, branch: 'main', check_flags: 'c-format' })
  project = { slug: 'app', name: 'App', web: 'https://app.example/', components: [component] }
  server = await serveProjects([{ ...project, check: { ignore } }])
})
afterAll(() => server.catalog.close())

const page = (path: string) => textOf(server.app, path)
const urlOf = async (key: string) => {
  const { results } = await server.get<{ results: { context: string; web_url: string }[] }>(
    '/api/translations/app/web/de/units/',
  )
  const { pathname, search } = new URL(results.find(({ context }) => context === key)!.web_url)
  return `${pathname}${search}`
}

test('pages leave out failing checks that the configuration ignores', async () => {
  expect(await page('/checks/c_format/app/')).toContain('This check fails on 2 strings')
  expect(await page('/checks/app/web/de/')).not.toContain('Trailing stop')
  const browser = await page('/translate/app/web/de/?q=has:check')
  expect(browser).toContain('Save %s')
  expect(browser).not.toMatch(/Hello %s|Bye %s/)
  expect(await page(await urlOf('a'))).not.toContain('The translation has no')
  expect(await page(await urlOf('c'))).toContain('The translation has no %s')
  expect(await page('/projects/app/web/de/')).toContain('Failing checks 1 33.3 2 7')
})

test('the API counts ignored checks, as Weblate does', async () => {
  const { results } = await server.get<{
    results: { context: string; has_failing_check: boolean }[]
  }>('/api/translations/app/web/de/units/')
  expect(results.map((unit) => [unit.context, unit.has_failing_check])).toStrictEqual([
    ['a', true],
    ['b', true],
    ['c', true],
  ])
  const statistics = await server.get<{ failing: number }>(
    '/api/translations/app/web/de/statistics/',
  )
  expect(statistics.failing).toBe(3)
  const units = await server.get<{ count: number }>('/api/units/?q=check:c_format+language:de')
  expect(units.count).toBe(3)
})

test('pages follow a change of the ignored checks', async () => {
  const configOf = (check: object) => {
    const text = JSON.stringify({
      data_dir: createTemporaryFolder(),
      projects: [{ ...project, check }],
    })
    return readConfig({ text, file: '/gitglot.yml', environment: {}, readSecretFile: () => '' })
  }
  await server.catalog.configure(configOf({ ignore: [{ check: 'c_format', key: '[abc]' }] }))
  expect(await page('/checks/c_format/app/')).toContain('This check fails on 4 strings')
  await server.catalog.configure(configOf({ ignore: [{ check: 'c_*' }] }))
  expect(await page('/checks/app/web/de/')).not.toContain('C format')
})
