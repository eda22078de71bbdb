import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import type { OpenApi } from '../../src/api/schema/openapi.ts'
import type { App } from '../../src/app.ts'

/** Checks bodies against an OpenAPI document, where an object may have no key that the document does not name. */
export class ResponseSchema {
  readonly #document: OpenApi
  readonly #ajv = new Ajv2020({ allowUnionTypes: true })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: OpenApi) {
    this.#document = document
    this.#ajv.addVocabulary(['components'])
    this.#ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)))
    this.#ajv.addFormat('uri', (text) => URL.canParse(text))
    this.#ajv.addFormat('int64', { type: 'number', validate: Number.isInteger })
  }

  /** What is wrong with the body of a status at an address of the document (`/api/units/{id}/`); undefined for nothing. */
  problem(
    address: string,
    { status, body }: { status: number; body: unknown },
  ): string | undefined {
    const validate = this.#validator(address, status)
    if (validate === undefined) return `${status} is not in the schema`
    return validate(body)
      ? undefined
      : this.#ajv.errorsText(validate.errors, { separator: '\n', dataVar: address.slice(0, -1) })
  }

  /** What is wrong with the body of an error, also of one that is not described: writes are always refused. */
  errorProblem(body: unknown): string | undefined {
    return this.problem('', { status: 0, body })
  }

  #validator(address: string, status: number): ValidateFunction | undefined {
    const key = `${status} ${address}`
    const cached = this.#validators.get(key)
    const schema = this.#schemaOf(address, status)
    if (cached !== undefined || schema === undefined) return cached
    const components = closed(this.#document.components)
    const made = this.#ajv.compile({ ...(closed(schema) as object), components })
    this.#validators.set(key, made)
    return made
  }

  #schemaOf(address: string, status: number): unknown {
    // Addresses that are always refused are not described.
    if (this.#document.paths[address] === undefined) return { $ref: '#/components/schemas/Error' }
    return this.#contentOf(address, status)?.['application/json']?.schema
  }

  #contentOf(address: string, status: number): Content | undefined {
    const { paths, components } = this.#document
    const responses: Readonly<Record<number, unknown>> = paths[address]?.get.responses ?? {}
    const named = responses[status] as DocumentedResponse | { $ref: string } | undefined
    // All references to responses are of this form.
    const isNamed = named !== undefined && '$ref' in named
    const response = isNamed ? components.responses[named.$ref.split('/')[3] ?? ''] : named
    return (response as DocumentedResponse | undefined)?.content
  }

  /** Whether the document names this media type for a response. */
  hasType(address: string, status: number, type: string | null): boolean {
    const content = this.#contentOf(address, status)
    return content === undefined || (type ?? '').replace(/;.*/, '') in content
  }
}

type Content = Readonly<Record<string, { readonly schema: unknown }>>

interface DocumentedResponse {
  readonly content: Content
}

/** Programs made from the document hold an integer in 32 bits where it does not say 64. */
const MAX_INTEGER = 2 ** 31 - 1

/** The same schema, where objects with known keys have no others, and integers fit what they say. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (schema === null || typeof schema !== 'object') return schema
  const members = Object.entries(schema).map(([key, value]) => [key, closed(value)])
  const isObject = 'properties' in schema && 'required' in schema
  const isShort =
    'type' in schema && [schema.type].flat().includes('integer') && !('format' in schema)
  return Object.fromEntries([
    ...(isShort ? [['maximum', MAX_INTEGER]] : []),
    ...members,
    ...(isObject ? [['additionalProperties', false]] : []),
  ])
}

/** `/units/:id` -> `/api/units/{id}/`. */
export function addressOf(path: string): string {
  return `/api${path}/`.replace(/\/+$/, '/').replace(/:(\w+)/g, '{$1}')
}

/** What is wrong with the answers of an endpoint at some addresses; of files only the media type. */
export async function problems(
  {
    app,
    schema,
    path,
    endpoint,
  }: { app: App; schema: ResponseSchema; path: string; endpoint: Endpoint },
  addresses: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  for (const address of addresses) {
    const response = await app.request(`${address}?${requiredQuery(path)}`)
    const { status } = response
    const type = response.headers.get('Content-Type')
    if (!schema.hasType(addressOf(path), status, type)) problems.push(`${address}: ${type}`)
    if (endpoint.isFile && status === 200) continue
    const problem = schema.problem(addressOf(path), { status, body: await response.json() })
    if (problem !== undefined) problems.push(`${address}: ${problem}`)
  }
  return problems
}

/** The parameters that an endpoint insists on, with values that find something in the demo. */
export function requiredQuery(path: string): string {
  const values: Readonly<Record<string, string>> = {
    base: 'v1.0.0',
  }
  const required = ENDPOINTS[path]?.query.filter(({ isRequired }) => isRequired) ?? []
  return required.map(({ name }) => `${name}=${values[name]}`).join('&')
}
