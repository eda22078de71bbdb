import type { HttpError } from '../http/http-error.ts'
import type { Json } from './rendering/json.ts'
import { arrayOf, described, nullable, type Resource, STRING } from './schema/schema.ts'

/** The body of every error: `{ type, errors: [{ code, detail, attr }] }`. */
export function errorBody({ status, code, message, attribute }: HttpError): Json {
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
