import { dirname, resolve } from 'node:path'
import { LineCounter } from 'yaml'
import { ConfigError } from '../errors.ts'
import { type CategoryDraft, flattenCategories, readCategories } from './category.ts'
import { readComponent } from './component.ts'
import type { Config, ProjectConfig } from './config.ts'
import { type ParserName, projectFields, siteFields } from './fields.ts'
import { type Draft, linkComponents } from './link.ts'
import { complete, readFields, type Surroundings } from './values.ts'
import { type Complain, type Located, type LocatedMap, parseYaml } from './yaml.ts'

/** The text of a configuration, and what it may refer to. */
export interface ReadOptions {
  readonly text: string
  /** Path of the file, for complaints; relative paths in it start at its folder. */
  readonly file: string
  /** What `${NAME}` stands for. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Text of the file that a `*_file` field names; the path is absolute. Throws when there is none. */
  readonly readSecretFile: (path: string) => string
  /** Parsers of other rooms; each throws an error whose message is the complaint. */
  readonly parsers?: Partial<Readonly<Record<ParserName, (text: string) => unknown>>>
}

/**
 * The configuration of a YAML text, with every default filled in, and frozen. Throws ConfigError with all complaints,
 * one a line in the order of the file: `gitglot.yml:12: projects[0].components[2].filemask: needs a *`.
 */
export function readConfig(options: ReadOptions): Config {
  const lines = new LineCounter()
  const complaints: { readonly offset: number; readonly text: string }[] = []
  const complain: Complain = (offset, path, message) => {
    const { line, col } = lines.linePos(offset)
    const place = path === '' ? `${line}:${col}` : `${line}: ${path}`
    complaints.push({ offset, text: `${options.file}:${place}: ${message}` })
  }
  const folder = dirname(resolve(options.file))
  const surroundings: Surroundings = {
    complain,
    environment: options.environment,
    readSecretFile: (path) => options.readSecretFile(resolve(folder, path)),
    parsers: parsersFor(options.parsers ?? {}),
  }
  const root = parseYaml(options.text, lines, complain)
  const config = root && readSite(root, folder, surroundings)
  if (complaints.length > 0 || !config) {
    complaints.sort((a, b) => a.offset - b.offset)
    throw new ConfigError([...new Set(complaints.map(({ text }) => text))].join('\n'))
  }
  return deepFreeze(config)
}

/** Links and `local:` are addresses of our own. */
function parsersFor({ address, ...others }: Surroundings['parsers']): Surroundings['parsers'] {
  if (!address) return others
  const isOwn = (text: string) => text === 'local:' || text.startsWith('weblate://')
  return { ...others, address: (text) => isOwn(text) || address(text) }
}

function readSite(root: Located, folder: string, surroundings: Surroundings): Config | undefined {
  if (root.kind !== 'map') {
    surroundings.complain(root.offset, '', 'needs a mapping with the key projects')
    return undefined
  }
  const given = readFields(siteFields, root, ['projects'], surroundings)
  const { whole: site } = complete(siteFields, given, {})
  const drafts = readMaps('projects', root, surroundings).map((map) =>
    readProject(map, folder, surroundings),
  )
  checkUnique(drafts, 'slug', surroundings.complain)
  checkUnique(drafts, 'name', surroundings.complain)
  checkShares(drafts)
  const components = linkComponents(drafts.flatMap((draft) => draft.components))
  if (!site) return undefined
  const projects = drafts.flatMap(({ config, components: own }) => {
    if (!config) return []
    return [{ ...config, components: own.flatMap((draft) => components.get(draft) ?? []) }]
  })
  const baseUrl = site.baseUrl?.replace(/\/+$/, '')
  return { ...site, baseUrl, dataDir: resolve(folder, site.dataDir), projects }
}

interface ProjectDraft {
  readonly map: LocatedMap
  readonly slug: string | undefined
  readonly name: string | undefined
  readonly config: Omit<ProjectConfig, 'components'> | undefined
  readonly components: readonly Draft[]
}

