import { withoutServerPaths } from '../address.ts'
import { NotFoundError, RepositoryError } from '../errors.ts'
import { NotReadyError } from '../jobs.ts'

/** A rejected request. Routes throw it; the API and the pages each render it in their own form. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: string
  readonly attribute: string | null
  /** When to retry, in seconds; undefined if there is no restriction. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    code: string,
    detail: string,
    attribute: string | null = null,
    retryAfterSeconds?: number,
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.attribute = attribute
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Returns headers of an error: when to retry, and how to authenticate (RFC 9110, sections 10.2.3 and 11.6.1). */
export function errorHeaders({ status, retryAfterSeconds }: HttpError): Record<string, string> {
  return {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Token' }),
  }
}

/** Returns the body of an error response of the API. */
export function errorBody({ status, code, message, attribute }: HttpError) {
  const isValidation = status === 400 && (attribute !== null || code === 'invalid')
  const type = status >= 500 ? 'server_error' : isValidation ? 'validation_error' : 'client_error'
  return { type, errors: [{ code, detail: message, attr: attribute }] }
}

/** Converts an error of a route to an HttpError. An unknown error is a bug, which is reported. */
export function toHttpError(error: Error, report: (error: Error) => void): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof NotFoundError) return notFound()
  if (error instanceof RepositoryError) return unavailable(withoutServerPaths(error.message))
  if (error instanceof NotReadyError) return unavailable(error.message, error.retryAfterSeconds)
  // The client is gone, so nobody reads this response.
  if (error.name === 'AbortError') return new HttpError(499, 'aborted', 'The client is gone.')
  report(error)
  return new HttpError(500, 'error', 'Server Error (500)')
}

/** Returns a 404, by default in Weblate's words. */
export function notFound(detail = 'Not found.'): HttpError {
  return new HttpError(404, 'not_found', detail)
}

/** Returns a 405; the response needs `Allow`. */
export function methodNotAllowed(method: string): HttpError {
  return new HttpError(405, 'method_not_allowed', `Method "${method}" not allowed.`)
}

/** Returns a 400 for an invalid parameter. */
export function invalid(detail: string, attribute: string): HttpError {
  return new HttpError(400, 'invalid', detail, attribute)
}

/** Returns a 400 for a parameter that is not one of the allowed values. */
export function invalidChoice(text: string, attribute: string): HttpError {
  const detail = `Select a valid choice. ${text} is not one of the available choices.`
  return new HttpError(400, 'invalid_choice', detail, attribute)
}

/** Returns a 406: the client accepts none of an endpoint's media types. */
export function notAcceptable(): HttpError {
  return new HttpError(406, 'not_acceptable', 'Could not satisfy the request Accept header.')
}

/** Returns the 403 that Weblate sends to an anonymous client that tries to write. */
export function permissionDenied(
  detail = 'You do not have permission to perform this action.',
): HttpError {
  return new HttpError(403, 'permission_denied', detail)
}

/** Returns a 503 that invites a retry soon. */
export function busy(): HttpError {
  return unavailable('The server is busy. Try again later.')
}

function unavailable(detail: string, retryAfterSeconds = 5): HttpError {
  return new HttpError(503, 'service_unavailable', detail, null, retryAfterSeconds)
}

/** Returns a 401 for what only users may see: this server has no users. */
export function notAuthenticated(): HttpError {
  return new HttpError(401, 'not_authenticated', 'Authentication credentials were not provided.')
}
