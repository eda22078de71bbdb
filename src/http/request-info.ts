import type { ProjectConfig } from '../config/config.ts'
import type { HttpError } from './http-error.ts'

/** Returns a request header by its lower-case name. */
export type ReadHeader = (name: string) => string | undefined

/** The head of a request, before it is parsed. */
export interface RequestHead {
  readonly method: string
  /** Path and query as the client sent them. */
  readonly target: string
  readonly header: ReadHeader
  /** Address of the peer; undefined if there is no socket. */
  readonly peer: string | undefined
}

/** An authenticated or anonymous client. */
export interface Principal {
  /** Principals with the same id see the same pages; `''` sees what everybody sees. */
  readonly id: string
  /** Name of the user or the token, for rate limits; `''` if there is neither. */
  readonly name: string
  /** Returns whether the principal sees a project; undefined if it sees all. */
  readonly sees: ((project: ProjectConfig) => boolean) | undefined
  /** Why all requests of the principal are rejected. */
  readonly refusal: HttpError | undefined
  readonly scopes: readonly string[]
  /** Returns whether a project exists for the principal, if only to measure or refresh it. */
  readonly knows: (project: ProjectConfig) => boolean
}

/** What the rate limit leaves a client after a request. */
export interface Allowance {
  readonly limit: number
  /** How many requests the client may send at once now. */
  readonly remaining: number
  /** Seconds until `remaining` is back at `limit`. */
  readonly resetSeconds: number
  /** Why this request is rejected; undefined if it is not. */
  readonly refusal: HttpError | undefined
}

/** A client without a token or a user name. */
export const ANONYMOUS: Principal = {
  id: '',
  name: '',
  sees: undefined,
  refusal: undefined,
  scopes: ['read', 'metrics'],
  knows: () => true,
}

/** The parameters of a request. The last value of a repeated parameter wins, as in Django. */
export class Query extends URLSearchParams {
  override get(name: string): string | null {
    return this.getAll(name).at(-1) ?? null
  }
}

/** What is known of a request besides its head and its address. */
interface RequestFacts {
  readonly principal: Principal
  /** Identifies the client's machine or network; `''` if there is no socket. */
  readonly client: string
  /** What the rate limit leaves the client; undefined if there is no limit. */
  readonly allowance?: Allowance | undefined
  /** Scheme, host, port and base path that the client used, without a trailing slash. */
  readonly origin: string
  /** Whether the server is public, so that pages of other sites may read its responses. */
  readonly isPublic: boolean
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** When the request arrived, in `performance.now()`. */
  readonly since: number
}

/** A parsed, immutable request. */
export interface RequestInfo extends RequestHead, RequestFacts {
  /** Path below the base path, normalized by the URL standard, still encoded. */
  readonly path: string
  /** The query string including `?`; `''` if there is none. */
  readonly search: string
  readonly query: Query
  /** Branch, tag or commit in the request; undefined for the served commits. */
  readonly ref: string | undefined
}

/** Parameters that may be repeated; for all others, only the last value counts. */
const REPEATED: ReadonlySet<string> = new Set(['action', 'kind'])

/** Reduces a request to these parameters and `ref`, so that unneeded or overridden ones do not bypass the cache. */
export function withParameters(info: RequestInfo, names: readonly string[]): RequestInfo {
  const parts = info.search.slice(1).split('&')
  // The URL standard skips empty parameters too.
  const written = parts.filter((parameter) => parameter !== '')
  const pairs = [...info.query]
  const last = new Map(pairs.map(([name], index) => [name, index]))
  const supported = written.filter((_, index) => {
    const [name = ''] = pairs[index] ?? []
    const isKnown = name === 'ref' || names.includes(name)
    return isKnown && (REPEATED.has(name) || last.get(name) === index)
  })
  if (supported.length === parts.length || info.search === '') return info
  const search = supported.length === 0 ? '' : `?${supported.join('&')}`
  return { ...info, search, query: new Query(search) }
}

/** The `context.env` of Hono's routes. */
export interface HttpEnv {
  readonly Bindings: {
    readonly info: RequestInfo
    /** Reports a bug. The client gets no details. */
    readonly report: (error: Error) => void
  }
}

/** Returns the head of a request that did not arrive through `listen`. */
export function headOf(request: Request, peer?: string): RequestHead {
  const { pathname, search, host } = new URL(request.url)
  return {
    method: request.method,
    target: `${pathname}${search}`,
    header: (name) => request.headers.get(name) ?? (name === 'host' ? host : undefined),
    peer,
  }
}

/** Parses the rest of a request. */
export function parseRequest(
  head: RequestHead,
  { url, ...facts }: RequestFacts & { readonly url: string },
): RequestInfo {
  const { pathname, search } = new URL(url)
  const query = new Query(search)
  const path = withoutBase(pathname, facts.origin)
  return { ...head, ...facts, path, search, query, ref: query.get('ref') || undefined }
}

/** Parses a decimal integer as Python's `int` does, with ASCII digits only; undefined for other text. */
export function parseInteger(text: string | null): number | undefined {
  return text !== null && /^\s*[+-]?[0-9]+\s*$/.test(text) ? Number(text) : undefined
}

/** Paths whose format is negotiated; elsewhere, `Accept` makes no difference. */
const NEGOTIATED = /^\/(?:api|download)\//

/** Returns the cache key of the page with this path and query (`target`): equal keys mean the same page. */
export function pageKey(
  viewKey: string,
  target: string,
  { principal, origin, header }: Pick<RequestInfo, 'principal' | 'origin' | 'header'>,
): string {
  const accept = NEGOTIATED.test(target) ? (header('accept') ?? '') : ''
  return `${viewKey}\n${dayOf(target)}\n${principal.id}\n${origin}\n${accept}\n${target}`
}

/**
 * Returns the start of today, in seconds since 1970 (UTC), for a search, which may contain `today`; 0 for other
 * targets. Runs for every request, so it does not parse the query: `q` and `%71` are the only spellings of the
 * parameter.
 */
export function dayOf(target: string): number {
  return /[?&](?:q|%71)=/.test(target) ? Math.floor(Date.now() / 86_400_000) * 86_400 : 0
}

/** Removes the origin's base path from a target, since a proxy that serves below a path may strip it or not. */
export function withoutBase(target: string, origin: string): string {
  const base = /^[a-z]+:\/\/[^/]*(\/.*)$/.exec(origin)?.[1]
  if (base === undefined || !target.startsWith(base)) return target
  const rest = target.slice(base.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target
}

/** Returns an address with the parameter for a ref, if there is one. */
export function withRef(address: string, ref: string | undefined): string {
  if (ref === undefined) return address
  return `${address}${address.includes('?') ? '&' : '?'}ref=${encodeURIComponent(ref)}`
}
