import type { App } from '../../src/app.ts'
import { requiredQuery } from './response-schema.ts'

/** The answer as JSON; T is what the caller knows of it. */
export async function getJson<T>(app: App, path: string): Promise<T> {
  return (await (await app.request(path)).json()) as T
}

interface Page<T> {
  readonly next: string | null
  readonly results: readonly T[]
}

/**
 * The addresses of an endpoint (`/projects/:project`) of a server: every project, component, translation, category,
 * language and user, every fiftieth unit and change by its id; where there is none, one address that cannot exist.
 */
export async function createExpander(app: App): Promise<(path: string) => string[]> {
  const placesOf = async (path: string) => {
    const { results } = await getJson<Page<{ url: string }>>(app, `${path}?page_size=1000`)
    return results.map(({ url }) => new URL(url).pathname.split('/').slice(3, -1))
  }
  const translations = await placesOf('/api/translations/')
  const components = await placesOf('/api/components/')
  const valuesBySubject: Readonly<Record<string, readonly string[]>> = {
    units: everyFiftieth(await idsOf(app, '/api/units/')),
    changes: everyFiftieth(await idsOf(app, '/api/changes/')),
    categories: await idsOf(app, '/api/categories/'),
    users: (await getJson<Page<{ username: string }>>(app, '/api/users/')).results.map(
      ({ username }) => username,
    ),
    languages: unique(translations.map(([, , language]) => language ?? '')),
  }
  return (path) => {
    const [, subject = ''] = path.split('/')
    const fill = (values: Readonly<Record<string, string | undefined>>) =>
      `/api${path}/`.replace(/\/+$/, '/').replace(/:(\w+)/g, (_, name) => values[name] ?? '1')
    if (path.includes(':project')) {
      return unique(
        (path.includes(':language') ? translations : components).map(
          ([project, component, language]) => fill({ project, component, language }),
        ),
      )
    }
    const values = valuesBySubject[subject] ?? []
    if (path.includes(':') && values.length > 0) {
      return values.map((value) => fill({ id: value, language: value, name: value }))
    }
    return [fill({})]
  }
}

/** One address of each endpoint, with a query: of the component `web` and of Czech where there is a choice. */
export async function typicalAddresses(
  app: App,
  patterns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const expand = await createExpander(app)
  return new Map(
    patterns.map((pattern) => {
      const all = expand(pattern)
      const preferred = ['/web/cs/', '/web/', '/cs/', ''].map((part) =>
        all.find((path) => path.includes(part)),
      )
      const path = preferred.find((one) => one !== undefined) ?? ''
      return [pattern, `${path}?${requiredQuery(pattern)}`]
    }),
  )
}

async function idsOf(app: App, path: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { results } of pages<{ id: number }>(app, path)) {
    ids.push(...results.map(({ id }) => String(id)))
  }
  return ids
}

function everyFiftieth(ids: readonly string[]): string[] {
  return ids.filter((_, index) => index % 50 === 0)
}

/** All pages of a list, a thousand items each. */
export async function* pages<T>(app: App, path: string): AsyncGenerator<Page<T>> {
  let next: string | null = `${path}?page_size=1000`
  while (next !== null) {
    const page: Page<T> = await getJson<Page<T>>(app, next)
    yield page
    next = page.next === null ? null : new URL(page.next).pathname + new URL(page.next).search
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