function readProject(map: LocatedMap, folder: string, surroundings: Surroundings): ProjectDraft {
  const given = readFields(projectFields, map, ['components', 'categories'], surroundings)
  const { whole: fields } = complete(projectFields, given, {})
  const { slug, name } = given.values
  const drafts = readCategories(innerCategories(map, surroundings), surroundings, (inner) =>
    innerCategories(inner, surroundings),
  )
  const categories = flattenCategories(drafts, '')
  const components = readMaps('components', map, surroundings).map((componentMap) =>
    readComponent({ map: componentMap, project: given, folder, surroundings }),
  )
  checkCategories({ drafts, components, path: '' }, surroundings.complain)
  for (const { given: own, category } of components) {
    if (category !== '' && !categories.some(({ path }) => path === category)) {
      own.complain('category', `there is no category ${category}`)
    }
  }
  if (!fields) return { map, slug, name, config: undefined, components }
  const {
    repo: _repo,
    branch: _branch,
    stateFrom: _from,
    mirrorBaseline: _baseline,
    updateInterval: _interval,
    ...config
  } = fields
  return { map, slug, name, config: { ...config, categories }, components }
}

/** The categories of a project or category: none unless it says so. */
function innerCategories(map: LocatedMap, surroundings: Surroundings): LocatedMap[] {
  return map.entries.has('categories') ? readMaps('categories', map, surroundings) : []
}

/** Slugs and names are unique among the categories and the components of one place: both share its addresses. */
function checkCategories(
  place: {
    readonly drafts: readonly CategoryDraft[]
    readonly components: readonly Draft[]
    readonly path: string
  },
  complain: Complain,
): void {
  const { drafts, components, path } = place
  const here = components.filter(({ category }) => category === path)
  checkUnique([...drafts, ...here], 'slug', complain)
  checkUnique(drafts, 'name', complain)
  checkUnique(here, 'name', complain)
  for (const { slug, inner } of drafts) {
    if (slug === undefined) continue
    const innerPath = path === '' ? slug : `${path}/${slug}`
    checkCategories({ drafts: inner, components, path: innerPath }, complain)
  }
}

/** Components are shared into other projects only, and into those that exist. */
function checkShares(projects: readonly ProjectDraft[]): void {
  const slugs = new Set(projects.map(({ slug }) => slug))
  for (const { slug, components } of projects) {
    for (const { given } of components) {
      const wrong = given.values.links?.find((link) => link === slug || !slugs.has(link))
      if (wrong === undefined) continue
      const message = wrong === slug ? 'is its own project' : 'is no project'
      given.complain('links', `${wrong} ${message}`)
    }
  }
}

/** The mappings of a list; complains when it is missing or something else. */
function readMaps(key: string, map: LocatedMap, { complain }: Surroundings): LocatedMap[] {
  const entry = map.entries.get(key)
  const path = map.path === '' ? key : `${map.path}.${key}`
  if (!entry) complain(map.offset, path, 'is required')
  else if (entry.value.kind !== 'list') complain(entry.offset, path, 'needs a list')
  if (entry?.value.kind !== 'list') return []
  return entry.value.items.filter((item): item is LocatedMap => {
    if (item.kind !== 'map') complain(item.offset, item.path, 'needs a mapping')
    return item.kind === 'map'
  })
}

interface Named {
  readonly map: LocatedMap
  readonly slug: string | undefined
  readonly name: string | undefined
}

function checkUnique(all: readonly Named[], key: 'slug' | 'name', complain: Complain): void {
  const first = new Map<string, LocatedMap>()
  for (const one of all) {
    const value = one[key]
    if (value === undefined) continue
    const earlier = first.get(value)
    const offset = one.map.entries.get(key)?.offset ?? one.map.offset
    if (earlier)
      complain(offset, `${one.map.path}.${key}`, `${value} is already that of ${earlier.path}`)
    else first.set(value, one.map)
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part)
    Object.freeze(value)
  }
  return value
}
