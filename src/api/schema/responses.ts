import type { Endpoint } from '../endpoint.ts'
import { ERROR } from '../errors.ts'
import type { Json } from '../rendering/json.ts'
import { answerTypesOf } from '../rendering/negotiation.ts'
import { COUNT, fromKeys, type Schema, STRING, toJson } from './schema.ts'

/** Returns the content of status 200 by media type. */
export function successContent(endpoint: Endpoint, schemas: Map<string, Json>): Json {
  const { body } = endpoint
  if (body === 'refused') return {}
  if (!('mediaTypes' in body)) return rendered(body, [...answerTypesOf(endpoint)], schemas)
  const { mediaTypes } = body
  return fromKeys(Object.keys(mediaTypes), (type) => ({
    schema: toJson(mediaTypes[type] ?? {}, schemas),
  }))
}

/** Returns the schema of a body for each media type. Renderings other than JSON are plain text. */
function rendered(body: Schema, types: readonly string[], schemas: Map<string, Json>): Json {
  return fromKeys(types, (type) => ({
    schema: toJson(type === 'application/json' ? body : STRING, schemas),
  }))
}

/** The errors that any endpoint may return. */
const ERRORS = [
  [400, 'BadRequest', 'A parameter has an invalid value.'],
  [404, 'NotFound', 'The object, ref, page or format does not exist.'],
  [406, 'NotAcceptable', 'The answer has none of the media types in `Accept`.'],
  [429, 'Throttled', 'The client exceeded the rate limit of the server.'],
  [500, 'ServerError', 'The server has a bug; its log says where.'],
  [
    503,
    'Unavailable',
    'The data is still being read or cannot be read, or the server is too busy: `detail` says which.',
  ],
] as const

/** References from operations to error responses, by status. */
export const ERROR_REFERENCES: Readonly<Record<string, Json>> = Object.fromEntries(
  ERRORS.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
)

/** Returns the error responses by name. An error is rendered in the format that the success would have had. */
export function errorResponses(schemas: Map<string, Json>): Readonly<Record<string, Json>> {
  const types = answerTypesOf({ hasNdjson: true, hasOpenMetrics: true })
  const content = rendered(ERROR, [...types], schemas)
  const headers = {
    'Retry-After': {
      description: 'Seconds after which to ask again.',
      schema: toJson(COUNT, schemas),
    },
  }
  return Object.fromEntries(
    ERRORS.map(([status, name, description]) => [
      name,
      { description, ...((status === 429 || status === 503) && { headers }), content },
    ]),
  )
}
