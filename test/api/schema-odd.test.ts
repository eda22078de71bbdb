import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import type { OpenApi } from '../../src/api/schema/openapi.ts'
import { createExpander } from '../support/addresses.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { problems, ResponseSchema } from '../support/response-schema.ts'

let server: TestServer
let schema: ResponseSchema
let expand: (path: string) => string[]

/**
 * What the demo does not have: categories, shared, linked, broken and missing components, a project of none, hidden
 * people, and states that follow the history.
 */
beforeAll(async () => {
  const json = (value: object) => JSON.stringify(value)
  const files = {
    'one/en.json': json({ a: 'One', b: 'Two words', empty: '' }),
    'one/cs.json': json({ a: 'Jedna %s' }),
    'one/de.json': '{ "a": ',
    'broken/en.json': 'no JSON',
    'broken/cs.json': json({ a: 'A' }),
    'none/en.json': json({}),
    'terms/cs.tbx': '<martif/>',
  }
  const source = json({ a: 'One more', b: 'Two words', c: 'C' })
  const { path } = await createRepository([files, { ...files, 'one/en.json': source }])
  const glossary = { file_format: 'tbx', filemask: 'terms/*.tbx', template: '', is_glossary: true }
  const projects = [
    {
      slug: 'p',
      name: 'P',
      state_from: 'follow',
      web: 'https://p.example',
      repo: path,
      categories: [{ slug: 'a', name: 'A', categories: [{ slug: 'b', name: 'B' }] }],
      components: [
        jsonComponent('one', 'one', { category: 'a/b', links: ['q'], license: 'MIT' }),
        jsonComponent('linked', 'one', { repo: 'weblate://p/a/b/one' }),
        jsonComponent('broken', 'broken'),
        jsonComponent('none', 'none', { category: 'a' }),
        jsonComponent('nothing', 'nothing'),
        jsonComponent('branchless', 'one', { branch: 'nope' }),
        jsonComponent('terms', 'terms', glossary),
        { slug: 'local', name: 'Local', vcs: 'local', repo: 'local:', file_format: 'tbx' },
      ],
    },
    { slug: 'q', name: 'Q', web: 'https://q.example', components: [] },
    {
      slug: 'gone',
      name: 'Gone',
      web: 'https://gone.example',
      repo: `${path}-gone`,
      components: [jsonComponent('gone', 'one')],
    },
  ]
  server = await serveProjects(projects, { authors: false })
  await server.catalog.complete
  schema = new ResponseSchema(await server.get<OpenApi>('/api/schema/'))
  expand = await createExpander(server.app)
})
afterAll(() => server.catalog.close())

test('the server has objects of every kind', () => {
  const paths = ['/categories/:id', '/components/:project/:component', '/units/:id']
  expect(paths.map((path) => expand(path).length)).toEqual([2, 9, 1])
})

test.each(Object.entries(ENDPOINTS))('%s', async (path, endpoint) => {
  const { app } = server
  expect(await problems({ app, schema, path, endpoint }, expand(path))).toEqual([])
})

test.each(['p', 'q', 'gone'])('the project %s', async (project) => {
  const mismatches: string[] = []
  for (const [path, endpoint] of Object.entries(ENDPOINTS)) {
    if (!path.startsWith('/projects/:project') || path.includes(':id')) continue
    const address = `/api${path.replace(':project', project)}/`
    mismatches.push(...(await problems({ app: server.app, schema, path, endpoint }, [address])))
  }
  expect(mismatches).toEqual([])
})
