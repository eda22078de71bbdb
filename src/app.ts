import { Hono } from 'hono'
import { createApi, createDownloads, createRefresh, routePath } from './api/index.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { Config } from './config/config.ts'
import { createGitExport } from './git-export/index.ts'
import { createHooks } from './hooks/index.ts'
import { createAuthorize, identityHeaders } from './http/access.ts'
import { createClientReader, createOriginReader, createTrust } from './http/forwarded.ts'
import { healthResponse, readinessResponse } from './http/health.ts'
import { refuseOtherHosts } from './http/hosts.ts'
import { metricsResponse } from './http/metrics.ts'
import { createObserver } from './http/observe.ts'
import { createPageCache, toResponse } from './http/page-cache.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { type HttpEnv, headOf } from './http/request-info.ts'
import { createResponder, type Respond, type ResponseHooks } from './http/respond.ts'
import { createServeKnown } from './http/serve-known.ts'
import { createServePage } from './http/serve-page.ts'
import { createJobs } from './jobs.ts'
import { createMcp } from './mcp/http.ts'
import { memoryBudget } from './memory.ts'
import { createMetrics, diskGauge, type Metrics, memoryGauge } from './metrics.ts'
import { createWeb } from './web/index.ts'

interface AppOptions extends ResponseHooks {
  readonly catalog: Catalog
  readonly config: Pick<
    Config,
    | 'baseUrl'
    | 'trustedProxies'
    | 'siteTitle'
    | 'weblate'
    | 'maxAge'
    | 'staleWhileRevalidate'
    | 'staleIfError'
    | 'requestTimeout'
    | 'rateLimit'
    | 'memory'
    | 'hookSecret'
    | 'maxGitMemory'
    | 'transferTimeout'
    | 'remoteTimeout'
    | 'projects'
    | 'tokens'
    | 'requireLogin'
    | 'userHeader'
    | 'groupsHeader'
  >
  /** What `/metrics` shows, to which pages are added; by default only them. */
  readonly metrics?: Metrics
  /** Whether what is served is reached from this machine alone (default: no). */
  readonly isLocal?: boolean
  /** Whether the demo is served (default: no): its start page says so. */
  readonly isDemo?: boolean
  /** Reads the configuration again; resolves with whether it is served now (default: there is nothing to read). */
  readonly renew?: () => Promise<boolean>
  /** Where `git` is looked for, to have components cloned (default: nowhere). */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Called with a sentence for whoever runs the server. */
  readonly onNotice?: (message: string) => void
}

/** The whole server. */
export interface App {
  readonly respond: Respond
  /** The response to a path, without a socket; `peer` is the address that asks. */
  request(path: string, init?: RequestInit, peer?: string): Promise<Response>
  /** Works out what overviews show, before somebody asks for it. Never rejects. */
  prepare(): Promise<void>
}

/** Done at once while clients wait, where no worker threads do them. */
const JOBS_WITHOUT_THREADS = 2
const MAX_WAITING_JOBS = 100
/** Nobody waits for these, and nearly all of what they do is asked of worker threads, which have their own order. */
const PREPARING = { concurrency: 8, maxWaiting: MAX_WAITING_JOBS, timeoutMs: 60 * 60_000 }

/** The API below `/api/`, what the server reports of itself at `/metrics`, pages elsewhere. */
export function createApp(options: AppOptions): App {
  const { catalog, config, metrics = createMetrics(), onNotice = () => {}, ...hooks } = options
  const { renew = async () => true, environment = {}, isLocal = false, isDemo = false } = options
  const { siteTitle, weblate, baseUrl, requestTimeout } = config
  const isTrusted = createTrust(config.trustedProxies)
  const waiting = { maxWaiting: MAX_WAITING_JOBS, timeoutMs: requestTimeout * 1000 }
  const jobs = createJobs({
    concurrency: catalog.engine.threads || JOBS_WITHOUT_THREADS,
    ...waiting,
  })
  const readings = createJobs({ concurrency: MAX_WAITING_JOBS, ...waiting })
  const preparations = createJobs(PREPARING)
  const pages = createPageCache({ maxBytes: memoryBudget(config.memory).pages })
  const servePage = createServePage(pages, config, identityHeaders(config))
  const serveKnown = createServeKnown({ catalog, jobs, readings, servePage })
  const routes = new Hono<HttpEnv>({ getPath: routePath })
  const refresh = createRefresh(catalog, renew, waiting.timeoutMs)
  const api = {
    catalog,
    jobs,
    preparations,
    siteTitle,
    weblate,
    serveKnown,
    refresh,
  }
  routes.route('/api', createApi(api))
  routes.route('/download', createDownloads(api))
  metrics.gauge(memoryGauge('pages', pages.bytes))
  metrics.gauge(diskGauge('store', () => catalog.store.bytesUsed()))
  for (const [part, read] of Object.entries(catalog.memory)) metrics.gauge(memoryGauge(part, read))
  routes.route('/hooks', createHooks({ catalog, secret: config.hookSecret, onNotice }))
  const { maxGitMemory: maxMemoryBytes, transferTimeout: seconds } = config
  const limits = { maxMemoryBytes, seconds, silenceSeconds: config.remoteTimeout }
  routes.route('/git', createGitExport(catalog, limits, environment))
  routes.route('/mcp', createMcp({ catalog, jobs, serveKnown }))
  routes.get('/healthz', healthResponse)
  routes.get('/readyz', ({ env }) => readinessResponse(catalog, env.info.principal))
  routes.get('/metrics', ({ env }) => metricsResponse(metrics, catalog, env.info.principal))
  const web = createWeb({ catalog, siteTitle, isDemo, serveKnown, jobs, preparations, onNotice })
  routes.route('/', web.routes)
  const observe = createObserver(
    metrics,
    routes.routes.map(({ path }) => path),
  )
  const respond = createResponder({
    catalog,
    pages,
    routes,
    originOf: createOriginReader(baseUrl, isTrusted),
    isPublic: baseUrl !== undefined,
    refuseHost: isLocal && baseUrl === undefined ? refuseOtherHosts : undefined,
    clientOf: createClientReader(isTrusted),
    authorize: createAuthorize(config, isTrusted),
    countRequest: createRateLimit(config.rateLimit, { shared: catalog.shared?.buckets }),
    // They are told of where something is done with them, as logs do.
    namesCached: hooks.onResponse !== undefined,
    ...hooks,
    onResponse(event) {
      observe(event)
      hooks.onResponse?.(event)
    },
  })
  return {
    respond,
    prepare: web.prepare,
    async request(path, init, peer) {
      const request = new Request(new URL(path, 'http://localhost'), init)
      const answer = respond(headOf(request, peer))
      return typeof answer === 'function' ? answer(request) : toResponse(answer, request.method)
    },
  }
}
