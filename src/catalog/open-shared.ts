import type { Config } from '../config/config.ts'
import { openShared, type Shared } from '../redis/shared.ts'
import type { CatalogEvent } from './updates/component-entry.ts'

export interface SharedOptions {
  readonly config: Config
  /** Of gitglot; undefined: nothing is shared with other nodes, as in short commands. */
  readonly version?: string
  readonly onEvent?: (event: CatalogEvent) => void
}

/**
 * What is shared with other nodes; undefined without `redis`. Throws RepositoryError where that is configured and its package is
 * missing.
 */
export async function openSharedOf({
  config,
  version,
  onEvent,
}: SharedOptions): Promise<Shared | undefined> {
  if (config.redis === '' || version === undefined) return undefined
  const warn = (message: string) => onEvent?.({ type: 'alert', component: 'store', message })
  return openShared({ url: config.redis, prefix: `gitglot/${version}/`, warn })
}
