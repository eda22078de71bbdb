import { setTimeout as wait } from 'node:timers/promises'
import { NotFoundError, RepositoryError, reasonOf } from '../errors.ts'
import { sanitizeTerminal } from '../text.ts'

interface ClientOptions {
  /** As in `ServerAddress`. */
  readonly base: string
  readonly token: string | undefined
  /** Delays a retry (default: by the clock). */
  readonly delay?: (milliseconds: number) => Promise<unknown>
}

const ATTEMPTS = 4
const MAX_WAIT_SECONDS = 60
const REQUEST_MS = 30_000
const MAX_BODY_BYTES = 32 * 1024 * 1024
const MAX_PAGES = 500
const MAX_REDIRECTS = 5
const PAGE_SIZE = 200

/**
 * Reads a server's API. Retries after 429, 5xx and broken connections, honoring `Retry-After` up to a minute. Follows
 * redirects only within the server (or to its https), and limits responses to 32 MiB and 30 seconds. `read` and `list`
 * reject with NotFoundError (404) or RepositoryError, naming the URL.
 */
export class WeblateClient {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  #addressOf(path: string): string {
    return `${this.#options.base}/api/${path}`
  }

  /** Reads a response; the path is below `api/`. */
  async read(path: string): Promise<unknown> {
    const address = this.#addressOf(path)
    const text = await this.#readText(address)
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new RepositoryError('bad-answer', `${address}: expected JSON, found ${shorten(text)}`, {
        cause,
      })
    }
  }

  async #readText(address: string): Promise<string> {
    const { delay = wait } = this.#options
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#ask(address)
      if (typeof outcome === 'string') return outcome
      const { error, seconds = 2 ** (attempt - 1) } = outcome
      if (attempt === ATTEMPTS || seconds > MAX_WAIT_SECONDS) throw error
      await delay(seconds * 1000)
    }
  }

  /** Returns the body, or the error after which to retry, in seconds. Throws if a retry is pointless. */
  async #ask(
    address: string,
  ): Promise<string | { error: RepositoryError; seconds?: number | undefined }> {
    let response: Response
    let text: string
    try {
      response = await this.#follow(address)
      text = await readBody(response, address)
    } catch (error) {
      if (error instanceof RepositoryError) throw error
      const message = `${address}: ${reasonOf(error)}`
      return { error: new RepositoryError('unreachable', message, { cause: error }) }
    }
    const { status } = response
    if (response.ok) return text
    const message = `${address}: answered ${status}: ${detailOf(text)}`
    if (status === 404) throw new NotFoundError(message)
    if (status === 429 || status >= 500) {
      const seconds = retryAfter(response.headers.get('retry-after'))
      const later = seconds === undefined ? '' : `; the server asks to wait ${seconds} s`
      return { error: new RepositoryError('bad-answer', message + later), seconds }
    }
    const isAuth = status === 401 || status === 403
    if (isAuth) {
      const cause = message.replace(/\.$/, '')
      throw new RepositoryError('auth', `${cause}; set an API token with --token`)
    }
    throw new RepositoryError('bad-answer', message)
  }

  async #follow(address: string): Promise<Response> {
    const signal = AbortSignal.timeout(REQUEST_MS)
    const { token } = this.#options
    const headers = {
      accept: 'application/json',
      'user-agent': 'gitglot',
      ...(token !== undefined && { authorization: `Token ${token}` }),
    }
    let url = new URL(address)
    for (let count = 0; count <= MAX_REDIRECTS; count++) {
      const response = await fetch(url.href, { headers, redirect: 'manual', signal })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) return response
      await response.body?.cancel()
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined
      // Never sends the token to another server.
      if (!next || !isSameServer(url, next)) {
        throw new RepositoryError(
          'refused',
          `${address}: redirects to ${shorten(location)}; try that address`,
        )
      }
      url = next
    }
    throw new RepositoryError('refused', `${address}: redirects more than ${MAX_REDIRECTS} times`)
  }

  async list(path: string): Promise<readonly unknown[]> {
    const entries: unknown[] = []
    let query = `?page_size=${PAGE_SIZE}`
    const seen = new Set<string>()
    while (seen.size < MAX_PAGES && !seen.has(query)) {
      seen.add(query)
      const answer = await this.read(`${path}${query}`)
      const { results, next }: Readonly<Record<string, unknown>> = Object(answer)
      if (!Array.isArray(results)) {
        const message = `${this.#addressOf(path)}: expected a list with results`
        throw new RepositoryError('bad-answer', message)
      }
      entries.push(...results)
      if (typeof next !== 'string' || !URL.canParse(next)) return entries
      // Takes only the query, because a server behind a proxy may not know its own URL.
      query = new URL(next).search
    }
    const limit = `expected at most ${MAX_PAGES} pages, each once`
    throw new RepositoryError('too-large', `${this.#addressOf(path)}: ${limit}`)
  }

  /** Returns why a path is hidden from clients without a token; undefined if it is public. */
  async whyHidden(path: string): Promise<string | undefined> {
    if (this.#options.token === undefined) return undefined
    try {
      const stranger = new WeblateClient({ ...this.#options, token: undefined })
      const answer = await stranger.read(path)
      return 'slug' in Object(answer) ? undefined : `${this.#addressOf(path)}: expected a project`
    } catch (error) {
      // A path counts as public only if a request without a token succeeds.
      if (error instanceof Error) return error.message
      throw error
    }
  }
}

function isSameServer(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname)
}

async function readBody(response: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) {
      throw new RepositoryError('too-large', `${address}: expected at most ${MAX_BODY_BYTES} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses a number of seconds or a date; undefined if it is neither. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** Returns the first detail of Weblate's error body, otherwise the start of the text. */
function detailOf(text: string): string {
  try {
    const { errors, detail }: Readonly<Record<string, unknown>> = Object(JSON.parse(text))
    const first: Readonly<Record<string, unknown>> = Object(Array.isArray(errors) ? errors[0] : {})
    return shorten(String(first['detail'] ?? detail ?? text))
  } catch {
    // Not JSON, such as a proxy's error page.
    return shorten(text)
  }
}

function shorten(text: string): string {
  const line = sanitizeTerminal(text)
  return line.length > 120 ? `${line.slice(0, 117)}...` : line || 'nothing'
}
