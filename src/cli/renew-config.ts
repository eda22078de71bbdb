import { isDeepStrictEqual } from 'node:util'
import { decode } from '../address.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Config } from '../config/config.ts'
import { ConfigError, RepositoryError } from '../errors.ts'
import { readConfigFile } from './config-file.ts'
import type { Report } from './report.ts'

/**
 * Creates the function that reloads the configuration, if there is a file, and switches the server to it. It resolves
 * with whether that succeeded; it reports the errors of an invalid configuration and keeps the previous one.
 */
export function createRenew(options: {
  readonly file: string | undefined
  readonly config: Config
  readonly catalog: Pick<Catalog, 'configure'>
  readonly report: Pick<Report, 'noticed' | 'hide'>
  readonly serve: (config: Config) => void
}): () => Promise<boolean> {
  const { file, catalog, report, serve } = options
  let { config } = options
  return async () => {
    if (file === undefined) return true
    try {
      const next = readConfigFile(file, process.env)
      if (isDeepStrictEqual(next, config)) return true
      report.hide(secretsOf(next))
      const isRead = catalog.configure(next)
      // Set without yielding, because access rules take effect at once.
      config = next
      serve(next)
      await isRead
      report.noticed(`${file}: reloaded`)
      return true
    } catch (error) {
      if (!(error instanceof ConfigError || error instanceof RepositoryError)) throw error
      for (const line of error.message.split('\n')) report.noticed(line)
      report.noticed('the old configuration stays in use')
      return false
    }
  }
}

/** Returns the secrets to remove from the log. Credentials in addresses are removed anyway. */
export function secretsOf({ hookSecret, redis, projects }: Config): string[] {
  const users = projects.flatMap(({ components, discover = [] }) => [discover, components].flat())
  const passwords = [redis, ...users.map(({ repo }) => repo)].map((address) => {
    const [, password = ''] = /^[a-z]+:\/\/[^/@]*:([^/@]+)@/i.exec(address) ?? []
    return decode(password)
  })
  return [...new Set([hookSecret, ...passwords])].filter(Boolean)
}
