import type { Json } from './json.ts'
import { arrayOf, described, nullable, type Resource, STRING } from './schema/schema.ts'

/** An answer that is an error: thrown by a route, rendered in Weblate's shape. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly attribute: string | null

  constructor(status: number, code: string, detail: string, attribute: string | null = null) {
    super(detail)
    this.status = status
    this.code = code
    this.attribute = attribute
  }
}

/** 404 in the words of Weblate, or in others that say what is missing. */
export function notFound(detail = 'Not found.'): ApiError {
  return new ApiError(404, 'not_found', detail)
}

/** 400 for a parameter that cannot be used as it is. */
export function invalid(detail: string, attribute: string): ApiError {
  return new ApiError(400, 'invalid', detail, attribute)
}

/** 400 for a parameter that is none of the values that it may have. */
export function invalidChoice(text: string, attribute: string): ApiError {
  const detail = `Select a valid choice. ${text} is not one of the available choices.`
  return new ApiError(400, 'invalid_choice', detail, attribute)
}

/** 406: nothing that an endpoint answers is what the client accepts. */
export function notAcceptable(): ApiError {
  return new ApiError(406, 'not_acceptable', 'Could not satisfy the request Accept header.')
}

/** 403: what Weblate answers to a stranger who writes. */
export function permissionDenied(): ApiError {
  return new ApiError(
    403,
    'permission_denied',
    'You do not have permission to perform this action.',
  )
}

/** For what only people see whom this server does not know. */
export function notAuthenticated(): ApiError {
  return new ApiError(401, 'not_authenticated', 'Authentication credentials were not provided.')
}

/** The body of every error: `{ type, errors: [{ code, detail, attr }] }`. */
export function errorBody({ status, code, message, attribute }: ApiError): Json {
  const type =
    status >= 500
      ? 'server_error'
      : status === 400 && attribute !== null
        ? 'validation_error'
        : 'client_error'
  return { type, errors: [{ code, detail: message, attr: attribute }] }
}

const ERROR_DETAIL: Resource = {
  name: 'ErrorDetail',
  description: 'One thing that is wrong.',
  properties: {
    code: STRING,
    detail: described(STRING, 'A sentence for people.'),
    attr: described(nullable(STRING), 'The parameter at fault.'),
  },
}

export const ERROR: Resource = {
  name: 'Error',
  description: 'The body of every error.',
  properties: {
    type: { type: 'string', enum: ['client_error', 'validation_error', 'server_error'] },
    errors: arrayOf(ERROR_DETAIL),
  },
}
