import { decode } from '../../address.ts'
import { UsageError } from '../usage-error.ts'

/** The server and project to import. */
interface ServerAddress {
  /** Address of the server, without a trailing slash. */
  readonly base: string
  /** Slug of the project; undefined for all. */
  readonly project: string | undefined
}

/**
 * Parses the address of a Weblate server or of one of its projects, of a page or in the API:
 * `https://host/projects/shop/`, `https://host/api/projects/shop/`, `https://host/`. Throws UsageError.
 */
export function parseServerAddress(text: string): ServerAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${text}: expected the http or https address of a Weblate server`)
  }
  if (url.username || url.password) {
    throw new UsageError(`${url.host}: expected an address without a password; use --token`)
  }
  const [, path = '', project] =
    /^(.*?)\/*(?:\/api)?\/(?:projects|engage)\/([^/]+)(?:\/.*)?$/.exec(url.pathname) ??
    /^(.*?)\/*(?:\/api)?(?:\/projects)?\/*$/.exec(url.pathname) ??
    []
  return {
    base: `${url.origin}${path.replace(/\/+$/, '')}`,
    project: project === undefined ? undefined : decode(project),
  }
}
