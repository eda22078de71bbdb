import { onTestFinished } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { type Catalog, type CatalogEvent, openCatalog } from '../../src/catalog/catalog.ts'
import { readConfig } from '../../src/config/read.ts'
import { createComponentFinder } from '../../src/discovery/find-components.ts'
import { createTemporaryFolder } from './git-repository.ts'

/** What a test asks of a server: a path's body as JSON, whatever its status. */
export interface TestServer {
  readonly app: App
  readonly catalog: Catalog
  readonly events: readonly CatalogEvent[]
  get<T = Record<string, unknown>>(path: string): Promise<T>
}

/**
 * Serves projects, and settings of the site, given as in the configuration file; when all are read, unless `isAwaited` is
 * false; with `threads` in as many threads, and with the variables of an `environment`. Close its catalog at the end.
 */
export async function serveProjects(
  projects: readonly object[],
  site: object = {},
  {
    isAwaited = true,
    threads = 0,
    build = 'test',
    environment = process.env,
    cacheDir,
  }: {
    isAwaited?: boolean
    threads?: number
    build?: string
    environment?: NodeJS.ProcessEnv
    /** The folder of the store (default: values stay in memory). */
    cacheDir?: string
  } = {},
): Promise<TestServer> {
  const text = JSON.stringify({ data_dir: createTemporaryFolder(), ...site, projects })
  const config = readConfig({
    text,
    file: '/gitglot.yml',
    environment: {},
    readSecretFile: () => '',
  })
  const events: CatalogEvent[] = []
  const onEvent = (event: CatalogEvent) => void events.push(event)
  const createFinder = createComponentFinder
  const cache = cacheDir === undefined ? {} : { cacheDir }
  const options = { config, environment, threads, build, createFinder, onEvent, ...cache }
  const catalog = await openCatalog(options)
  if (isAwaited) await catalog.ready
  const app = createApp({ catalog, config, environment })
  return {
    app,
    catalog,
    events,
    get: async <T>(path: string) => (await app.request(path)).json() as Promise<T>,
  }
}

/** A component as in the configuration file, of the JSON files of a folder; `more` are further fields. */
export function jsonComponent(slug: string, folder: string, more: object = {}): object {
  return {
    slug,
    name: slug.toUpperCase(),
    file_format: 'json',
    filemask: `${folder}/*.json`,
    template: `${folder}/en.json`,
    ...more,
  }
}

/** The project `app` with one component, `web`, of the JSON files of a folder of a repository. */
export function appProject(repo: string, folder: string) {
  return {
    slug: 'app',
    name: 'App',
    web: 'https://example.org/',
    components: [jsonComponent('web', folder, { name: 'Web', repo })],
  }
}

/**
 * Serves the JSON files of a repository's folder `l` as `p/c` until the test ends. Resolves when their log is read; `more` are
 * further fields of the component.
 */
export async function serveJson(repo: string, more: object = {}): Promise<TestServer> {
  const component = jsonComponent('c', 'l', { repo, branch: 'main', ...more })
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
  const server = await serveProjects([project])
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  return server
}
