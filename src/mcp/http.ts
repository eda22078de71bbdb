import { type Context, Hono } from 'hono'
import { withoutServerPaths } from '../address.ts'
import { NotFoundError, UsageError } from '../errors.ts'
import { errorHeaders, HttpError, methodNotAllowed, toHttpError } from '../http/http-error.ts'
import { refuseThrottled } from '../http/rate-limit.ts'
import { parseJson, readBody } from '../http/read-body.ts'
import type { HttpEnv } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import { createHttpSource } from './http-source.ts'

const MAX_BYTES = 1 << 20

/**
 * Serves the Model Context Protocol over HTTP
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#streamable-http): the tools of `gitglot
 * mcp`, limited to what the caller may see. There are no sessions, so each POST stands alone, and GET and DELETE have
 * no use.
 */
export function createMcp(serveKnown: ServeKnown): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.use(refuseThrottled)
  routes.all('/', (context) => respond(context, serveKnown))
  routes.onError((error, { env }) => {
    const refused = toHttpError(error, env.report)
    const headers = {
      ...errorHeaders(refused),
      ...(refused.status === 405 && { Allow: 'POST' }),
      'Cache-Control': 'no-store',
    }
    const body = { jsonrpc: '2.0', error: { code: -32_000, message: refused.message }, id: null }
    return Response.json(body, { status: refused.status, headers })
  })
  return routes
}

async function respond(
  { req, env: { info, report } }: Context<HttpEnv>,
  serveKnown: ServeKnown,
): Promise<Response> {
  if (info.method !== 'POST') {
    throw methodNotAllowed(info.method)
  }
  if (info.principal.refusal !== undefined) throw info.principal.refusal
  // Loaded on demand, since few servers need it.
  const sdk = await import('@modelcontextprotocol/server')
  const { createToolServer } = await import('./server.ts')
  // Validates `Origin` against DNS rebinding, where a website points its own host name at this server.
  const names = info.isPublic ? [new URL(info.origin).hostname] : sdk.localhostAllowedOrigins()
  const refused = sdk.originValidationResponse(req.raw, names)
  if (refused !== undefined) return refused
  const type = info.header('content-type') ?? ''
  if (!sdk.isJsonContentType(type)) {
    const detail = `Unsupported media type "${type}" in request: expected application/json.`
    throw new HttpError(415, 'unsupported_media_type', detail)
  }
  const parsedBody = parse((await readBody(req.raw, MAX_BYTES)).toString())
  const handler = sdk.createMcpHandler(
    () =>
      createToolServer(
        (name, input) => createHttpSource({ name, input, info }, serveKnown),
        (error) => messageOf(error, report),
      ),
    { maxSubscriptions: 0 },
  )
  return handler.fetch(req.raw, { parsedBody })
}

/** Throws 400 for a batch, which the protocol no longer has and whose messages would bypass rate limits. */
function parse(text: string): unknown {
  const message = parseJson(text)
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw new HttpError(400, 'invalid', 'Expected one JSON-RPC message, as an object.')
}

function messageOf(error: unknown, report: (error: Error) => void): string {
  if (error instanceof UsageError) return error.message
  // Tools read only what the caller may see, so the message may name it.
  if (error instanceof NotFoundError) return withoutServerPaths(error.message)
  const { attribute, message, retryAfterSeconds } = toHttpError(error as Error, report)
  const place = attribute === null ? '' : `${attribute}: `
  const later = retryAfterSeconds === undefined ? '' : ` Ask again in ${retryAfterSeconds} s.`
  return place + message + later
}
