import { type Context, Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import type { Component } from '../catalog/model.ts'
import { encodedPlaceOf, placeOf } from '../catalog/paths.ts'
import { visibleView } from '../http/access.ts'
import { errorBody } from '../http/error-body.ts'
import { errorHeaders, HttpError, notFound, toHttpError } from '../http/http-error.ts'
import { refuseThrottled } from '../http/rate-limit.ts'
import type { HttpEnv } from '../http/request-info.ts'
import { invalidData, readDelivery } from './body.ts'
import { createDebounce } from './debounce.ts'
import { matchPush } from './match.ts'
import { findService, type Payload, type Push, type Service } from './services.ts'
import { isSigned } from './signature.ts'

interface HooksOptions {
  readonly catalog: Pick<Catalog, 'current' | 'look'>
  /** What deliveries are signed with; `''`: nothing. */
  readonly secret: string
}

/** A storm of deliveries has a remote looked at so often, and the last push is served within two seconds all the same. */
const LOOK_GAP_MS = 500
/** Anybody may send what is not signed. */
const UNSIGNED_GAP_MS = 30_000

const HEADERS = { Vary: 'Accept, Cookie', 'Cache-Control': 'no-store' }

/** Webhooks: a push of a service has its repository looked at. They answer before anything is fetched. */
export function createHooks(options: HooksOptions): Hono<HttpEnv> {
  const hooks = new Hono<HttpEnv>()
  hooks.use(refuseThrottled)
  const soon = createDebounce(options.secret === '' ? UNSIGNED_GAP_MS : LOOK_GAP_MS)
  hooks.post('/:service', (context) => receive(context, soon, options))
  hooks.all('/:service', ({ env }) => {
    const detail = `Method "${env.info.method}" not allowed.`
    return failure(new HttpError(405, 'method_not_allowed', detail), { Allow: 'POST' })
  })
  hooks.onError((error, { env }) => failure(toHttpError(error, env.report)))
  return hooks
}

async function receive(
  { req, env }: Context<HttpEnv>,
  soon: ReturnType<typeof createDebounce>,
  { catalog, secret }: HooksOptions,
): Promise<Response> {
  const name = req.param('service') ?? ''
  const service = findService(name)
  if (service === undefined) throw notFound(`Hook ${name} not supported`)
  const { header, origin } = env.info
  const payload = await readDelivery(
    req.raw,
    secret === '' ? undefined : (bytes) => isSigned(secret, service, header, bytes),
  )
  if (!service.isPush(header, payload)) return answer(201, 'Hook working', 'success', null, null)
  const push = read(service, payload)
  // Whoever is not known to be the service is told of nothing that they do not see.
  const view =
    secret === '' ? visibleView(catalog.current(), env.info.principal) : catalog.current()
  const { components, counts } = matchPush(view, push, secret !== '')
  if (components.length === 0) {
    return answer(202, 'No matching repositories found!', 'failure', counts, null)
  }
  // A look is at the repository, whichever component of it is named.
  const keyOf = (one: Component) => (secret === '' ? one.config.repo : placeOf(one))
  for (const one of components) soon(keyOf(one), () => void catalog.look(one, push.commit))
  const message = `Update triggered: ${components.map(placeOf).join(', ')}`
  const addresses = components.map((one) => `${origin}/api/components/${encodedPlaceOf(one)}/`)
  return answer(200, message, 'success', counts, addresses)
}

function read(service: Service, payload: Payload): Push {
  try {
    return service.read(payload)
  } catch (error) {
    // A field that is missing, or an address that is none.
    if (error instanceof TypeError || error instanceof URIError) throw invalidData()
    throw error
  }
}

function answer(
  status: number,
  message: string,
  outcome: 'success' | 'failure',
  matches: object | null,
  components: readonly string[] | null,
): Response {
  const body = { message, status: outcome, match_status: matches, updated_components: components }
  return Response.json(body, { status, headers: HEADERS })
}

function failure(error: HttpError, headers: Record<string, string> = {}): Response {
  const { status } = error
  const shown = { ...HEADERS, ...errorHeaders(error), ...headers }
  return Response.json(errorBody(error), { status, headers: shown })
}
