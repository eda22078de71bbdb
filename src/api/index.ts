import { type Context, Hono } from 'hono'
import { decode } from '../address.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { findPlace } from '../catalog/place.ts'
import { visibleView } from '../http/access.ts'
import {
  errorBody,
  errorHeaders,
  notFound,
  permissionDenied,
  toHttpError,
} from '../http/http-error.ts'
import { refuseThrottled } from '../http/rate-limit.ts'
import { type HttpEnv, Query, withParameters } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import type { View } from '../model/model.ts'
import { pathInProject } from '../model/paths.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import { type ApiRequest, type Endpoint, requestedComponents } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { createLinks } from './links.ts'
import { nameOf, optionsResponse, preflightResponse, sharedHeaders } from './options.ts'
import { refresh } from './refresh.ts'
import { negotiate, PLAIN, type Rendering } from './rendering/negotiation.ts'
import { mediaTypeOf, render, textOf } from './rendering/render.ts'

interface ApiOptions {
  readonly catalog: Catalog
  readonly siteTitle: string
  readonly weblate: WeblateVersion
  readonly frame: ApiRequest['frame']
  readonly serveKnown: ServeKnown
  /** Reloads the configuration; resolves to whether the new one is served. */
  readonly renew: () => Promise<boolean>
  /** How long a request to fetch from remotes may take. */
  readonly timeoutMs: number
}

interface ApiEnv extends HttpEnv {
  /** Read by the error handler. Undefined if the request failed before they were set. */
  readonly Variables: { readonly endpoint?: Endpoint; readonly rendering?: Rendering }
}

const READING = new Set(['GET', 'HEAD'])
/** A suffix that a slash follows belongs to the user's name, as in Weblate. */
const SUFFIX = /\.(json|api|csv|openmetrics)(?:(?<!^\/api\/users\/[^/]+)\/)?$/

/** Returns the path for routing, without a trailing slash and without the suffix of a format (`projects.json`). */
export function routePath(_request: Request, { env }: { env?: HttpEnv['Bindings'] } = {}): string {
  const path = env?.info.path ?? ''
  const resource = path.startsWith('/api/') ? path.replace(SUFFIX, '') : path
  return resource.replace(/(.)\/$/, '$1')
}

/** Serves `/api/`: responses, including errors, have Weblate's shapes. */
export function createApi(options: ApiOptions): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  api.use(refuseThrottled)
  for (const path of Object.keys(ENDPOINTS)) {
    api.all(path, (context) => respond(context, path, options))
  }
  api.all('*', () => {
    throw notFound()
  })
  api.onError(toResponse)
  return api
}

/** Serves `/download/` under the paths of pages: what `file/` of the API returns for the same place. */
export function createDownloads(options: ApiOptions): Hono<ApiEnv> {
  const downloads = new Hono<ApiEnv>()
  downloads.use(refuseThrottled)
  downloads.get('*', (context) => {
    const { path, principal } = context.env.info
    if (principal.refusal !== undefined) throw principal.refusal
    const segments = path.split('/').slice(2).filter(Boolean).map(decode)
    const view = visibleView(options.catalog.current(), principal)
    const { project, category, component, code: language } = findPlace(view, segments)
    // A category and the whole server have no files of their own.
    if (project === undefined || category !== undefined) throw notFound()
    const names: Readonly<Record<string, string | undefined>> = {
      project: project.config.slug,
      component: component && pathInProject(component.config),
      language,
    }
    const [whole, inOneLanguage] = component
      ? ['/components/:project/:component', '/translations/:project/:component/:language']
      : ['/projects/:project', '/projects/:project/languages/:language']
    const endpointPath = `${language === undefined ? whole : inOneLanguage}/file`
    return respond(context, endpointPath, options, (name) => names[name] ?? '')
  })
  downloads.onError(toResponse)
  return downloads
}

/** Returns the response for a failed request, rendered as the endpoint would have rendered its answer, if known. */
function toResponse(thrown: Error, { env, var: variables }: Context<ApiEnv>): Response {
  const { endpoint, rendering = PLAIN } = variables
  const error = toHttpError(thrown, env.report)
  const { status, retryAfterSeconds } = error
  const isPassing = status >= 500 || retryAfterSeconds !== undefined
  return new Response(textOf({ json: errorBody(error) }, rendering), {
    status,
    headers: {
      ...sharedHeaders(env.info),
      'Cache-Control': isPassing ? 'no-store' : 'no-cache',
      ...errorHeaders(error),
      ...(endpoint && { Allow: endpoint.allow }),
      ...mediaTypeOf(rendering),
    },
  })
}

/** Answers a request through the endpoint at a path. Validates its parts in the order in which Weblate does. */
async function respond(
  context: Context<ApiEnv>,
  endpointPath: string,
  options: ApiOptions,
  param: ApiRequest['param'] = (name) => context.req.param(name) ?? '',
): Promise<Response> {
  const endpoint = ENDPOINTS[endpointPath]!
  const names = endpoint.query.map(({ name }) => name)
  const info = withParameters(context.env.info, [...names, 'format'])
  const { method, path, header } = info
  context.set('endpoint', endpoint)
  if (method === 'OPTIONS') {
    const isPreflight = header('access-control-request-method') !== undefined
    return isPreflight ? preflightResponse(info) : optionsResponse(endpointPath, endpoint, info)
  }
  const about = (view: View) => requestedComponents(endpoint, { view, param })
  if (method === 'POST' && endpoint.isRepository) {
    return refresh(context.req.raw, info, { ...options, about })
  }
  if (!READING.has(method)) throw permissionDenied()
  const suffix = SUFFIX.exec(path)?.[1]
  const query = new Query(info.query)
  let rendering = PLAIN
  if (endpoint.isFile !== true) {
    const format = suffix ?? query.get('format')
    rendering = negotiate({ format, accept: header('accept') }, endpoint)
    context.set('rendering', rendering)
  } else if (suffix === 'csv') query.set('format', 'csv')
  const { linkFormat, renderer } = rendering
  if (suffix === undefined && linkFormat !== '' && !query.has('format')) {
    query.set('format', linkFormat)
  }
  const { isComparison, needsJob } = endpoint
  const needs = typeof endpoint.needs === 'function' ? endpoint.needs(query) : endpoint.needs
  const project = param('project') || undefined
  const { siteTitle, weblate, frame } = options
  const requirements = { needs, project, about, isComparison, isJob: needsJob?.(query) }
  return options.serveKnown(info, requirements, async (viewRequest) => {
    const { ref, origin } = viewRequest
    const request: ApiRequest = {
      ...{ ...viewRequest, query, param, siteTitle, weblate, frame },
      links: createLinks(
        origin,
        suffix === undefined ? linkFormat : '',
        suffix !== undefined && repeatsSuffix(endpointPath, endpoint) ? `.${suffix}` : '',
        ref,
      ),
      wantsLines: renderer === 'ndjson',
      address: `${origin}${suffix === undefined ? path.replace(/\/?$/, '/') : path}`,
    }
    const answer = await endpoint.get(request)
    const shared = { ...sharedHeaders(info), Allow: endpoint.allow }
    if (!('json' in answer)) return { ...answer, headers: { ...shared, ...answer.headers } }
    const headers = { ...shared, ...mediaTypeOf(rendering), ...answer.headers }
    return { ...answer, headers, body: await render(answer, rendering) }
  })
}

/** Weblate's generic views, `X List` and `X Instance`, repeat the suffix in their links; all other views omit it. */
function repeatsSuffix(path: string, endpoint: Endpoint): boolean {
  return / (?:List|Instance)$/.test(nameOf(path, endpoint))
}
