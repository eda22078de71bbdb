import { errorBody, errorHeaders, type HttpError } from '../http/http-error.ts'
import type { RequestInfo } from '../http/request-info.ts'
import type { Endpoint } from './endpoint.ts'
import { sharedHeaders } from './options.ts'
import { PLAIN, type Rendering } from './rendering/negotiation.ts'
import { mediaTypeOf, textOf } from './rendering/render.ts'
import * as s from './schema/schema.ts'

/** Returns the response for a failed request, rendered as the endpoint would have rendered its answer, if known. */
export function errorResponse(
  error: HttpError,
  info: RequestInfo,
  endpoint?: Endpoint,
  rendering: Rendering = PLAIN,
): Response {
  const isPassing = error.status >= 500 || error.retryAfterSeconds !== undefined
  return new Response(textOf({ json: errorBody(error) }, rendering), {
    status: error.status,
    headers: {
      ...sharedHeaders(info),
      'Cache-Control': isPassing ? 'no-store' : 'no-cache',
      ...errorHeaders(error),
      ...(endpoint && { Allow: endpoint.allow }),
      ...mediaTypeOf(rendering),
    },
  })
}

const ERROR_DETAIL = s.resource('ErrorDetail', 'One mistake.', {
  code: s.STRING,
  detail: s.described(s.STRING, 'A sentence that says what is wrong.'),
  attr: s.described(s.nullable(s.STRING), 'The parameter with the mistake.'),
})

export const ERROR = s.resource('Error', 'The body of every error.', {
  type: s.oneOf('client_error', 'validation_error', 'server_error'),
  errors: s.arrayOf(ERROR_DETAIL),
})
