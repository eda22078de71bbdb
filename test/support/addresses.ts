import type { App } from '../../src/app.ts'

/** The answer as JSON; T is what the caller knows of it. */
export async function getJson<T>(app: App, path: string): Promise<T> {
  return (await (await app.request(path)).json()) as T
}

interface Page<T> {
  readonly next: string | null
  readonly results: readonly T[]
}

/**
 * The addresses of an endpoint (`/projects/:project`) for the demo: every project, component, translation, language and
 * user, every fiftieth unit and change by its id; for what the demo does not have, one address that cannot exist.
 */
export async function createExpander(app: App): Promise<(path: string) => string[]> {
  const places = (await getJson<Page<{ url: string }>>(app, '/api/translations/?page_size=1000'))
    .results
  const translations = places.map(({ url }) => new URL(url).pathname.split('/').slice(3, 6))
  const known: Readonly<Record<string, readonly string[]>> = {
    units: await everyFiftieth(app, '/api/units/'),
    changes: await everyFiftieth(app, '/api/changes/'),
    users: (await getJson<Page<{ username: string }>>(app, '/api/users/')).results.map(
      ({ username }) => username,
    ),
    languages: unique(translations.map(([, , language]) => language ?? '')),
  }
  for (const [subject, values] of Object.entries(known)) {
    if (values.length === 0) throw new Error(`${subject}: expected some in the demo`)
  }
  return (path) => {
    const [, subject = ''] = path.split('/')
    const fill = (values: Readonly<Record<string, string | undefined>>) =>
      `/api${path}/`.replace(/\/+$/, '/').replace(/:(\w+)/g, (_, name) => values[name] ?? '1')
    if (path.includes(':project')) {
      return unique(
        translations.map(([project, component, language]) =>
          fill({ project, component, language }),
        ),
      )
    }
    if (path.includes(':') && known[subject] !== undefined) {
      return known[subject].map((value) => fill({ id: value, language: value, name: value }))
    }
    return [fill({})]
  }
}

async function everyFiftieth(app: App, path: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { results } of pages<{ id: number }>(app, path)) {
    ids.push(...results.map(({ id }) => String(id)))
  }
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
