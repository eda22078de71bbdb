import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { decode } from '../address.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { RemoteLimits } from '../git/remote/limits.ts'
import { findGit } from '../git/remote/run-git.ts'
import { visibleView } from '../http/access.ts'
import {
  errorHeaders,
  HttpError,
  methodNotAllowed,
  notFound,
  toHttpError,
} from '../http/http-error.ts'
import { refuseThrottled } from '../http/rate-limit.ts'
import { readBody } from '../http/read-body.ts'
import { refuseUnknown } from '../http/refuse-unknown.ts'
import type { HttpEnv, RequestInfo } from '../http/request-info.ts'
import type { Component, View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { findComponent, findProject } from '../view/find.ts'
import { createUploadPack, SERVICE } from './upload-pack.ts'

/** Limit of a client's request after unpacking. */
const MAX_BYTES = 4 << 20

/**
 * Serves clones and fetches of components with `git_export`, in Git's smart HTTP protocol
 * (https://git-scm.com/docs/http-protocol), read-only. Redirects requests that do not come from Git to the component's
 * page.
 */
export function createGitExport(
  catalog: Pick<Catalog, 'current' | 'gitDirOf'>,
  limits: RemoteLimits,
  environment: Readonly<Record<string, string | undefined>>,
): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const uploadPack = createUploadPack(limits)
  routes.use(refuseThrottled)
  routes.all('*', async (context) => {
    const { info } = context.env
    if (info.principal.refusal !== undefined) throw info.principal.refusal
    const [, place = '', action = ''] =
      /^\/git\/(.+?)(\/info\/refs|\/git-(?:upload|receive)-pack)?$/.exec(info.path) ?? []
    const component = componentAt(visibleView(catalog.current(), info.principal), place)
    if (action === '') {
      // Caches may keep a 301, but not everybody may know of the component.
      context.header('Cache-Control', 'no-store')
      return context.redirect(`${info.origin}/projects/${placeOf(component)}/`, 301)
    }
    // Git shows the message of an error, but does not follow a redirect to a page.
    if (!component.config.gitExport) {
      throw notFound(`${placeOf(component)} cannot be cloned from here: git_export is not set.`)
    }
    const isList = action === '/info/refs'
    checkRequest(info, isList ? info.query.get('service') : action.slice(1), isList)
    const gitDir = catalog.gitDirOf(component)
    const program = findGit(environment)
    if (gitDir === undefined) {
      refuseUnknown([component], 'files')
      throw notFound(`${placeOf(component)} has no repository.`)
    }
    if (program === undefined) {
      const reason = `${placeOf(component)} cannot be cloned from here: the server has no git on PATH.`
      throw new HttpError(503, 'service_unavailable', reason)
    }
    const body = await uploadPack({
      gitDir,
      program,
      input: isList ? undefined : await readInput(context.req.raw),
      client: info.principal.name || info.client,
      signal: info.signal,
    })
    const type = `application/x-${SERVICE}-${isList ? 'advertisement' : 'result'}`
    return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } })
  })
  routes.onError((error, { env }) => {
    const shown = toHttpError(error, env.report)
    const headers = { ...HEADERS, ...errorHeaders(shown) }
    return new Response(`${shown.message}\n`, { status: shown.status, headers })
  })
  return routes
}

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

function componentAt(view: View, place: string): Component {
  const [project = '', ...path] = place
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
    .map(decode)
  return findComponent(findProject(view, project), path.join('/'))
}

/** Throws HttpError unless a request lists refs (by GET) or fetches (by POST). */
function checkRequest({ method }: RequestInfo, service: string | null, isList: boolean): void {
  if (service !== SERVICE) {
    throw new HttpError(403, 'permission_denied', 'This repository is read-only.')
  }
  if (method !== (isList ? 'GET' : 'POST')) throw methodNotAllowed(method)
}

/** Reads a request body, which Git compresses if it is large. Rejects with HttpError. */
async function readInput(request: Request): Promise<Buffer> {
  const bytes = await readBody(request, MAX_BYTES)
  if (request.headers.get('content-encoding') !== 'gzip') return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    throw new HttpError(400, 'invalid', 'The body is not valid gzip, or is too large.')
  }
}
