import type { ProjectConfig } from '../config/config.ts'
import type { HttpError } from './http-error.ts'

/** A header of a request by its lower-case name. */
export type ReadHeader = (name: string) => string | undefined

/** A request before it is parsed. */
export interface RequestHead {
  readonly method: string
  /** Path and query as the client sent them. */
  readonly target: string
  readonly header: ReadHeader
  /** The address of the peer; undefined where there is no socket. */
  readonly peer: string | undefined
}

/** Who asks. */
export interface Principal {
  /** Two principals with the same id see the same pages; `''`: those that everybody sees. */
  readonly id: string
  /** Names the user or the token, for limits; `''`: neither is known. */
  readonly name: string
  /** Whether they see a project; undefined: they see all. */
  readonly sees: ((project: ProjectConfig) => boolean) | undefined
  /** Why they get no answer. */
  readonly refusal: HttpError | undefined
  readonly scopes: readonly string[]
  /** Whether a project exists for them, be it only to measure or refresh it; undefined: all do. */
  readonly knows: ((project: ProjectConfig) => boolean) | undefined
}

/** What a client has left, after a request of it. */
export interface Allowance {
  readonly limit: number
  /** How many more it may ask at once. */
  readonly remaining: number
  /** Until it may ask `limit` at once again. */
  readonly resetSeconds: number
  /** Why it gets no answer now; undefined: it gets one. */
  readonly refusal: HttpError | undefined
}

/** A client without a token or a user name. */
export const ANONYMOUS: Principal = {
  id: '',
  name: '',
  sees: undefined,
  refusal: undefined,
  scopes: ['read', 'metrics'],
  knows: undefined,
}

/** The parameters of a request. Of one that is given several times the last counts, as in Django. */
export class Query extends URLSearchParams {
  override get(name: string): string | null {
    return this.getAll(name).at(-1) ?? null
  }
}

/** A request: parsed once, and never changed. */
export interface RequestInfo extends RequestHead {
  readonly principal: Principal
  /** Names the machine or network that asks; `''` where there is no socket. */
  readonly client: string
  /** What a limit leaves to who asks; undefined: there is none. */
  readonly allowance?: Allowance | undefined
  /** Scheme, host, port and base path that the client used, without a trailing slash. */
  readonly origin: string
  /** Whether the server is for everybody, so that pages of other sites may read its answers. */
  readonly isPublic: boolean
  /** Below the base path, as the URL standard normalizes it, still encoded. */
  readonly path: string
  /** The query with its `?`; `''` without one. */
  readonly search: string
  readonly query: Query
  /** The branch, tag or commit that the client names; undefined: what is served now. */
  readonly ref: string | undefined
  /** Aborted once the client hangs up: then nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** When the request came, in `performance.now()`. */
  readonly since: number
}

/** Parameters of which all values count; of others the last one does. */
const REPEATED: ReadonlySet<string> = new Set(['action', 'kind'])

/**
 * A request as if it had these parameters alone, and `ref`: no answer depends on others, nor on values that another one
 * replaces, so that whoever adds some gets the page that is in the cache.
 */
export function withParameters(info: RequestInfo, names: readonly string[]): RequestInfo {
  const parts = info.search.slice(1).split('&')
  // The URL standard skips empty ones, too.
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
    /** Reports a bug, of which the client sees no details. */
    readonly report: (error: Error) => void
  }
}

/** The head of a request that did not come through `listen`. */
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
  {
    url,
    ...facts
  }: Pick<
    RequestInfo,
    'principal' | 'client' | 'allowance' | 'origin' | 'isPublic' | 'signal' | 'since'
  > & {
    readonly url: string
  },
): RequestInfo {
  const { pathname, search } = new URL(url)
  const query = new Query(search)
  const path = withoutBase(pathname, facts.origin)
  const { method, target, header, peer } = head
  const ref = query.get('ref') || undefined
  return { method, target, header, peer, ...facts, path, search, query, ref }
}

/** A number as Python's `int` takes it, of ASCII digits; undefined for anything else. */
export function parseInteger(text: string | null): number | undefined {
  return text !== null && /^\s*[+-]?[0-9]+\s*$/.test(text) ? Number(text) : undefined
}

/** All that a page depends on. */
interface PageFacts {
  /** The key of the view, or of the views, that it shows. */
  readonly viewKey: string
  readonly principal: Principal
  readonly origin: string
  /** Path and query. */
  readonly target: string
  readonly header: ReadHeader
}

/** What negotiates formats: all else is the same for browsers that accept this and that. */
const NEGOTIATED = /^\/(?:api|download)\//

/** Two requests with the same key get the same page. */
export function pageKey({ viewKey, principal, origin, target, header }: PageFacts): string {
  const accept = NEGOTIATED.test(target) ? (header('accept') ?? '') : ''
  return `${viewKey}\n${dayOf(target)}\n${principal.id}\n${origin}\n${accept}\n${target}`
}

/**
 * A search may say `today`: the start of it in seconds since 1970, in UTC; 0 for all other targets. Asked for every
 * request, so the query is not parsed: `q` and `%71` are the only spellings of the parameter.
 */
export function dayOf(target: string): number {
  return /[?&](?:q|%71)=/.test(target) ? Math.floor(Date.now() / 86_400_000) * 86_400 : 0
}

/**
 * A path, which a query may follow, without that of the origin in front: a proxy that serves below a path may strip it
 * from requests or leave it.
 */
export function withoutBase(target: string, origin: string): string {
  const base = /^[a-z]+:\/\/[^/]*(\/.*)$/.exec(origin)?.[1]
  if (base === undefined || !target.startsWith(base)) return target
  const rest = target.slice(base.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target
}
