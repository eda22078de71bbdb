import { NotFoundError } from '../../errors.ts'
import type { WeblateClient } from './client.ts'
import { placeOfComponent } from './component.ts'
import { type Answer, asAnswer, linkParts, textOf } from './fields.ts'
import type { RemoteProject } from './project.ts'

/**
 * Of a project only what is below a path of slugs: a component, the component of a translation, or all of a category.
 * Throws NotFoundError.
 */
export function selectPath(remote: RemoteProject, path: readonly string[]): RemoteProject {
  if (path.length === 0) return remote
  const { slug, components } = remote
  const place = [slug, ...path].join('/')
  const translated = [slug, ...path.slice(0, -1)].join('/')
  const isAt = (wanted: string) => components.filter((one) => placeOfComponent(one) === wanted)
  const below = components.filter((one) => placeOfComponent(one).startsWith(`${place}/`))
  const found = [isAt(place), below, isAt(translated)].find(({ length }) => length > 0)
  if (found === undefined) {
    throw new NotFoundError(`${place}: the project ${slug} has no such component or category`)
  }
  return {
    ...remote,
    components: found,
    categories: categoriesOf(found, remote.categories),
  }
}

/** The categories that components are in, and those around them. */
function categoriesOf(components: readonly Answer[], all: readonly Answer[]): Answer[] {
  const wanted = new Set<unknown>(components.map(({ category }) => idOf(category)))
  // Outer ones may come before or after inner ones.
  for (const _ of all) {
    for (const { url, category } of all) if (wanted.has(idOf(url))) wanted.add(idOf(category))
  }
  return all.filter(({ url }) => wanted.has(idOf(url)))
}

function idOf(link: unknown): string | undefined {
  return linkParts(link)[1]
}

const MAX_DEPTH = 10

/** The project of a category and the path of its slugs. Rejects as the client does. */
export async function readCategoryPath(
  client: WeblateClient,
  id: string,
): Promise<{ readonly project: string; readonly path: readonly string[] }> {
  const path: string[] = []
  let project = ''
  for (let next: string | undefined = id; next !== undefined && path.length < MAX_DEPTH; ) {
    const answer = asAnswer(await client.read(`categories/${encodeURIComponent(next)}/`))
    path.unshift(textOf(answer['slug']))
    project = idOf(answer['project']) ?? ''
    next = idOf(answer['category'])
  }
  return { project, path }
}
