import { withoutServerPaths } from '../address.ts'
import { NotFoundError, RepositoryError } from '../errors.ts'
import { NotReadyError } from '../jobs.ts'

/** A refused request: thrown by routes, shown by the API and by pages each in their own form. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: string
  readonly attribute: string | null
  /** When to ask again; undefined: whenever the client likes. */
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

/** Headers of an answer with an error: when to ask again, and how to say who asks (RFC 9110, sections 10.2.3 and 11.6.1). */
export function errorHeaders({ status, retryAfterSeconds }: HttpError): Record<string, string> {
  return {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Token' }),
  }
}

/** The status of an error that a route throws; an unknown error is a bug, and reported. */
export function toHttpError(error: Error, report: (error: Error) => void): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof NotFoundError) return notFound()
  if (error instanceof RepositoryError) return unavailable(withoutServerPaths(error.message))
  if (error instanceof NotReadyError) return unavailable(error.message, error.retryAfterSeconds)
  // Nobody gets this answer.
  if (error.name === 'AbortError') return new HttpError(499, 'aborted', 'The client is gone.')
  report(error)
  return new HttpError(500, 'error', 'Server Error (500)')
}

/** 404, by default in the words of Weblate. */
export function notFound(detail = 'Not found.'): HttpError {
  return new HttpError(404, 'not_found', detail)
}

/** 400 for a parameter that cannot be used as it is. */
export function invalid(detail: string, attribute: string): HttpError {
  return new HttpError(400, 'invalid', detail, attribute)
}

/** 400 for a parameter that is none of the values that it may have. */
export function invalidChoice(text: string, attribute: string): HttpError {
  const detail = `Select a valid choice. ${text} is not one of the available choices.`
  return new HttpError(400, 'invalid_choice', detail, attribute)
}

/** 406: nothing that an endpoint answers is what the client accepts. */
export function notAcceptable(): HttpError {
  return new HttpError(406, 'not_acceptable', 'Could not satisfy the request Accept header.')
}

/** 403: what Weblate answers to an anonymous client that writes. */
export function permissionDenied(
  detail = 'You do not have permission to perform this action.',
): HttpError {
  return new HttpError(403, 'permission_denied', detail)
}

/** 503 for a client that may ask again soon. */
export function busy(): HttpError {
  return unavailable('The server is busy. Try again later.')
}

function unavailable(detail: string, retryAfterSeconds = 5): HttpError {
  return new HttpError(503, 'service_unavailable', detail, null, retryAfterSeconds)
}

/** 401 for what only users may see: this server has none. */
export function notAuthenticated(): HttpError {
  return new HttpError(401, 'not_authenticated', 'Authentication credentials were not provided.')
}
