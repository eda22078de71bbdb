import { Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import { visibleView } from '../http/access.ts'
import {
  errorBody,
  errorHeaders,
  HttpError,
  methodNotAllowed,
  notFound,
  permissionDenied,
  toHttpError,
} from '../http/http-error.ts'
import { refuseThrottled } from '../http/rate-limit.ts'
import { parseJson, readBody } from '../http/read-body.ts'
import type { HttpEnv, RequestInfo } from '../http/request-info.ts'
import type { Component, Project, View } from '../model/model.ts'
import { encodedPlaceOf, placeOf } from '../model/paths.ts'
import { findService, type Payload, type Push, type Service } from './services.ts'
import { isSigned } from './signature.ts'

/** Minimum time between two fetches during a storm of deliveries. The last push is still served within two seconds. */
const LOOK_GAP_MS = 500
/** Minimum time between two identical notices, so that outsiders cannot flood the log. */
const NOTICE_GAP_MS = 60_000
/** Maximum number of different notices in that time, and of characters in one. */
const MAX_NOTICES = 100
const MAX_NOTICE = 400
/** Minimum time between two fetches due to unsigned deliveries, which anybody can send. */
const UNSIGNED_GAP_MS = 30_000

const MAX_NAME = 40
const MAX_ADDRESS = 200
const UNSIGNED = 'its signature is not one with hook_secret'

const HEADERS = { Vary: 'Accept, Cookie', 'Cache-Control': 'no-store' }

/**
 * Returns the webhooks, by which a push makes gitglot fetch its repository. They respond before the fetch. `secret` signs
 * deliveries; `''` accepts unsigned ones. `onNotice` is called with the reason why a delivery is rejected or has no
 * effect.
 */
export function createHooks(
  catalog: Pick<Catalog, 'current' | 'checkRemote'>,
  secret: string,
  onNotice: (message: string) => void,
): Hono<HttpEnv> {
  const hooks = new Hono<HttpEnv>()
  hooks.use(refuseThrottled)
  const soon = createDebounce(secret === '' ? UNSIGNED_GAP_MS : LOOK_GAP_MS)
  const notice = createDebounce(NOTICE_GAP_MS, MAX_NOTICES)
  const report = (service: string, why: string) => {
    const message = `webhook ${service.slice(0, MAX_NAME)}: ${why}`.slice(0, MAX_NOTICE)
    notice(message, () => onNotice(message))
  }
  async function receive(
    request: Request,
    { header, origin, principal }: RequestInfo,
    name: string,
  ): Promise<Response> {
    const service = findService(name)
    if (service === undefined) throw notFound(`Hook ${name} not supported`)
    const payload = await readDelivery(
      request,
      secret === '' ? undefined : (bytes) => isSigned(secret, service, header, bytes),
    )
    if (!service.isPush(header, payload)) return answer(201, 'Hook working', 'success', null, null)
    const push = read(service, payload)
    // Unsigned deliveries learn nothing about projects that the sender may not see.
    const view = secret === '' ? visibleView(catalog.current(), principal) : catalog.current()
    const { followers, counts } = matchPush(view, push, secret !== '')
    if (followers.length === 0) {
      report(name, whyNothing(push, counts))
      return answer(202, 'No matching repositories found!', 'failure', counts, null)
    }
    for (const follower of followers) {
      // Limits unsigned deliveries per repository instead of per component.
      const key = secret === '' ? follower.config.repo : nameOf(follower)
      soon(key, () => void catalog.checkRemote(follower, push.commit))
    }
    const message = `Update triggered: ${followers.map(nameOf).join(', ')}`
    const addresses = followers.flatMap((follower) =>
      isComponent(follower) ? `${origin}/api/components/${encodedPlaceOf(follower)}/` : [],
    )
    return answer(200, message, 'success', counts, addresses)
  }
  hooks.post('/:service', ({ req, env }) => receive(req.raw, env.info, req.param('service')))
  hooks.all('/:service', ({ env }) => failure(methodNotAllowed(env.info.method), { Allow: 'POST' }))
  hooks.onError((error, { env, req }) => {
    const refused = toHttpError(error, env.report)
    const why = refused.status === 403 ? UNSIGNED : refused.message
    report(req.param('service') ?? '', `refused with ${refused.status}: ${why}`)
    return failure(refused)
  })
  return hooks
}

function whyNothing(
  { repositories, fullName, branch }: Push,
  counts: ReturnType<typeof matchPush>['counts'],
): string {
  const repository = (fullName || repositories[0] || 'a repository').slice(0, MAX_ADDRESS)
  if (counts.repository_matches === 0) return `no component has the repository ${repository}`
  if (counts.branch_matches === 0) return `no component of ${repository} has the branch ${branch}`
  return `the projects of ${repository} have enable_hooks: false`
}

function read(service: Service, payload: Payload): Push {
  try {
    return service.read(payload)
  } catch (error) {
    // A field is missing, or an address is malformed.
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

/**
 * Returns a function that runs work once in each gap per key: the first at once, and the last at its end. Drops the work
 * of new keys while there are `maxKeys`.
 */
export function createDebounce(
  gapMs: number,
  maxKeys = Number.POSITIVE_INFINITY,
): (key: string, work: () => void) => void {
  const next = new Map<string, (() => void) | undefined>()
  function begin(key: string, work: () => void): void {
    next.set(key, undefined)
    work()
    setTimeout(() => {
      const later = next.get(key)
      if (later === undefined) next.delete(key)
      else begin(key, later)
    }, gapMs).unref()
  }
  return (key, work) => {
    if (next.has(key)) next.set(key, work)
    else if (next.size < maxKeys) begin(key, work)
  }
}

/** Characters that may precede a path or one of its segments. */
const SEPARATORS: ReadonlySet<string> = new Set(['/', ':'])

/** What a push may concern: a component, or a project whose components have not been discovered yet. */
type Follower =
  | Component
  | { readonly project: Project; readonly config: Pick<Component['config'], 'repo' | 'branch'> }

function followersIn(project: Project): readonly Follower[] {
  const { discover } = project.config
  const isOpen = discover !== undefined && project.components.length === 0
  return isOpen ? [{ project, config: discover }] : project.components
}

function isComponent(follower: Follower): follower is Component {
  return 'translations' in follower
}

function nameOf(follower: Follower): string {
  return isComponent(follower) ? placeOf(follower) : follower.project.config.slug
}

/**
 * Finds what a push concerns, except linked components, which are read with their target. Also counts how many match
 * the repository, of those the branch, and of those have hooks enabled. In an unsigned delivery, the name must consist
 * of whole path segments: otherwise a single letter would match everybody's repositories.
 */
function matchPush(view: View, push: Push, isSigned: boolean) {
  const { repositories, branch, defaultBranch = branch } = push
  const addresses = new Set(repositories.flatMap((address) => [address, `${address}/`]))
  const name = push.fullName.toLowerCase()
  const ends = name === '' ? [] : [name, `${name}/`, `${name}.git`]
  const hasEnd = (repo: string, end: string) =>
    repo.endsWith(end) && (isSigned || SEPARATORS.has(repo.at(-end.length - 1) ?? '/'))
  const isSame = (follower: Follower): boolean => {
    const { repo } = follower.config
    if (isComponent(follower)) {
      const { vcs, linkedComponent } = follower.config
      if (vcs === 'local' || linkedComponent !== undefined) return false
    }
    const bare = repo.replace(/^(https?:\/\/)[^/@]*@/, '$1')
    if (addresses.has(repo) || addresses.has(bare)) return true
    return ends.some((end) => hasEnd(repo.toLowerCase(), end))
  }
  // The default branch may be another one than at the last poll, so the served one does not decide. Without a default
  // branch in the delivery, any may be it.
  const isFollowed = ({ config }: Follower) =>
    branch === undefined || branch === (config.branch || defaultBranch)
  const fromRepository = view.projects.flatMap(followersIn).filter(isSame)
  const onBranch = fromRepository.filter(isFollowed)
  const followers = onBranch.filter(({ project }) => project.config.enableHooks)
  return {
    followers,
    counts: {
      repository_matches: fromRepository.length,
      branch_matches: onBranch.length,
      enabled_hook_matches: followers.length,
    },
  }
}

/** GitHub's own limit. */
const MAX_SIGNED_BYTES = 25 << 20
/** Limit of unsigned deliveries, which anybody can send: parsing blocks all other requests. */
const MAX_BYTES = 1 << 20

/**
 * Returns the parsed body of a delivery. With `isSigned`, parses only signed bodies; otherwise any body of up to a
 * megabyte. Rejects with HttpError if the body is unsigned, too large, of another type or not JSON.
 */
async function readDelivery(
  request: Request,
  isSigned?: (bytes: Buffer) => boolean,
): Promise<Payload> {
  const bytes = await readBody(request, isSigned === undefined ? MAX_BYTES : MAX_SIGNED_BYTES)
  if (isSigned?.(bytes) === false) throw permissionDenied()
  const contentType = request.headers.get('content-type') ?? ''
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json') return parse(bytes.toString('utf8'))
  if (type !== 'application/x-www-form-urlencoded' && type !== 'multipart/form-data') {
    const detail = `Unsupported media type "${type}" in request.`
    throw new HttpError(415, 'unsupported_media_type', detail)
  }
  const form = new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } })
  const fields = await form.formData().catch(() => undefined)
  const payload = fields?.get('payload')
  if (typeof payload === 'string') return parse(payload)
  throw new HttpError(400, 'parse_error', 'Missing payload parameter!')
}

function parse(text: string): Payload {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return value as Payload
  }
  throw invalidData()
}

/** Returns a 400 for JSON that is not a delivery of the service. */
function invalidData(): HttpError {
  return new HttpError(400, 'invalid', 'Invalid data in json payload!')
}
