import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { type CatalogEvent, openCatalog } from '../../src/catalog/catalog.ts'
import type { ComponentConfig, Config } from '../../src/config/config.ts'
import { readConfig } from '../../src/config/read.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'

/** A configuration that stands for a mistake in gitglot which only the first component's files bring to light. */
function breakField(config: Config, field: keyof ComponentConfig): Config {
  const get = () => {
    throw new TypeError(`cannot read ${field}`)
  }
  const projects = config.projects.map((project, index) => {
    if (index > 0) return project
    const components = project.components.map((component) => {
      const { [field]: _, ...rest } = component
      return Object.defineProperty(rest, field, { get }) as ComponentConfig
    })
    return { ...project, components }
  })
  return { ...config, projects }
}

/** What is served when a field of the first of two components cannot be read. */
async function serveBroken(field: keyof ComponentConfig) {
  const { path } = await createRepository([{ 'l/en.json': '{"a":"A"}', 'l/de.json': '{"a":"Ä"}' }])
  const web = { repo: path, filemask: 'l/*.json', template: 'l/en.json', file_format: 'json' }
  const project = (slug: string) => ({
    slug,
    name: slug,
    web: 'https://p.example/',
    components: [{ slug: 'web', name: 'Web', ...web }],
  })
  const text = JSON.stringify({
    data_dir: createTemporaryFolder(),
    projects: [project('broken'), project('whole')],
  })
  const settings = { text, file: '/g.yml', environment: {}, readSecretFile: () => '' }
  const config = breakField(readConfig(settings), field)
  const events: CatalogEvent[] = []
  const catalog = await openCatalog({
    config,
    environment: {},
    onEvent: (event) => events.push(event),
  })
  await catalog.complete
  const app = createApp({ catalog, config })
  const { projects } = catalog.current()
  const whole = await app.request('/api/translations/whole/web/de/')
  await catalog.refresh()
  await catalog.close()
  return {
    failed: events.flatMap((event) =>
      event.type === 'failed' ? `${event.component}: ${String(event.error)}` : [],
    ),
    alerts: projects.map(({ components }) =>
      components.flatMap(({ alerts }) => alerts.map(({ name, message }) => `${name} ${message}`)),
    ),
    translations: projects.map(({ components }) => components[0]?.translations.length),
    status: whole.status,
  }
}

test('an internal error while reading a component is an alert on it, and the rest is served', async () => {
  expect(await serveBroken('languageRegex')).toEqual({
    failed: ['broken/web: TypeError: cannot read languageRegex'],
    alerts: [['InternalError internal error: TypeError: cannot read languageRegex'], []],
    translations: [0, 2],
    status: 200,
  })
})

test('an internal error while checking a project is an alert on it, and its translations are served', async () => {
  expect(await serveBroken('allowTranslationPropagation')).toEqual({
    failed: ['broken/web: TypeError: cannot read allowTranslationPropagation'],
    alerts: [
      ['InternalError internal error: TypeError: cannot read allowTranslationPropagation'],
      [],
    ],
    translations: [2, 2],
    status: 200,
  })
})
