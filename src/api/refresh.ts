import { setTimeout as pause } from 'node:timers/promises'
import { withoutServerPaths } from '../address.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { HttpError, permissionDenied } from '../http/http-error.ts'
import { readBody } from '../http/read-body.ts'
import type { RequestInfo } from '../http/request-info.ts'
import type { Component, View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { sharedHeaders } from './options.ts'

/** The body of a response. */
export interface RefreshResult {
  readonly result: boolean
  readonly configuration_error: string | null
  readonly components: readonly {
    readonly component: string
    /** The id of the commit that was served before the fetch; `after` is the one served since. */
    readonly before: string | null
    readonly after: string | null
    readonly error: string | null
  }[]
}

const MAX_BYTES = 1 << 16
const LATE = 'still running; ask again later'

interface RefreshOptions {
  readonly catalog: Catalog
  readonly renew: () => Promise<boolean>
  readonly timeoutMs: number
  /** Finds the components of the address and throws NotFoundError. */
  readonly about: (view: View) => readonly Component[]
}

/**
 * Answers POST to the state of repositories: reloads the configuration and fetches from remotes, for a token with the
 * scope `refresh`, like Weblate's operation `pull`. All other operations write, and are refused. The response has
 * Weblate's `result`, true if everything succeeded, and the outcome for each component. Rejects with HttpError.
 */
export async function refresh(
  request: Request,
  info: RequestInfo,
  { catalog, renew, timeoutMs, about }: RefreshOptions,
): Promise<Response> {
  const { scopes, refusal, knows } = info.principal
  if (!scopes.includes('refresh')) throw refusal ?? permissionDenied()
  await expectPull(request)
  const currentComponents = (): readonly Component[] => {
    const view = catalog.current()
    const projects = view.projects.filter((project) => knows(project.config))
    return about({ ...view, projects }).filter((component) => knows(component.project.config))
  }
  const late = pause(timeoutMs, false, { ref: false })
  const isServed = await Promise.race([renew(), late.then(() => undefined)])
  const before = currentComponents()
  const seen = new Set<string>()
  const polls = before.map(async (component) => {
    await catalog.checkRemote(component)
    seen.add(placeOf(component))
  })
  await Promise.race([Promise.all(polls), late])
  const after = new Map(
    currentComponents().map((component) => [placeOf(component), oidOf(component)]),
  )
  const components = before.map((component) => {
    const place = placeOf(component)
    const error = seen.has(place) ? catalog.lastPoll(component)?.error : LATE
    return {
      ...{ component: place, before: oidOf(component), after: after.get(place) ?? null },
      error: error === undefined ? null : withoutServerPaths(error),
    }
  })
  const result = isServed === true && components.every(({ error }) => error === null)
  const configuration_error = configurationError(isServed)
  const body: RefreshResult = { result, configuration_error, components }
  return Response.json(body, { headers: { ...sharedHeaders(info), 'Cache-Control': 'no-store' } })
}

/** Omits the details of the errors, which may name projects that the token may not see. */
function configurationError(isServed: boolean | undefined): string | null {
  if (isServed === undefined) return LATE
  return isServed
    ? null
    : 'The configuration has mistakes, which the log lists; the old one stays in effect.'
}

function oidOf({ commit }: Component): string | null {
  return commit?.oid ?? null
}

/** Rejects unless the body, JSON or a form, requests the operation `pull`. */
async function expectPull(request: Request): Promise<void> {
  const operation = await operationOf(request)
  if (operation === 'pull') return
  if (typeof operation === 'string') throw permissionDenied()
  throw new HttpError(400, 'required', 'This field is required.', 'operation')
}

async function operationOf(request: Request): Promise<unknown> {
  const contentType = request.headers.get('content-type') ?? ''
  const bytes = await readBody(request, MAX_BYTES)
  if (bytes.length === 0) return undefined
  const body = new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } })
  const isJson = contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
  try {
    return isJson ? Object(await body.json()).operation : (await body.formData()).get('operation')
  } catch {
    // The body is malformed, or its type is neither JSON nor a form.
    throw new HttpError(400, 'parse_error', 'Expected JSON or a form.')
  }
}
