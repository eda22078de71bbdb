import { expect, onTestFinished, test } from 'vitest'
import type { Component } from '../../src/model/model.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory, extendHistory, type History, type Step } from '../support/history.ts'

/** An Apple String Catalog with one string, in English and Czech. */
function catalogOf(source: string, target: string): string {
  const unit = (value: string) => ({ stringUnit: { state: 'translated', value } })
  const strings = { hi: { localizations: { en: unit(source), cs: unit(target) } } }
  return JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' })
}

function commit(name: string, catalog: string, more: Partial<Step> = {}): Step {
  return { name, files: { 'a.xcstrings': catalog, 'l/en.json': `{"step": "${name}"}` }, ...more }
}

/** Serves a component of JSON files, and one that has all languages in one file. */
async function serve({ path: repo }: History, stateFrom: string): Promise<TestServer> {
  const strings = { file_format: 'xcstrings', filemask: 'a.xcstrings', template: 'a.xcstrings' }
  const components = [
    jsonComponent('web', 'l', { repo, branch: 'main' }),
    { slug: 'app', name: 'App', repo, branch: 'main', state_from: stateFrom, ...strings },
  ]
  const server = await serveProjects([{ slug: 'p', name: 'P', components }])
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  return server
}

const isNamed = (slug: string) => (component: Component) => component.config.slug === slug

test('a broken file of all languages does not stop the history of other components', async () => {
  const first = await createHistory([commit('good', catalogOf('Hello', 'Ahoj'))])
  const { catalog } = await serve(first, 'follow')
  const broken = await extendHistory(first, [commit('broken', '{')])
  await catalog.refresh()
  await catalog.complete
  const { components } = catalog.current().projects[0]!
  const tipOf = (slug: string) => catalog.historyOf(components.find(isNamed(slug))!)?.timeline.tip
  expect([tipOf('web'), tipOf('app')]).toEqual([broken.tip, first.tip])
})

test('a mirror keeps outdated strings across a broken file of all languages', async () => {
  const history = await createHistory([
    commit('added', catalogOf('Hello', '')),
    commit('translated', catalogOf('Hello', 'Ahoj'), { message: 'Translated using Weblate' }),
    commit('reworded', catalogOf('Hi', 'Ahoj')),
    commit('broken', '{'),
    commit('repaired', catalogOf('Hi', 'Ahoj')),
  ])
  const { get } = await serve(history, 'mirror')
  const { results } = await get<{ results: { previous_source: string }[] }>(
    '/api/translations/p/app/cs/units/',
  )
  expect(results.map((unit) => unit.previous_source)).toEqual(['Hello'])
})
