import { isDeepStrictEqual } from 'node:util'
import { categoryFields, type ProjectFields, projectFields } from '../config/fields.ts'
import type { CategoryText, ComponentText, ProjectText } from '../config/write.ts'
import { encodePlace } from '../model/paths.ts'
import type { WeblateClient } from './client.ts'
import { importComponent, isGitglot, placeOfComponent, shown } from './component.ts'
import { asObject, type Json, linkParts, takeFields, textOf, withInherited } from './fields.ts'

/** The responses of a server about a project. */
export interface RemoteProject {
  readonly slug: string
  readonly answer: Json
  readonly access: Access
  readonly components: readonly Json[]
  readonly categories: readonly Json[]
  /** Slugs of the imported projects that its components are shared into, by `project/component`. */
  readonly shares: ReadonlyMap<string, readonly string[]>
}

/** Fields that the response about a project lacks, or represents differently. */
const OWN_RULE: ReadonlySet<string> = new Set([
  ...['accessControl', 'members', 'repo', 'branch', 'stateFrom', 'mirrorBaseline'],
  'updateInterval',
])

/** Reads a project and its lists. Shares into `others` cost a request for each component. Rejects like the client. */
export async function readProject(
  client: WeblateClient,
  slug: string,
  others: readonly string[],
): Promise<RemoteProject> {
  const path = `projects/${encodeURIComponent(slug)}/`
  const answer = asObject(await client.read(path))
  const access = await readAccess(answer, client, path)
  const components = (await client.list(`${path}components/`)).map(asObject)
  const hasCategories = components.some(({ category }) => typeof category === 'string')
  const categories = hasCategories ? (await client.list(`${path}categories/`)).map(asObject) : []
  const shares = new Map<string, string[]>()
  for (const place of others.length > 0 ? components.map(placeOfComponent) : []) {
    if (place === '') continue
    const projects = await client.list(`components/${encodePlace(place)}/links/`)
    const slugs = projects.map((project) => textOf(asObject(project)['slug']))
    const imported = slugs.filter((slug) => others.includes(slug))
    if (imported.length > 0) shares.set(place, imported)
  }
  return { slug, answer, access, components, categories, shares }
}

/**
 * Converts the responses of the server at a base URL, which may run on this machine, into projects for the configuration.
 * `leftOut` says which fields and components are omitted: `shop/web: file_format "po" is not supported`.
 */
export function importProjects(
  remotes: readonly RemoteProject[],
  base: string,
  isSameMachine: boolean,
) {
  const linkable = new Set<string>()
  const shares = new Map(remotes.flatMap((remote) => [...remote.shares]))
  const projects = remotes.map((remote) => {
    const { categories, paths } = categoryTree(remote.categories)
    const isPrivate = remote.access.accessControl === 'private'
    const context = { categories: paths, linkable, shares, isPrivate, isSameMachine }
    // The list also has components that other projects share into this one.
    const answers = remote.components.filter((answer) =>
      placeOfComponent(answer).startsWith(`${remote.slug}/`),
    )
    const importAll = () =>
      answers.map((answer) => ({ answer, component: importComponent(answer, context) }))
    return { remote, categories, importAll }
  })
  // A component that links to an omitted one must name the repository itself.
  for (const { answer, component } of projects.flatMap(({ importAll }) => importAll())) {
    const isLink = typeof answer['linked_component'] === 'string'
    if (!isLink && typeof component !== 'string') linkable.add(placeOfComponent(answer))
  }
  return projects.map(({ remote, categories, importAll }) => {
    const components: ComponentText[] = []
    const leftOut: string[] = []
    for (const { answer, component } of importAll()) {
      if (typeof component !== 'string') components.push(component)
      else leftOut.push(`${placeOfComponent(answer)}: ${component}`)
    }
    const { fields, remarks } = importFields(remote, base)
    const { accessControl, warning } = remote.access
    const stateFrom = components[0]?.fields.stateFrom ?? 'mirror'
    const common = { ...commonSource(components), stateFrom }
    const project: ProjectText = {
      fields: { ...fields, ...(accessControl !== 'public' && { accessControl }), ...common },
      comments: [
        ...(warning === undefined ? [] : [warning]),
        ...[...remarks, ...leftOut.map((component) => `component ${component}`)].map(
          (remark) => `Left out: ${remark}`,
        ),
      ],
      categories,
      components: components.map((component) => withoutCommon(component, common)),
    }
    return {
      project,
      leftOut: [...remarks.map((remark) => `${remote.slug}: ${remark}`), ...leftOut],
      warnings: warning === undefined ? [] : [`${remote.slug}: ${warning}`],
    }
  })
}

