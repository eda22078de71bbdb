import { NotFoundError } from '../errors.ts'
import type { WeblateClient } from './client.ts'
import { placeOfComponent } from './component.ts'
import { asObject, type Json, linkParts, textOf } from './fields.ts'
import { listProjects, type RemoteProject, readProject } from './project.ts'
import type { ServerAddress } from './server-address.ts'

/**
 * Reads the projects of a server, or the part that its address names. With `wantsShares`, also reads which components
 * they share. Rejects with NotFoundError and like the client.
 */
export async function readProjects(
  client: WeblateClient,
  { category, ...address }: ServerAddress,
  wantsShares: boolean,
): Promise<readonly RemoteProject[]> {
  const { project, path } = category ? await readCategoryPath(client, category) : address
  const slugs = project === undefined ? await listProjects(client) : [project]
  const others = slugs.length > 1 && wantsShares ? slugs : []
  const remotes = []
  // Reads one project after the other, because servers limit the rate of requests.
  for (const slug of slugs) remotes.push(selectPath(await readProject(client, slug, others), path))
  return remotes
}

/** Reduces a project to a component, the component of a translation, or a category. Throws NotFoundError. */
function selectPath(remote: RemoteProject, path: readonly string[]): RemoteProject {
  if (path.length === 0) return remote
  const { slug, components } = remote
  const place = [slug, ...path].join('/')
  const translated = [slug, ...path.slice(0, -1)].join('/')
  const isAt = (address: string) =>
    components.filter((component) => placeOfComponent(component) === address)
  const below = components.filter((component) =>
    placeOfComponent(component).startsWith(`${place}/`),
  )
  const selected = [isAt(place), below, isAt(translated)].find(({ length }) => length > 0)
  if (selected === undefined) {
    throw new NotFoundError(`${place}: the project ${slug} has no such component or category`)
  }
  return {
    ...remote,
    components: selected,
    categories: categoriesOf(selected, remote.categories),
  }
}

/** Returns the categories that contain components, and their ancestors. */
function categoriesOf(components: readonly Json[], categories: readonly Json[]): Json[] {
  const used = new Set<unknown>(components.map(({ category }) => idOf(category)))
  // Repeats the pass, since ancestors may be listed before or after their children.
  for (const _ of categories) {
    for (const { url, category } of categories) if (used.has(idOf(url))) used.add(idOf(category))
  }
  return categories.filter(({ url }) => used.has(idOf(url)))
}

function idOf(link: unknown): string | undefined {
  return linkParts(link)[1]
}

const MAX_DEPTH = 10

/** Returns the project of a category and the slugs of its path. Rejects like the client. */
async function readCategoryPath(
  client: WeblateClient,
  id: string,
): Promise<{ readonly project: string; readonly path: readonly string[] }> {
  const path: string[] = []
  let project = ''
  for (let next: string | undefined = id; next !== undefined && path.length < MAX_DEPTH; ) {
    const answer = asObject(await client.read(`categories/${encodeURIComponent(next)}/`))
    path.unshift(textOf(answer['slug']))
    project = idOf(answer['project']) ?? ''
    next = idOf(answer['category'])
  }
  return { project, path }
}
