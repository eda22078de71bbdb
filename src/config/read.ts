import { dirname, resolve } from 'node:path'
import { LineCounter } from 'yaml'
import { ConfigError } from '../errors.ts'
import { groupBy } from '../group-by.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import { readTokens } from './access.ts'
import { type CheckConfig, readCheck } from './check.ts'
import { type Draft, linkComponents, localPath, readComponent } from './component.ts'
import type { CategoryConfig, Config, ProjectConfig } from './config.ts'
import { readDiscover } from './discover.ts'
import { webOf } from './field-checks.ts'
import { type Context, complete, type Parsers, readFields, readMaps } from './field-reader.ts'
import { categoryFields, projectFields, siteFields } from './fields.ts'
import { type Located, type LocatedMap, parseYaml, type Report } from './yaml.ts'

/** The text of a configuration, and what its values may refer to. */
export interface ReadOptions {
  readonly text: string
  readonly file: string
  /** Whether `projects` is required (default: true). */
  readonly needsProjects?: boolean
  /** Folder to which relative paths refer (default: the folder of `file`). */
  readonly folder?: string
  /** Values of `${NAME}`; undefined for an untrusted configuration, which may not use variables. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /**
   * Returns the text of a file that a `*_file` field names, by absolute path. Throws if there is none. Undefined for an
   * untrusted configuration.
   */
  readonly readSecretFile?: (path: string) => string
  /** Parsers from other modules; each throws an error that describes an invalid text. */
  readonly parsers?: Partial<Parsers>
}

/**
 * Parses a YAML configuration, applies all defaults, and freezes the result. Throws ConfigError with all errors, one
 * per line in file order: `gitglot.yml:12: projects[0].components[2].filemask: needs a *`.
 */
export function readConfig({ needsProjects = true, ...options }: ReadOptions): Config {
  const lines = new LineCounter()
  const messages: { readonly offset: number; readonly text: string }[] = []
  const report: Report = (offset, path, message) => {
    const { line, col } = lines.linePos(offset)
    const place = path === '' ? `${line}:${col}` : `${line}: ${path}`
    messages.push({ offset, text: `${options.file}:${place}: ${message}` })
  }
  const folder = resolve(options.folder ?? dirname(options.file))
  const { environment, readSecretFile } = options
  const context: Context = {
    ...{ report, folder },
    lineOf: (offset) => lines.linePos(offset).line,
    environment,
    readSecretFile: readSecretFile && ((path) => readSecretFile(resolve(folder, path))),
    parsers: parsersFor(options.parsers ?? {}),
  }
  const root = parseYaml(options.text, lines, report)
  const config = root && readSite(root, needsProjects, context)
  if (messages.length > 0 || !config) {
    messages.sort((a, b) => a.offset - b.offset)
    throw new ConfigError(joinMessages([...new Set(messages.map(({ text }) => text))]))
  }
  return deepFreeze(config)
}

/** How many errors are listed; nobody reads more. */
const MAX_MESSAGES = 100

function joinMessages(messages: readonly string[]): string {
  const more = messages.length - MAX_MESSAGES
  const last = more > 0 ? [`and ${more} more mistakes`] : []
  return [...messages.slice(0, MAX_MESSAGES), ...last].join('\n')
}

/** Accepts links and `local:` as addresses, since only gitglot knows them. */
function parsersFor({ address, ...others }: Context['parsers']): Context['parsers'] {
  if (!address) return others
  const isOwn = (text: string) => text === 'local:' || text.startsWith('weblate://')
  return { ...others, address: (text) => isOwn(text) || address(text) }
}

function readSite(root: Located, needsProjects: boolean, context: Context): Config | undefined {
  if (root.kind !== 'map') {
    context.report(root.offset, '', 'needs a mapping with the key projects')
    return undefined
  }
  const reader = readFields(siteFields, root, context, ['projects', 'tokens', 'check'])
  const { partial, whole: site } = complete(siteFields, reader)
  const { weblate = siteFields.weblate.default! } = partial
  const check = readCheck(root, context)
  if (needsProjects && !root.entries.has('projects')) {
    context.report(root.offset, 'projects', 'is required')
  }
  const { flags, ...parsers } = context.parsers
  const inVersion = flags && { flags: (text: string) => flags(text, weblate) }
  const versioned = { ...context, parsers: { ...parsers, ...inVersion } }
  const drafts = readMaps('projects', root, context).map((map) =>
    readProject(map, versioned, { check, weblate }),
  )
  checkUnique(drafts, 'slug', context.report)
  checkUnique(drafts, 'name', context.report)
  checkShares(drafts)
  const unlinked = drafts.flatMap((draft) => draft.components)
  const components = linkComponents(unlinked, weblate)
  const slugs = drafts.map(({ slug }) => slug)
  const tokens = readTokens(root, slugs, context)
  if (!site) return undefined
  const projects = drafts.flatMap(({ config, components: ofDraft }) => {
    if (!config) return []
    return [{ ...config, components: ofDraft.flatMap((draft) => components.get(draft) ?? []) }]
  })
  const isHidden = (project: ProjectConfig) => project.accessControl === 'private'
  const hidden = projects.filter(isHidden).map(({ slug }) => slug)
  return {
    ...site,
    baseUrl: site.baseUrl?.replace(/\/+$/, ''),
    dataDir: resolve(context.folder, site.dataDir),
    check,
    projects: projects.map((project) => withoutLinksInto(hidden, project)),
    tokens,
  }
}

