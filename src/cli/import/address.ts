import { UsageError } from '../usage-error.ts'

/** What is to be imported. */
interface ServerAddress {
  /** The server, with the path it lies at, without a trailing slash. */
  readonly base: string
  /** Slug of the only project; undefined: all. */
  readonly project: string | undefined
}

/**
 * Reads the address of a Weblate server or of one of its projects, as a page or as the API has it:
 * `https://host/projects/shop/`, `https://host/api/projects/shop/`, `https://host/`. Throws UsageError.
 */
export function parseServerAddress(text: string): ServerAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${text}: expected the http or https address of a Weblate server`)
  }
  if (url.username || url.password) {
    throw new UsageError(`${url.host}: expected an address without a password; --token takes one`)
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // No such project, then.
    return text
  }
}
