import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { ComponentConfig, Config, ProjectConfig } from '../config/config.ts'
import { ConfigError, NotFoundError, unless } from '../errors.ts'
import { addressKey, remoteAddresses } from '../git/remote/remote-addresses.ts'
import type { Repository } from '../git/repository.ts'
import { resolveRevision } from '../git/revision.ts'
import { findWorkTree, WORK_TREE_OID } from '../git/work-tree.ts'
import { parseConfig } from '../parse-config.ts'
import { readPathAt } from '../reading/read-file.ts'
import { cacheFolder } from './cache-folder.ts'
import { isBelow, readConfigFile, readUntrustedFile } from './config-file.ts'
import { findRepository, type LocalRepository } from './find-repository.ts'
import { resolveIn, withRepository } from './repository.ts'

const CONFIG_NAME = 'gitglot.yml'

/** Which repository to find, with which configuration. */
export interface TargetOptions {
  /** A path, an address or OWNER/NAME (default: the current folder, or all repositories of `configFile`). */
  readonly operand?: string | undefined
  /** Path of the configuration (default: that of the repository). */
  readonly configFile?: string | undefined
  readonly ref?: string | undefined
  /** The base of a comparison, whose components to discover if there are none now: the change may have broken them. */
  readonly base?: string | undefined
  /** Whether to keep components of other repositories if there is a `configFile` but no operand. */
  readonly keepsOthers?: boolean
  /** Whether a server reads the target: its catalog discovers the components of projects at each commit. */
  readonly isServed?: boolean
}

/** The repository and components that a command reads. */
export interface Target {
  /** Name as shown to users: a path or an address. */
  readonly name: string
  /** The configuration, where `repo` of the repository's components is its local path. */
  readonly config: Config
  /** The repository; undefined if the target is all repositories of a configuration. */
  readonly place: LocalRepository | undefined
  /** Skipped components, which belong to other repositories: `project/component`. */
  readonly leftOut: readonly string[]
  /** Where the configuration is: in the repository, `elsewhere`, or `nowhere` if the components were discovered. */
  readonly origin: { readonly path: string } | 'elsewhere' | 'nowhere'
  /** The projects of the configuration whose components were discovered, without them. */
  readonly discovered: readonly ProjectConfig[]
}

/**
 * Finds the repository and its configuration. Throws ConfigError if the configuration is invalid or has no component of
 * the repository, RepositoryError if there is no repository.
 */
export async function findTarget(options: TargetOptions): Promise<Target> {
  const { operand, configFile, ref } = options
  if (configFile === undefined) {
    const place = await findRepository(operand, ref)
    const foundConfig = await findConfig(place, options)
    const target = await adopt(foundConfig, place, options)
    if (target === undefined) throw noComponents(foundConfig.configFile, place.name)
    return target
  }
  const place = operand === undefined ? findHere() : await findRepository(operand, ref)
  const config = readNamed(configFile, place?.path, options)
  const named = { config, configFile, folder: dirname(configFile) }
  const target = place && (await adopt(named, place, options))
  if (target !== undefined) return target
  if (operand !== undefined || !options.keepsOthers) {
    throw noComponents(configFile, place?.name ?? '.')
  }
  return wholeTarget(configFile, config)
}

function findHere(): LocalRepository | undefined {
  const path = findWorkTree('.')
  return path === undefined ? undefined : { name: '.', path, folder: resolve('.') }
}

/** Returns all repositories of a configuration as a target. */
export function wholeTarget(name: string, config: Config): Target {
  const served = { ...config, dataDir: cacheFolder() }
  const nothing = { place: undefined, leftOut: [], discovered: [] }
  return { name, config: served, ...nothing, origin: 'elsewhere' }
}

/**
 * Reads the configuration that `--config` names. Commands that read a single repository need no secrets, and may check
 * the change of somebody who wants to see them, so they do not trust a file of that repository.
 */
function readNamed(file: string, top: string | undefined, { keepsOthers }: TargetOptions): Config {
  const isOwn = top !== undefined && isBelow(top, resolve(file))
  return isOwn && !keepsOthers ? readUntrustedFile(file, top) : readConfigFile(file, process.env)
}

