import type { Endpoint, Endpoints } from '../endpoint.ts'
import { ERROR } from '../errors.ts'
import type { Json } from '../rendering/json.ts'
import { formatsOf } from '../rendering/negotiation.ts'
import type { Parameter } from './parameters.ts'
import { STRING, toJson } from './schema.ts'

/** An OpenAPI document: the parts that the page of documentation reads are named. */
export type OpenApi = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>
    readonly responses: Readonly<Record<string, Json>>
  }
}

/** A method of an address, see https://spec.openapis.org/oas/v3.1.1.html#operation-object */
export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters: readonly ParameterObject[]
  readonly responses: Readonly<Record<string, Json>>
}

type ParameterObject = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: Json
}

/**
 * OpenAPI 3.1 of all endpoints, for clients that use `server` (origin and base path without a slash at the end). Bodies are
 * those of JSON with plain pages; `default` is the body of every error.
 */
export function createOpenApi(
  endpoints: Endpoints,
  { title, server }: { title: string; server: string },
): OpenApi {
  const schemas = new Map<string, Json>()
  const error = toJson(ERROR, schemas)
  const paths = Object.entries(endpoints).map(([path, endpoint]) => [
    addressOf(path),
    { get: operation(path, endpoint, schemas) },
  ])
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '5.14.3',
      description: "Translation status of Git repositories: what Weblate's REST API reads.",
    },
    servers: [{ url: server }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(schemas),
      responses: {
        Error: {
          description: 'What is wrong with the request.',
          content: { 'application/json': { schema: error } },
        },
      },
    },
  }
}

function operation(path: string, endpoint: Endpoint, schemas: Map<string, Json>): Operation {
  const { summary, query, isOwn } = endpoint
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: toJson(STRING, schemas),
  }))
  const inQuery = [...query, ...formatParameter(endpoint), ...refParameter(endpoint)].map(
    (parameter) => ({
      name: parameter.name,
      in: 'query' as const,
      required: parameter.isRequired === true,
      description: parameter.description,
      schema: toJson(parameter.schema, schemas),
    }),
  )
  return {
    operationId: operationId(path, endpoint),
    summary,
    ...(isOwn ? { description: 'Not in Weblate.' } : {}),
    tags: [path.split('/')[1] || 'root'],
    parameters: [...inPath, ...inQuery],
    responses: { ...success(endpoint, schemas), default: ERROR_RESPONSE },
  }
}

/** A parameter that is read elsewhere. */
type Described = Omit<Parameter, 'read'>

const ERROR_RESPONSE: Json = { $ref: '#/components/responses/Error' }

function success({ summary, body }: Endpoint, schemas: Map<string, Json>): Record<string, Json> {
  if (body === 'refused') return {}
  const content: Json =
    body === 'file'
      ? { '*/*': { schema: {} } }
      : { 'application/json': { schema: toJson(body, schemas) } }
  return { 200: { description: summary, content } }
}

/**
 * `json-flat` is named where it does not change the body. Other types than JSON are named here alone: generated clients
 * would otherwise take every body for an object or a text.
 */
function formatParameter(endpoint: Endpoint): readonly Described[] {
  const { body } = endpoint
  if (body === 'refused' || body === 'file') return []
  const formats = formatsOf(endpoint).filter((one) => one !== 'json-flat' || !isPaged(body))
  const lines = endpoint.hasNdjson ? '; `ndjson` sends all items, a line each' : ''
  return [
    {
      name: 'format',
      description: `Rendering of the answer, repeated in its links${lines}.`,
      schema: { type: 'string', enum: formats },
    },
  ]
}

/** All that is read can be read at any commit; comparisons name two themselves. */
function refParameter({ body, isComparison }: Endpoint): readonly Described[] {
  if (isComparison || body === 'refused') return []
  const description =
    'Branch, tag or commit that is shown instead of the served one; links repeat it.'
  return [{ name: 'ref', description, schema: STRING }]
}

function isPaged(body: Endpoint['body']): boolean {
  return typeof body === 'object' && 'name' in body && 'results' in body.properties
}

/** As generators of Weblate's own schema name them: `projects_list`, `projects_components_list`, `units_retrieve`. */
function operationId(path: string, { body }: Endpoint): string {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith(':'))
  const subject = words.length === 0 ? 'root' : words.join('_').replaceAll('-', '_')
  return `${subject}_${isList(path, body) ? 'list' : 'retrieve'}`
}

/** Refused lists are told from refused items by their address alone. */
function isList(path: string, body: Endpoint['body']): boolean {
  if (typeof body !== 'object') return /^\/[\w-]+$/.test(path) && body === 'refused'
  return isPaged(body) || ('type' in body && body.type === 'array')
}

/** `/projects/:project` -> `/api/projects/{project}/`. */
function addressOf(path: string): string {
  return `/api${path.replace(/\/$/, '')}/`.replace(/:(\w+)/g, '{$1}')
}
