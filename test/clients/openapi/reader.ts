// A program as users write it: its types are generated from the served schema, as `openapi-typescript` is told to.
import createClient from 'openapi-fetch'
import type { paths } from './paths.ts'

/** What was read: a count or a sum that the server says elsewhere, too. */
export interface Summary {
  readonly projects: readonly string[]
  readonly components: readonly string[]
  readonly translations: readonly { readonly code: string; readonly translated: number }[]
  readonly sources: readonly string[]
  readonly failing: number
  readonly pages: number
  readonly error: string | undefined
}

/** Reads a project, page by page, down to the units of its component `web` in Czech. */
export async function read(baseUrl: string): Promise<Summary> {
  const client = createClient<paths, 'application/json'>({ baseUrl })
  const projects = await client.GET('/api/projects/')
  const components = await client.GET('/api/projects/{project}/components/', {
    params: { path: { project: 'tidewatch' }, query: { page_size: 100 } },
  })
  const place = { project: 'tidewatch', component: 'web' }
  const translations = await client.GET('/api/components/{project}/{component}/translations/', {
    params: { path: place },
  })
  const sources: string[] = []
  let failing = 0
  let page = 0
  let isLast = false
  while (!isLast) {
    page++
    const { data } = await client.GET('/api/translations/{project}/{component}/{language}/units/', {
      params: { path: { ...place, language: 'cs' }, query: { page, page_size: 20 } },
    })
    if (data === undefined) throw new Error(`page ${page}: expected units`)
    for (const unit of data.results) {
      sources.push(unit.source.join('\n'))
      if (unit.has_failing_check) failing++
    }
    isLast = data.next === null
  }
  const unknown = await client.GET('/api/components/{project}/{component}/', {
    params: { path: { project: 'tidewatch', component: 'nope' } },
  })
  return {
    projects: projects.data?.results.map(({ slug }) => slug) ?? [],
    components: components.data?.results.map(({ slug }) => slug) ?? [],
    translations:
      translations.data?.results.map(({ language, translated }) => ({
        code: language.code,
        translated,
      })) ?? [],
    sources,
    failing,
    pages: page,
    error: unknown.error?.errors[0]?.detail,
  }
}