/** Hides links from a public project into private ones, which would reveal their names and push addresses. */
function withoutLinksInto(hidden: readonly string[], project: ProjectConfig): ProjectConfig {
  if (project.accessControl === 'private') return project
  const components = project.components.map((config) => {
    const [target = ''] = config.linkedComponent?.split('/') ?? []
    const isHidden = hidden.includes(target)
    return isHidden ? { ...config, linkedComponent: undefined, push: '', pushBranch: '' } : config
  })
  return { ...project, components }
}

/** A mapping with its slug and name; undefined if invalid. */
interface Named {
  readonly map: LocatedMap
  readonly slug: string | undefined
  readonly name: string | undefined
}

interface ProjectDraft extends Named {
  readonly config: Omit<ProjectConfig, 'components'> | undefined
  readonly components: readonly Draft[]
}

function readProject(
  map: LocatedMap,
  context: Context,
  site: { readonly check: CheckConfig; readonly weblate: WeblateVersion },
): ProjectDraft {
  const others = ['components', 'categories', 'discover', 'check']
  const reader = readFields(projectFields, map, context, others)
  const { whole: fields } = complete(projectFields, reader)
  const { slug, name } = reader.values
  const drafts = readCategories(map, context)
  const categories = drafts.flatMap(({ slug, name, path }): CategoryConfig[] =>
    slug === undefined || name === undefined ? [] : [{ slug, name, path }],
  )
  const isDiscovered = !map.entries.has('components')
  const discovered = isDiscovered ? readDiscover(map, reader, context) : undefined
  const stray = isDiscovered ? undefined : map.entries.get('discover')
  if (stray !== undefined) {
    context.report(stray.offset, `${map.path}.discover`, 'conflicts with components: keep one')
  }
  const components = readMaps('components', map, context).map((componentMap) =>
    readComponent(componentMap, reader, context),
  )
  checkLevels(drafts, components, context.report)
  for (const { reader: fieldReader, category } of components) {
    if (category !== '' && !categories.some(({ path }) => path === category)) {
      fieldReader.report('category', `there is no category ${category}`)
    }
  }
  if (!fields) return { map, slug, name, config: undefined, components }
  const { repo, branch, stateFrom, mirrorBaseline, updateInterval, ...config } = fields
  const repositories = [repo, ...components.map((draft) => draft.repo)]
  const derivedWeb = repositories.map(webOf).find((web) => web !== undefined)
  const web = config.web || (derivedWeb ?? '')
  const settings = { branch, stateFrom, mirrorBaseline, updateInterval }
  const shared = { weblate: site.weblate, repo: localPath(repo, context.folder), ...settings }
  const discover = discovered && { discover: { ...shared, ...discovered } }
  const check = readCheck(map, context, site.check)
  return { map, slug, name, config: { ...config, web, check, categories, ...discover }, components }
}

/** A category, possibly inside another one, whose path is `outer`. */
interface CategoryDraft extends Named {
  readonly outer: string
  readonly path: string
}

/** Reads the key `categories` of a project or category, recursively, each category after its parent. */
function readCategories(map: LocatedMap, context: Context, outer = ''): CategoryDraft[] {
  return readMaps('categories', map, context).flatMap((inner) => {
    const reader = readFields(categoryFields, inner, context, ['categories'])
    const { slug, name } = complete(categoryFields, reader).partial
    // No component can be in a category without a valid slug.
    const path = slug === undefined ? inner.path : [outer, slug].filter(Boolean).join('/')
    return [{ map: inner, slug, name, outer, path }, ...readCategories(inner, context, path)]
  })
}

/** Checks that slugs and names are unique among the categories and components of a level, which share its addresses. */
function checkLevels(
  categories: readonly CategoryDraft[],
  components: readonly Draft[],
  report: Report,
): void {
  const byOuter = groupBy(categories, ({ outer }) => outer)
  const byCategory = groupBy(components, ({ category }) => category)
  for (const level of new Set(['', ...categories.map(({ path }) => path)])) {
    const [inner, here] = [byOuter.get(level) ?? [], byCategory.get(level) ?? []]
    checkUnique([...inner, ...here], 'slug', report)
    checkUnique(inner, 'name', report)
    checkUnique(here, 'name', report)
  }
}

/** Checks that components are shared only into other, existing projects. */
function checkShares(projects: readonly ProjectDraft[]): void {
  const slugs = new Set(projects.map(({ slug }) => slug))
  for (const { slug, components } of projects) {
    for (const { reader } of components) {
      const wrong = reader.values.links?.find((link) => link === slug || !slugs.has(link))
      if (wrong === undefined) continue
      const message = wrong === slug ? 'is its own project' : 'is not a project'
      reader.report('links', `${wrong} ${message}`)
    }
  }
}

function checkUnique(items: readonly Named[], key: 'slug' | 'name', report: Report): void {
  const first = new Map<string, LocatedMap>()
  for (const named of items) {
    const value = named[key]
    if (value === undefined) continue
    const earlier = first.get(value)
    const offset = named.map.entries.get(key)?.offset ?? named.map.offset
    if (earlier)
      report(offset, `${named.map.path}.${key}`, `${value} is already used by ${earlier.path}`)
    else first.set(value, named.map)
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part)
    Object.freeze(value)
  }
  return value
}