/** Finds the configuration in a repository, or creates one from its discovered components. It is not trusted. */
async function findConfig(place: LocalRepository, options: TargetOptions): Promise<FoundConfig> {
  const { ref } = options
  for (let folder = place.folder ?? ''; folder !== ''; folder = dirname(folder)) {
    const file = join(folder, CONFIG_NAME)
    if (existsSync(file)) {
      const configFile = relative('', file)
      const config = readUntrustedFile(configFile, place.path)
      return { config: await withProjects(config, place, options), configFile, folder }
    }
    if (folder === place.path) break
  }
  // In a work tree, a sparse checkout may omit the file.
  const commit = place.folder === undefined ? (ref ?? 'HEAD') : WORK_TREE_OID
  return configAt(place, { commit, shown: ref ?? 'HEAD' }, options)
}

/**
 * Reads the configuration of a commit, or creates one from the components discovered there. Messages name the file at
 * the commit like Git does, because it is not on disk.
 */
export async function configAt(
  place: LocalRepository,
  { commit, shown, path = CONFIG_NAME }: { commit: string; shown: string; path?: string },
  options: TargetOptions,
): Promise<FoundConfig> {
  const committed = readCommitted(place, commit, path)
  const text = committed ?? (await discoverText(place, options))
  const file = committed === undefined ? 'discovered components' : `${shown}:${path}`
  const folder = join(place.path, dirname(path))
  const origin = committed === undefined ? 'nowhere' : { path }
  const config = await withProjects(parseConfig({ text, file, folder }), place, options)
  return { config, configFile: file, folder, origin }
}

/** Adds the discovered components of its repository to a configuration without projects. */
async function withProjects(
  config: Config,
  place: LocalRepository,
  options: TargetOptions,
): Promise<Config> {
  if (config.projects.length > 0) return config
  const text = await discoverText(place, options, true)
  const { projects } = parseConfig({ text, file: 'discovered components', folder: place.path })
  return { ...config, projects: projects.map((project) => ({ ...project, check: config.check })) }
}

interface FoundConfig {
  readonly config: Config
  /** Name of the file in messages. */
  readonly configFile: string
  readonly folder: string
  /** Default: as file and folder imply. */
  readonly origin?: Target['origin']
}

/** Returns what `gitglot discover` would write, except for the project's name and possibly its components. */
async function discoverText(
  place: LocalRepository,
  { ref, base, isServed = false }: TargetOptions,
  keepsDiscovery: boolean = isServed,
): Promise<string> {
  const { discoverPlaceOnce, discoveredConfig } = await import('./discover/project.ts')
  let discovery = await discoverPlaceOnce(place, ref)
  if (discovery.components.length === 0 && base !== undefined) {
    discovery = await discoverPlaceOnce(place, await resolveIn(place.path, base))
  }
  if (discovery.components.length > 0) {
    return discoveredConfig(place, keepsDiscovery ? undefined : discovery, '.')
  }
  const [nearest, ...others] = discovery.nearMisses
  const hint = nearest ? `\n${nearest.filemask}: ${nearest.explanation}` : ''
  const more = others.length === 1 ? '1 more near miss' : `${others.length} more near misses`
  const where = ref === undefined ? place.name : `${place.name} at ${ref}`
  throw new ConfigError(
    `${where}: no component found: looked for ${CONFIG_NAME}, then for files of all formats with a language in their path; name other files in gitglot.yml${hint}${others.length === 0 ? '' : `\n${more}: gitglot discover explains them`}`,
  )
}

/** Returns the text of a file at a commit, or on disk; undefined if there is none. Throws RepositoryError. */
function readCommitted({ path }: LocalRepository, ref: string, file: string): string | undefined {
  const isOnDisk = ref === WORK_TREE_OID
  const read = (repository: Repository) => {
    const commit = repository.readCommit(isOnDisk ? ref : resolveRevision(repository, ref))
    return readPathAt(repository, commit, file).toString('utf8')
  }
  return unless(() => withRepository(path, read, isOnDisk), NotFoundError)
}

