import { Hono } from 'hono'
import { createApi, createDownloads, routePath } from './api/index.ts'
import type { Catalog } from './catalog/catalog.ts'
import { limitsOf } from './catalog/updates/sources.ts'
import type { Config } from './config/config.ts'
import { createGitExport } from './git-export/index.ts'
import { createHooks } from './hooks/index.ts'
import { createAuthorize, identityHeaders } from './http/access.ts'
import { createClientReader, createOriginReader, createTrust } from './http/forwarded.ts'
import { healthResponse, readinessResponse } from './http/health.ts'
import { refuseOtherHosts } from './http/loopback.ts'
import { createObserver, metricsResponse } from './http/metrics.ts'
import { createPageCache, toResponse } from './http/page-cache.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { type HttpEnv, headOf } from './http/request-info.ts'
import { createResponder, type Respond, type ResponseHooks } from './http/respond.ts'
import { createServeKnown } from './http/serve-known.ts'
import { createServePage } from './http/serve-page.ts'
import { Jobs } from './jobs.ts'
import { createMcp } from './mcp/http.ts'
import { memoryBudget } from './memory.ts'
import { bytesGauge, createMetrics, type Metrics } from './metrics.ts'
import { createWeb } from './web/index.ts'

interface AppOptions extends ResponseHooks {
  readonly catalog: Catalog
  readonly config: Config
  /** Metrics for `/metrics`, to which the app adds those of pages (default: only these). */
  readonly metrics?: Metrics
  /** Whether only this machine can reach the server (default: no). */
  readonly isLocal?: boolean
  /** Whether the server shows the demo, which its start page states (default: no). */
  readonly isDemo?: boolean
  /** Reloads the configuration; resolves to whether the new one is served (default: does nothing). */
  readonly renew?: () => Promise<boolean>
  /** Environment in which `git` is searched for, so that components can be cloned (default: none). */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Called with a sentence for the operator of the server. */
  readonly onNotice?: (message: string) => void
}

/** The whole server. */
export interface App {
  readonly respond: Respond
  /** Responds to a path without a socket; `peer` is the client's address. */
  request(path: string, init?: RequestInit, peer?: string): Promise<Response>
  /** Computes what overviews show before anyone requests it. Never rejects. */
  prepare(): Promise<void>
}

/** Concurrent jobs of waiting clients if there are no worker threads. */
const JOBS_WITHOUT_THREADS = 2
const MAX_WAITING_JOBS = 100
/**
 * Preparations, for which nobody waits. Nearly all of their work runs in worker threads, which schedule it themselves.
 */
const PREPARING = { concurrency: 8, maxWaiting: 1000, timeoutMs: 60 * 60_000 }

/** Serves the API below `/api/`, metrics at `/metrics`, and pages elsewhere. */
export function createApp(options: AppOptions): App {
  const { catalog, config, metrics = createMetrics(), onNotice = () => {}, ...hooks } = options
  const { renew = async () => true, environment = {}, isLocal = false, isDemo = false } = options
  const { siteTitle, weblate, baseUrl, requestTimeout } = config
  const isTrusted = createTrust(config.trustedProxies)
  const waiting = { maxWaiting: MAX_WAITING_JOBS, timeoutMs: requestTimeout * 1000 }
  const concurrency = catalog.engine.threads || JOBS_WITHOUT_THREADS
  const jobs = new Jobs({ concurrency, ...waiting })
  const readings = new Jobs({ concurrency: MAX_WAITING_JOBS, ...waiting })
  const preparations = new Jobs(PREPARING)
  const pages = createPageCache({ maxBytes: memoryBudget(config.memory).pages })
  const servePage = createServePage(pages, config, identityHeaders(config))
  const serveKnown = createServeKnown({ catalog, jobs, readings, servePage })
  const routes = new Hono<HttpEnv>({ getPath: routePath })
  const { timeoutMs } = waiting
  const web = createWeb({ catalog, siteTitle, isDemo, serveKnown, jobs, preparations, onNotice })
  const { frame } = web
  const api = { catalog, siteTitle, weblate, frame, serveKnown, renew, timeoutMs }
  routes.route('/api', createApi(api))
  routes.route('/download', createDownloads(api))
  metrics.gauge(bytesGauge('memory', 'pages', pages.bytes))
  metrics.gauge(bytesGauge('disk', 'store', () => catalog.store.bytesUsed()))
  for (const [part, read] of Object.entries(catalog.memory))
    metrics.gauge(bytesGauge('memory', part, read))
  routes.route('/hooks', createHooks(catalog, config.hookSecret, onNotice))
  routes.route('/git', createGitExport(catalog, limitsOf(config), environment))
  routes.route('/mcp', createMcp(serveKnown))
  routes.get('/healthz', healthResponse)
  routes.get('/readyz', ({ env }) => readinessResponse(catalog, env.info.principal))
  routes.get('/metrics', ({ env }) => metricsResponse(metrics, catalog, env.info.principal))
  routes.route('/', web.routes)
  const paths = routes.routes.map(({ path }) => path)
  const observe = createObserver(metrics, paths)
  const respond = createResponder({
    catalog,
    pages,
    routes,
    originOf: createOriginReader(baseUrl, isTrusted),
    isPublic: baseUrl !== undefined,
    refuseHost: isLocal && baseUrl === undefined ? refuseOtherHosts : undefined,
    clientOf: createClientReader(isTrusted),
    authorize: createAuthorize(config, isTrusted),
    countRequest: createRateLimit(config.rateLimit, catalog.shared?.buckets),
    // Request ids are needed only if responses are reported, as to a log.
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
