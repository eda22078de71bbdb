import { type BaseMatch, matchBase } from '../catalog/base/match-base.ts'
import { Side } from '../catalog/base/pair-components.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { ConfigError } from '../errors.ts'
import type { GateBase } from '../gate/setting-problems.ts'
import { fetchCommit } from '../git/partial-clone.ts'
import type { Repository } from '../git/repository.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import type { LocalRepository } from './find-repository.ts'
import { warn } from './output/progress.ts'
import { resolveIn, withRepository } from './repository.ts'
import { adopt, configAt, findComponents, type Target } from './target.ts'

/** A target whose components are matched to those of a base; `target` has the projects of `match`. */
interface Compared extends Omit<GateBase, 'view'> {
  readonly target: Target
}

/** Matches the components of a target to those of a base; see `matchBase`. Throws RepositoryError and NotFoundError. */
export async function compareWithBase(
  target: Target,
  place: LocalRepository,
  base: string,
  head?: string,
): Promise<Compared> {
  const { origin, discovered, config } = target
  const { path, folder } = place
  const isOnDisk = folder !== undefined && head === undefined
  const oid = isOnDisk ? WORK_TREE_OID : (head ?? (await resolveIn(path, 'HEAD')))
  const former = await findFormerProjects(target, place, base)
  const { projects, file, trouble } = former
  if (trouble !== undefined) warn(`${trouble}; compared with today's configuration`)
  const currentProjects = origin === 'nowhere' ? config.projects : discovered
  const slugs = new Set(currentProjects.map(({ slug }) => slug))
  const matchWith = (now: Repository) =>
    withRepository(path, (before) => {
      const sides = { now: new Side(now, oid), before: new Side(before, base) }
      return matchBase(config.projects, projects, slugs, sides)
    })
  const match = withRepository(path, matchWith, isOnDisk)
  return {
    commit: base,
    target: { ...target, config: { ...config, projects: match.projects } },
    match,
    discovered: { now: discovered, former: former.discovered },
    lostFile: origin === 'nowhere' ? file : undefined,
  }
}

/**
 * Returns the settings to read the components of a target at an earlier commit, where their files were elsewhere; `head`
 * is the commit that has the target's components. Throws RepositoryError and NotFoundError.
 */
export async function findFormerly(
  target: Target,
  place: LocalRepository,
  oid: string,
  head: string,
): Promise<BaseMatch['formerly']> {
  await fetchCommit(place.path, oid, process.env)
  const { projects } = await findFormerProjects(target, place, oid)
  return withRepository(place.path, (repository) => {
    const sides = { now: new Side(repository, head), before: new Side(repository, oid) }
    return matchBase(target.config.projects, projects, new Set(), sides).formerly
  })
}

/**
 * Returns the projects of a target at another commit, from its configuration there, otherwise by discovery there. If
 * the target's own configuration uses discovery, its present rules find the components there. Also returns the path of
 * the configuration there, undefined if there was none, or if it is outside the repository; and why today's is used
 * instead, if it is.
 */
async function findFormerProjects(target: Target, place: LocalRepository, oid: string) {
  const { projects, ...about } = await readFormerProjects(target, place, oid)
  const rediscovered: ProjectConfig[] = []
  for (const project of target.discovered) {
    const discovered = await findComponents(project, place, oid)
    const former = projects.find(({ slug }) => slug === project.slug)
    rediscovered.push({ ...(former ?? discovered), components: discovered.components })
  }
  const slugs = new Set(rediscovered.map(({ slug }) => slug))
  const masksOf = ({ components }: ProjectConfig) => components.map(({ filemask }) => filemask)
  const masks = new Set(rediscovered.flatMap(masksOf))
  const others = projects.filter(({ slug }) => !slugs.has(slug))
  // Without a configuration there, the project had another name.
  const isFound = ({ slug }: ProjectConfig) =>
    about.file === undefined || about.discovered.some((former) => former.slug === slug)
  const left = others.map((project) => {
    const isLeft = ({ filemask }: ComponentConfig) => !isFound(project) || !masks.has(filemask)
    return { ...project, components: project.components.filter(isLeft) }
  })
  return { projects: [...rediscovered, ...left], ...about }
}

async function readFormerProjects(target: Target, place: LocalRepository, oid: string) {
  const { config, discovered, origin } = target
  const today = { projects: config.projects, discovered, file: undefined, trouble: undefined }
  if (origin === 'elsewhere') return today
  const path = origin === 'nowhere' ? undefined : origin.path
  const at = { commit: oid, shown: oid.slice(0, 12), ...(path !== undefined && { path }) }
  try {
    const formerConfig = await configAt(place, at, { ref: oid })
    const former = await adopt(formerConfig, place, { ref: oid })
    const file = typeof formerConfig.origin === 'object' ? formerConfig.origin.path : undefined
    const { discovered = [], config } = former ?? {}
    return { projects: config?.projects ?? [], discovered, file, trouble: undefined }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // Nothing was found there, or its configuration has errors that have been fixed since.
    return { ...today, trouble: origin === 'nowhere' ? undefined : error.message }
  }
}
