import type { Config } from '../config/config.ts'
import { openShared, type Shared } from '../redis/shared.ts'
import type { CatalogEvent } from './updates/announce.ts'

export interface SharedOptions {
  readonly config: Config
  /** Names what runs here, as other nodes do; undefined: nothing is shared with them, as in short commands. */
  readonly build?: string
  readonly onEvent?: (event: CatalogEvent) => void
}

/**
 * What is shared with other nodes; undefined without `redis`. Throws RepositoryError where that is configured and its package is
 * missing.
 */
export async function openSharedOf({
  config,
  build,
  onEvent,
}: SharedOptions): Promise<Shared | undefined> {
  if (config.redis === '' || build === undefined) return undefined
  const warn = (message: string) => onEvent?.({ type: 'alert', component: 'store', message })
  return openShared({ url: config.redis, prefix: `gitglot/${build}/`, warn })
}