/** Returns the repository and branch if all components with their own agree on them; they then become the project's. */
function commonSource(
  components: readonly ComponentText[],
): Pick<ProjectFields, 'repo' | 'branch'> | undefined {
  const [first, ...others] = components
    .map(({ fields: { repo = '', branch = '' } }) => ({ repo, branch }))
    .filter(({ repo }) => repo !== '' && !repo.startsWith('weblate://'))
  const isSame = others.every((source) => isDeepStrictEqual(source, first))
  return others.length > 0 && isSame ? first : undefined
}

/** Omits the fields that the project has with the same value. */
function withoutCommon(
  { fields, comments }: ComponentText,
  common: Partial<ProjectFields>,
): ComponentText {
  const others = Object.entries(fields).filter(
    ([name, value]) => value !== common[name as keyof ProjectFields],
  )
  return { fields: Object.fromEntries(others), comments }
}

function importFields(
  { slug, answer: ownAnswer, components }: RemoteProject,
  base: string,
): { fields: Partial<ProjectFields>; remarks: string[] } {
  const answer = withInherited(ownAnswer)
  const { fields, leftOut } = takeFields(projectFields, answer, OWN_RULE)
  const remarks = [...leftOut]
  if (answer['enforced_2fa'] === true) remarks.push('enforced_2fa: gitglot is read-only')
  if (typeof answer['secondary_language'] === 'number') {
    remarks.push('secondary_language: only translators see it')
  }
  const { name = slug, web, ...others } = fields
  // No editor link if the server is another gitglot, where nothing can be edited.
  const edited = components.some(isGitglot) ? {} : { weblate: `${base}/` }
  return { fields: { slug, name, ...(web && { web }), ...edited, ...others }, remarks }
}

/** Returns the tree of categories, and paths by id. Omits invalid and circular ones with everything below them. */
function categoryTree(answers: readonly Json[]) {
  const paths = new Map<string, string>()
  const idOf = (link: unknown) => linkParts(link)[1] ?? ''
  const below = (parent: string, path: string): CategoryText[] =>
    answers.flatMap((answer) => {
      if (idOf(answer['category']) !== parent) return []
      const id = idOf(answer['url'])
      const { slug, name } = takeFields(categoryFields, answer).fields
      if (slug === undefined || name === undefined || id === '' || paths.has(id)) return []
      const categoryPath = path === '' ? slug : `${path}/${slug}`
      paths.set(id, categoryPath)
      return [{ fields: { slug, name }, categories: below(id, categoryPath) }]
    })
  return { categories: below('', ''), paths }
}

/** Lists the slugs of all projects of a server. Rejects like the client. */
export async function listProjects(client: WeblateClient): Promise<string[]> {
  const answers = await client.list('projects/')
  return answers.map((answer) => textOf(asObject(answer)['slug'])).filter((slug) => slug !== '')
}

/** The access control of a project, with a warning if it is private. */
export interface Access {
  readonly accessControl: ProjectFields['accessControl']
  readonly warning?: string
}

/** Access control by Weblate's codes. Custom (200) admits only some people, so it maps to private like 100. */
const BY_NUMBER: ReadonlyMap<unknown, ProjectFields['accessControl']> = new Map([
  [0, 'public'],
  [1, 'protected'],
  [100, 'private'],
  [200, 'private'],
])

/** Older servers report no access control: projects visible only with the token are private, as are those in doubt. */
async function readAccess(answer: Json, client: WeblateClient, path: string): Promise<Access> {
  const { access_control: number } = answer
  if (number === undefined) {
    const reason = await client.whyHidden(path)
    return reason === undefined
      ? { accessControl: 'public' }
      : privateFor(`it is hidden without the token (${reason})`)
  }
  const accessControl = BY_NUMBER.get(number)
  if (accessControl === undefined) {
    return privateFor(`expected 0, 1, 100 or 200, found ${shown(number)}`)
  }
  return accessControl === 'private' ? privateFor(`it is ${number} there`) : { accessControl }
}

function privateFor(reason: string): Access {
  const advice = 'list who sees it under members, or under projects of a token'
  return {
    accessControl: 'private',
    warning: `access_control: private, because ${reason}; ${advice}`,
  }
}
