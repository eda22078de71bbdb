import { afterAll, beforeAll, expect, test } from 'vitest'
import { NotFoundError } from '../../src/errors.ts'
import type { View } from '../../src/model/model.ts'
import {
  findAuthor,
  findCategory,
  findComponent,
  findLanguage,
  findProject,
  findTranslation,
  findUnit,
} from '../../src/view/find.ts'
import { unitId } from '../../src/view/unit-id.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

let server: TestServer
let view: View

/** Project `p`: `web` in no category, and another `web` in the category `a`. */
beforeAll(async () => {
  const { path: repo } = await createRepository([
    {
      'one/en.json': '{"x":"X","y":"Y"}',
      'one/cs.json': '{"x":"Xx","y":"Yy"}',
      'two/en.json': '{"z":"Z"}',
    },
  ])
  const categories = [{ slug: 'a', name: 'A' }]
  const components = [jsonComponent('web', 'one'), jsonComponent('web', 'two', { category: 'a' })]
  server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://p.example', repo, categories, components },
  ])
  view = server.catalog.current()
})
afterAll(() => server.catalog.close())

test('projects, components, translations, languages and units are found by what names them', () => {
  const project = findProject(view, 'p')
  const component = findComponent(project, 'web')
  const translation = findTranslation(component, 'cs')
  const { language, translations } = findLanguage(view, 'cs')
  expect([project.config.slug, component.config.filemask]).toEqual(['p', 'one/*.json'])
  expect(translation.filename).toBe('one/cs.json')
  expect([language.code, translations]).toEqual(['cs', [translation]])
  expect(findUnit(view, String(unitId(translation, 1)))).toEqual({ translation, row: 1 })
})

test('a component in a category is found by the path of both, a category by its id', () => {
  const { config, category } = findComponent(findProject(view, 'p'), 'a/web')
  expect(config.filemask).toBe('two/*.json')
  expect(category?.config.slug).toBe('a')
  expect(findCategory(view, String(category?.id))).toBe(category)
})

test.each<[string, () => unknown]>([
  ['project "none"', () => findProject(view, 'none')],
  ['component "b/web"', () => findComponent(findProject(view, 'p'), 'b/web')],
  ['translation "xx"', () => findTranslation({ translations: [] }, 'xx')],
  ['category "1 "', () => findCategory(view, '1 ')],
  ['language "xx"', () => findLanguage(view, 'xx')],
  ['unit "1"', () => findUnit(view, '1')],
  ['unit "1e9"', () => findUnit(view, '1e9')],
  ['user "nobody"', () => findAuthor({ named: () => undefined }, 'nobody')],
])('there is no %s', (what, find) => {
  expect(find).toThrow(new NotFoundError(`there is no ${what}`, { what }))
})
