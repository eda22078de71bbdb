import type { StateFrom } from '../../config/config.ts'
import { categoryFields, type ProjectFields, projectFields } from '../../config/fields.ts'
import type { CategoryText, ComponentText, ProjectText } from '../../config/write.ts'
import { encodePlace } from '../../model/paths.ts'
import type { WeblateClient } from './client.ts'
import { importComponent, isGitglot, placeOfComponent, shown } from './component.ts'
import { type Answer, asAnswer, linkParts, takeFields, textOf, withInherited } from './fields.ts'

/** The responses of a server about a project. */
export interface RemoteProject {
  readonly slug: string
  readonly answer: Answer
  readonly access: Access
  readonly components: readonly Answer[]
  readonly categories: readonly Answer[]
  /** Slugs of the projects that its components are shared into, by `project/component`. */
  readonly shares: ReadonlyMap<string, readonly string[]>
}

/** A project for the configuration, and the components that were omitted. */
export interface ImportedProject {
  readonly project: ProjectText
  /** `shop/web: file_format "po" is not supported` */
  readonly leftOut: readonly string[]
  /** `shop: access_control: private, as ...` */
  readonly warnings: readonly string[]
}

/** Fields that the response about a project lacks, or represents differently. */
const OWN_RULE: ReadonlySet<string> = new Set([
  ...['accessControl', 'members', 'repo', 'branch', 'stateFrom', 'mirrorBaseline'],
  'updateInterval',
])

/** Reads a project and its lists. Shares cost one request for each component. Rejects like the client. */
export async function readProject(
  client: WeblateClient,
  slug: string,
  withShares: boolean,
): Promise<RemoteProject> {
  const path = `projects/${encodeURIComponent(slug)}/`
  const answer = asAnswer(await client.read(path))
  const access = await readAccess(answer, client, path)
  const components = (await client.list(`${path}components/`)).map(asAnswer)
  const hasCategories = components.some(({ category }) => typeof category === 'string')
  const categories = hasCategories ? (await client.list(`${path}categories/`)).map(asAnswer) : []
  const shares = new Map<string, string[]>()
  for (const place of withShares ? components.map(placeOfComponent) : []) {
    if (place === '') continue
    const projects = await client.list(`components/${encodePlace(place)}/links/`)
    const slugs = projects
      .map((project) => textOf(asAnswer(project)['slug']))
      .filter((slug) => slug !== '')
    if (slugs.length > 0) shares.set(place, slugs)
  }
  return { slug, answer, access, components, categories, shares }
}

/** Converts the responses of the server at a base URL into a configuration. */
export function importProjects(
  remotes: readonly RemoteProject[],
  { base, isSameMachine }: { readonly base: string; readonly isSameMachine: boolean },
): ImportedProject[] {
  const [linkable, shares] = [new Set<string>(), sharesWithin(remotes)]
  const parts = remotes.map((remote) => {
    const { categories, paths } = categoryTree(remote.categories)
    const isPrivate = remote.access.accessControl === 'private'
    const context = { categories: paths, linkable, shares, isPrivate, isSameMachine }
    const own = remote.components.filter((component) => isOwn(component, remote.slug))
    return { remote, categories, components: own.map((answer) => ({ answer, context })) }
  })
  // A component that links to an omitted one must name the repository itself.
  for (const { answer, context } of parts.flatMap(({ components }) => components)) {
    const isLink = typeof answer['linked_component'] === 'string'
    if (!isLink && typeof importComponent(answer, context) !== 'string')
      linkable.add(placeOfComponent(answer))
  }
  return parts.map(({ remote, categories, components }) => {
    const imported = components.map(({ answer, context }) => {
      return { place: placeOfComponent(answer), component: importComponent(answer, context) }
    })
    return importProject({ remote, categories, imported }, base)
  })
}

interface ProjectParts {
  readonly remote: RemoteProject
  readonly categories: readonly CategoryText[]
  readonly imported: readonly {
    readonly place: string
    readonly component: ComponentText | string
  }[]
}