/** Points the repository's own components to its path; returns undefined if it has none. */
export async function adopt(
  { config, configFile, folder, origin }: FoundConfig,
  place: LocalRepository,
  options: TargetOptions,
): Promise<Target | undefined> {
  const isOwn = ownership(config, place, folder)
  const keepsOthers = options.keepsOthers && options.operand === undefined && options.configFile
  const leftOut: string[] = []
  const discovered: ProjectConfig[] = []
  const projects: ProjectConfig[] = []
  for (const project of config.projects) {
    const { slug, discover } = project
    const components = project.components.flatMap((component): ComponentConfig[] => {
      if (isOwn(component)) return [{ ...component, repo: place.path, branch: '' }]
      if (keepsOthers || component.vcs === 'local') return [component]
      leftOut.push(`${slug}/${component.slug}`)
      return []
    })
    if (discover !== undefined && isOwn(discover)) {
      const served = { ...project, discover: { ...discover, repo: place.path, branch: '' } }
      discovered.push(served)
      projects.push(options.isServed ? served : await findComponents(served, place, options.ref))
    } else if (keepsOthers || project.components.some(isOwn)) {
      projects.push({ ...project, components })
    } else if (discover !== undefined) leftOut.push(slug)
  }
  if (!usersOf(config).some(isOwn)) return undefined
  const named = { ...config, dataDir: cacheFolder(), projects }
  const where = origin ?? originOf(configFile, place)
  return { name: place.name, config: named, place, leftOut, discovered, origin: where }
}

function originOf(configFile: string, { path }: LocalRepository): Target['origin'] {
  const file = resolve(configFile)
  return isBelow(path, file) ? { path: relative(path, file).replaceAll('\\', '/') } : 'elsewhere'
}

/** Returns a project with the components currently in its repository. */
export async function findComponents(
  project: ProjectConfig,
  place: LocalRepository,
  ref: string | undefined,
): Promise<ProjectConfig> {
  const { discoverPlaceOnce } = await import('./discover/project.ts')
  const { discoveredComponents } = await import('../discovery/find-components.ts')
  const discovery = await discoverPlaceOnce(place, ref, project.discover)
  const { discover: _, ...named } = project
  return { ...named, components: discoveredComponents(project, discovery) }
}

/** An object that names a repository: a component, or a project whose components are discovered. */
type RepositoryUser = Pick<ComponentConfig, 'repo'> & Partial<Pick<ComponentConfig, 'vcs'>>

function usersOf({ projects }: Config): RepositoryUser[] {
  return projects.flatMap(({ components, discover = [] }) => [components, discover].flat())
}

/**
 * Returns a test for the components of a repository, whose `repo` is its path or the address of a remote. If none
 * matches, but the configuration lies in the repository and names only one, all components match: a fork has other
 * remotes.
 */
function ownership(
  config: Config,
  place: LocalRepository,
  folder: string,
): (user: RepositoryUser) => boolean {
  const addresses = [...remoteAddresses(place.path), place.name]
  const keys = new Set(addresses.flatMap((address) => addressKey(address) ?? []))
  const isSame = ({ vcs, repo }: RepositoryUser) =>
    vcs !== 'local' &&
    (repo === place.path || keys.has(addressKey(repo) ?? '') || findWorkTreeOf(repo) === place.path)
  const users = usersOf(config)
  if (users.some(isSame)) return isSame
  const repos = new Set(users.filter(({ vcs }) => vcs !== 'local').map(({ repo }) => repo))
  const isInside =
    isBelow(place.path, folder) &&
    (place.folder === undefined || findWorkTree(folder) === place.path)
  return repos.size === 1 && isInside ? ({ vcs }) => vcs !== 'local' : () => false
}

/** Returns the work tree of a local path; undefined for an address. */
function findWorkTreeOf(repo: string): string | undefined {
  return isAbsolute(repo) && existsSync(repo) ? findWorkTree(repo) : undefined
}

function noComponents(configFile: string, name: string): ConfigError {
  return new ConfigError(
    `${configFile}: expected a component of the repository ${name}, found none: repo needs its path (.) or the address of one of its remotes`,
  )
}
