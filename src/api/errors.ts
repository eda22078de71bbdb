import type { Json } from './json.ts'

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

export function notFound(detail = 'Not found.'): ApiError {
  return new ApiError(404, 'not_found', detail)
}

export function permissionDenied(): ApiError {
  return new ApiError(
    403,
    'permission_denied',
    'You do not have permission to perform this action.',
  )
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