function importProject(
  { remote, categories, imported }: ProjectParts,
  base: string,
): ImportedProject {
  const components = imported.flatMap(({ component }) =>
    typeof component === 'string' ? [] : [component],
  )
  const leftOut = imported.flatMap(({ place, component }) =>
    typeof component === 'string' ? [`${place}: ${component}`] : [],
  )
  const { fields, remarks } = importFields(remote, base)
  const { accessControl, warning } = remote.access
  const source = commonSource(components)
  const stateFrom = components[0]?.fields.stateFrom ?? 'mirror'
  return {
    project: {
      fields: {
        ...fields,
        ...(accessControl !== 'public' && { accessControl }),
        ...source,
        stateFrom,
      },
      comments: [
        ...(warning === undefined ? [] : [warning]),
        ...remarks.map((remark) => `Left out: ${remark}`),
        ...leftOut.map((component) => `Left out: component ${component}`),
      ],
      categories,
      components: components.map((component) => withoutCommon(component, source, stateFrom)),
    },
    leftOut: [...remarks.map((remark) => `${remote.slug}: ${remark}`), ...leftOut],
    warnings: warning === undefined ? [] : [`${remote.slug}: ${warning}`],
  }
}

/** Returns the repository and branch if all components with their own agree on them; they then become the project's. */
function commonSource(
  components: readonly ComponentText[],
): Pick<ProjectFields, 'repo' | 'branch'> | undefined {
  const sources = components
    .map(({ fields: { repo = '', branch = '' } }) => ({ repo, branch }))
    .filter(hasOwnSource)
  const [first] = sources
  const isSame = sources.every(
    ({ repo, branch }) => repo === first?.repo && branch === first.branch,
  )
  return sources.length > 1 && isSame ? first : undefined
}

function hasOwnSource({ repo = '' }: { readonly repo?: string }): boolean {
  return repo !== '' && !repo.startsWith('weblate://')
}

/** Omits the repository and `stateFrom` that the project has. */
function withoutCommon(
  { fields, comments }: ComponentText,
  source: object | undefined,
  stateFrom: StateFrom,
): ComponentText {
  const { stateFrom: own, ...others } = fields
  const kept = own === stateFrom ? others : fields
  if (source === undefined || !hasOwnSource(fields)) return { fields: kept, comments }
  const { repo: _repo, branch: _branch, ...left } = kept
  return { fields: left, comments }
}

function importFields(
  { slug, answer: ownAnswer, components }: RemoteProject,
  base: string,
): { fields: Partial<ProjectFields>; remarks: string[] } {
  const answer = withInherited(ownAnswer)
  const { fields, leftOut } = takeFields(projectFields, answer, { without: OWN_RULE })
  const remarks = [...leftOut]
  if (answer['enforced_2fa'] === true) remarks.push('enforced_2fa: gitglot is read-only')
  if (typeof answer['secondary_language'] === 'number') {
    remarks.push('secondary_language: only translators see it')
  }
  const { name = slug, web = 'https://example.org/', ...others } = fields
  // No editor link if the server is another gitglot, where nothing can be edited.
  const edited = components.some(isGitglot) ? {} : { weblate: `${base}/` }
  return { fields: { slug, name, web, ...edited, ...others }, remarks }
}

/** Returns whether a component belongs to the project, judging by its URL. */
function isOwn(component: Answer, slug: string): boolean {
  return placeOfComponent(component).startsWith(`${slug}/`)
}

/** Returns the shares of components into projects that are imported too. */
function sharesWithin(remotes: readonly RemoteProject[]): ReadonlyMap<string, readonly string[]> {
  const projects = new Set(remotes.map(({ slug }) => slug))
  const within = new Map<string, readonly string[]>()
  for (const [place, slugs] of remotes.flatMap(({ shares }) => [...shares])) {
    const imported = slugs.filter((slug) => projects.has(slug))
    if (imported.length > 0) within.set(place, imported)
  }
  return within
}

/**
 * Builds the tree of a project's categories, and maps their ids to paths. Omits invalid and circular ones with everything
 * below them.
 */
function categoryTree(answers: readonly Answer[]) {
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
  return answers.map((answer) => textOf(asAnswer(answer)['slug'])).filter((slug) => slug !== '')
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

/**
 * Reads the access control of a project. Older servers do not report it: projects visible only with the token are
 * private, as are those in doubt.
 */
async function readAccess(answer: Answer, client: WeblateClient, path: string): Promise<Access> {
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
