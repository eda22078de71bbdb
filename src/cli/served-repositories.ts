import { join } from 'node:path'
import { isAddress } from '../address.ts'
import type { Config, ProjectConfig } from '../config/config.ts'
import { withUniqueNames } from '../config/unique-names.ts'
import { digestOf } from '../model/digest.ts'
import { parseConfig } from '../parse-config.ts'
import { cacheFolder } from './cache-folder.ts'
import { warn } from './output/progress.ts'
import { findTarget } from './target.ts'

/**
 * Returns a configuration for repositories on the command line: one or more projects for each, from its `gitglot.yml`
 * or as `gitglot discover` finds them. Operands are paths, addresses, or OWNER/NAME on GitHub. Throws ConfigError and
 * RepositoryError.
 */
export async function configOfRepositories(operands: readonly string[]): Promise<Config> {
  const projects: ProjectConfig[] = []
  for (const operand of operands) {
    const { config, place, leftOut } = await findTarget({ operand, isServed: true })
    if (leftOut.length > 0) warn(`skipped components of other repositories: ${leftOut.join(', ')}`)
    // Uses the address, because a command's clone stays as it is whereas the server follows the remote.
    const address = [operand, place?.name ?? ''].find(isAddress)
    const served = <T extends { readonly repo: string }>(item: T): T =>
      address !== undefined && item.repo === place?.path ? { ...item, repo: address } : item
    for (const project of config.projects) {
      const components = project.components.map(served)
      const discover = project.discover && { discover: served(project.discover) }
      projects.push(withUniqueNames({ ...project, ...discover, components }, projects))
    }
  }
  // Uses a folder for this set of repositories: other servers may run at the same time, and commands use the clones in
  // the cache.
  const dataDir = join(cacheFolder(), 'serve', digestOf(operands))
  // A repository's settings for the server are not trusted.
  const defaults = parseConfig({ text: 'projects: []', file: 'defaults' })
  return { ...defaults, dataDir, projects }
}
