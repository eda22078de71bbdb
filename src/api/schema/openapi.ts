import type { WeblateVersion } from '../../weblate-version.ts'
import type { Endpoint, Endpoints } from '../endpoint.ts'
import type { Json } from '../rendering/json.ts'
import { answerTypesOf, formatsOf } from '../rendering/negotiation.ts'
import { type Parameter, parameter } from './parameters.ts'
import {
  arrayOf,
  COUNT,
  described,
  fromKeys,
  ID,
  nullable,
  oneOf,
  resource,
  type Schema,
  type SchemaJson,
  STRING,
  toJson,
} from './schema.ts'

/** An OpenAPI document. */
export type OpenApi = ReturnType<typeof createOpenApi>

/** An operation, see https://spec.openapis.org/oas/v3.1.1.html#operation-object */
export type Operation = ReturnType<typeof operation>

/** The releases whose API was observed. */
const RELEASE: Readonly<Record<WeblateVersion, string>> = {
  '5.14': '5.14.3',
  '2026.10': '2026.10.1',
}

/** Creates an OpenAPI 3.1 document of all endpoints that can succeed; `server` has no trailing slash. */
export function createOpenApi(
  endpoints: Endpoints,
  { title, server, weblate }: { title: string; server: string; weblate: WeblateVersion },
) {
  const schemas: Schemas = new Map()
  const errors = errorResponses(schemas)
  const paths = Object.entries(endpoints)
    .filter(([, { body }]) => body !== 'refused')
    .map(([path, endpoint]) => {
      return [addressOf(path), { get: operation(path, endpoint, schemas) }] as const
    })
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: RELEASE[weblate],
      description:
        "Translation status of Git repositories, as the read-only part of Weblate's REST API. Methods other than GET, HEAD and OPTIONS get 403. One exception: with a token that has the scope `refresh`, POST `operation=pull` to a `repository/` to fetch its remotes.",
    },
    servers: [{ url: server }],
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas), responses: errors },
  }
}

/** Collects the named schemas of a document, in the order of their first mention. */
type Schemas = Map<string, SchemaJson>

function operation(path: string, endpoint: Endpoint, schemas: Schemas) {
  const { summary, query, body, isOwn } = endpoint
  const toObject =
    (place: 'path' | 'query') =>
    ({ name, description, schema, isRequired }: Parameter) => ({
      name,
      in: place,
      required: place === 'path' || isRequired === true,
      description,
      schema: toJson(schema, schemas),
    })
  const inPath = PATH_PARAMETERS.filter(({ name }) => path.includes(`:${name}`))
  const inQuery = [...query, ...formatParameter(endpoint), REF]
  return {
    operationId: operationId(path, body),
    summary,
    ...(isOwn ? { description: 'Not in Weblate.' } : {}),
    tags: [path.split('/')[1] || 'root'],
    parameters: [...inPath.map(toObject('path')), ...inQuery.map(toObject('query'))],
    responses: {
      200: { description: summary, content: successContent(endpoint, schemas) },
      ...ERROR_REFERENCES,
    },
  }
}

const PATH_PARAMETERS: readonly Parameter[] = [
  parameter('project', 'Slug of a project.'),
  parameter(
    'component',
    'Slug of a component. The slugs of its categories come first, separated by `%2F`.',
  ),
  parameter('language', 'Code of a language.'),
  parameter('id', 'Id of the object.', ID),
  parameter('name', 'User name.'),
]

/** Describes `format`. Lists `json-flat` only if it leaves the body as described. */
function formatParameter(endpoint: Endpoint): readonly Parameter[] {
  const { body, isFile } = endpoint
  if (isFile) return []
  const formats = formatsOf(endpoint).filter((format) => format !== 'json-flat' || !isPaged(body))
  const lines = endpoint.formats?.includes('ndjson')
    ? '; `ndjson` returns all items, one per line'
    : ''
  const description = `Format of the answer, which its links repeat${lines}.`
  return [parameter('format', description, { type: 'string', enum: formats })]
}

/** The `ref` parameter of every GET endpoint. In comparisons `ref` is an alias of `head`. */
const REF: Parameter = parameter(
  'ref',
  'Branch, tag or commit to show (default: the served commit), also at a time: `main@{2024-06-01}`. Links repeat it.',
)

/** Returns whether a body is one page of a list. */
export function isPaged(body: Endpoint['body']): boolean {
  return typeof body === 'object' && 'name' in body && 'results' in body.properties
}

/** Returns the operation id in the style of Weblate's own schema: `projects_list`, `units_retrieve`. */
function operationId(path: string, body: Endpoint['body']): string {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith(':'))
  const subject = words.length === 0 ? 'root' : words.join('_').replaceAll('-', '_')
  const isArray = typeof body === 'object' && 'type' in body && body.type === 'array'
  return `${subject}_${isArray || isPaged(body) ? 'list' : 'retrieve'}`
}

/** Converts `/projects/:project` to `/api/projects/{project}/`. */
function addressOf(path: string): string {
  return `/api${path.replace(/\/$/, '')}/`.replace(/:(\w+)/g, '{$1}')
}

type Content = Readonly<Record<string, { readonly schema: SchemaJson }>>

function successContent(endpoint: Endpoint, schemas: Schemas): Content {
  const { body } = endpoint
  if (body === 'refused') return {}
  if (!('mediaTypes' in body)) return rendered(body, [...answerTypesOf(endpoint)], schemas)
  const { mediaTypes } = body
  return fromKeys(Object.keys(mediaTypes), (type) => ({
    schema: toJson(mediaTypes[type] ?? {}, schemas),
  }))
}

/** Returns the schema of a body for each media type. Renderings other than JSON are plain text. */
function rendered(body: Schema, types: readonly string[], schemas: Schemas): Content {
  return fromKeys(types, (type) => ({
    schema: toJson(type === 'application/json' ? body : STRING, schemas),
  }))
}

const ERROR_DETAIL = resource('ErrorDetail', 'One mistake.', {
  code: STRING,
  detail: described(STRING, 'A sentence that says what is wrong.'),
  attr: described(nullable(STRING), 'The parameter with the mistake.'),
})

const ERROR = resource('Error', 'The body of every error.', {
  type: oneOf('client_error', 'validation_error', 'server_error'),
  errors: arrayOf(ERROR_DETAIL),
})

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
const ERROR_REFERENCES: Readonly<Record<string, Json>> = Object.fromEntries(
  ERRORS.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
)

/** Returns the error responses by name. An error is rendered in the format that the success would have had. */
function errorResponses(schemas: Schemas) {
  const types = answerTypesOf({ formats: ['openmetrics', 'ndjson'] })
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
