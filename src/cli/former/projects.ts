import { dirname, join } from 'node:path'
import type { ProjectConfig } from '../../config/config.ts'
import { ConfigError } from '../../errors.ts'
import { parseConfig } from '../config-file.ts'
import { warn } from '../output/progress.ts'
import type { LocalRepository } from '../place.ts'
import {
  adopt,
  CONFIG_NAME,
  discoverText,
  findComponents,
  readCommitted,
  type Target,
  withProjects,
} from '../target.ts'

/** The projects of a target at another commit. */
interface FormerProjects {
  readonly projects: readonly ProjectConfig[]
  /** Path of the configuration at that commit; undefined if there was none, or if it is outside the repository. */
  readonly file: string | undefined
}

/**
 * Returns the projects of a target at another commit, from its configuration there, otherwise by discovery there. If
 * the target's own configuration uses discovery, its current settings apply.
 */
export async function findFormerProjects(target: Target, oid: string): Promise<FormerProjects> {
  const { place, discovered } = target
  if (place === undefined) return { projects: target.config.projects, file: undefined }
  const rediscovered: ProjectConfig[] = []
  for (const project of discovered) rediscovered.push(await findComponents(project, place, oid))
  const slugs = new Set(rediscovered.map(({ slug }) => slug))
  const { projects, file } = await readFormerProjects(target, place, oid)
  return {
    projects: [...rediscovered, ...projects.filter(({ slug }) => !slugs.has(slug))],
    file,
  }
}

async function readFormerProjects(
  { config, origin }: Target,
  place: LocalRepository,
  oid: string,
): Promise<FormerProjects> {
  const today = { projects: config.projects, file: undefined }
  if (origin === 'elsewhere') return today
  const path = origin === 'nowhere' ? CONFIG_NAME : origin.path
  const configFile = `${oid.slice(0, 12)}:${path}`
  try {
    const committed = readCommitted(place, oid, path)
    const text = committed ?? (await discoverText(place, { ref: oid }))
    const folder = join(place.path, dirname(path))
    const read = parseConfig({ text, file: configFile, folder })
    const named = await withProjects(read, place, { ref: oid })
    const former = await adopt({ config: named, configFile, folder, origin }, place, { ref: oid })
    const file = committed === undefined ? undefined : path
    return { projects: former?.config.projects ?? [], file }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // Nothing was found there, or its configuration has errors that have been fixed since.
    if (origin !== 'nowhere') warn(`${error.message}; compared with today's configuration`)
    return today
  }
}
