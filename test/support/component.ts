import { onTestFinished } from 'vitest'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Component } from '../../src/model/model.ts'
import { jsonComponent, serveProjects } from './catalog.ts'
import { createHistory, type History, type Step } from './history.ts'

/** The component `l/*.json` of a repository made of these commits, once its history is known; closed after the test. */
export async function openComponent(
  steps: readonly Step[],
  fields: object = {},
): Promise<{
  readonly catalog: Catalog
  readonly component: Component
  readonly history: History
}> {
  const history = await createHistory(steps)
  const component = jsonComponent('c', 'l', { repo: history.path, branch: 'main', ...fields })
  const { catalog } = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://p.example', components: [component] },
  ])
  onTestFinished(catalog.close)
  await catalog.complete
  const [served] = catalog.current().projects[0]?.components ?? []
  if (served === undefined) throw new Error('expected a component')
  return { catalog, component: served, history }
}
