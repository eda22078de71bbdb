import type { HttpError } from './http-error.ts'

/** Returns the body of an error response of the API. */
export function errorBody({ status, code, message, attribute }: HttpError) {
  const isValidation = status === 400 && (attribute !== null || code === 'invalid')
  const type = status >= 500 ? 'server_error' : isValidation ? 'validation_error' : 'client_error'
  return { type, errors: [{ code, detail: message, attr: attribute }] }
}
