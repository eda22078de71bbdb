import { createHash } from 'node:crypto'
import { stringify } from 'yaml'
import type { Catalog } from '../../catalog/catalog.ts'
import { acceptedTypes } from '../../http/accept.ts'
import { notAcceptable, notFound } from '../../http/http-error.ts'
import { type ApiRequest, type Endpoints, type Files, file } from '../endpoint.ts'
import { encodeJson } from '../rendering/json.ts'
import { renderDocs, STYLE } from '../schema/docs.tsx'
import { createOpenApi } from '../schema/openapi.ts'
import { parameter, readFileFormat } from '../schema/parameters.ts'
import { fromKeys, oneOf, recordOf, STRING } from '../schema/schema.ts'

/** Defines the OpenAPI document of all endpoints as JSON, YAML and an HTML page without scripts. */
export function schemaEndpoints(endpointsOf: () => Endpoints): Endpoints {
  const documentOf = ({ links, siteTitle }: ApiRequest) =>
    createOpenApi(endpointsOf(), { title: siteTitle, server: links.base })
  return {
    // Throws 404 for another `format=`, 406 for another `Accept`.
    '/schema': file({
      summary: 'This documentation as OpenAPI, in JSON or YAML.',
      query: [
        parameter('format', 'Format of the document; overrides `Accept`.', oneOf('json', 'yaml')),
      ],
      mediaTypes: documentTypes(),
      about: () => [],
      get(request) {
        const { type, extension } = chosenType(request)
        const document = documentOf(request)
        const text =
          extension === 'json' ? encodeJson(document, 2) : stringify(document, PLAIN_YAML)
        return {
          body: Buffer.from(text),
          headers: {
            'Content-Type': type,
            'Content-Disposition': `inline; filename="gitglot.${extension}"`,
          },
        }
      },
    }),
    '/docs': file({
      summary: 'This documentation as a page.',
      mediaTypes: { 'text/html': STRING },
      about: () => [],
      get(request) {
        const { catalog } = request
        const body = docs.get(catalog) ?? Buffer.from(renderDocs(documentOf(request)))
        docs.set(catalog, body)
        return {
          body,
          headers: { ...pageHeaders(STYLE), 'Content-Type': 'text/html; charset=utf-8' },
        }
      },
    }),
  }
}

/** Caches the page, which is the same for every request and takes tens of milliseconds to render. */
const docs = new WeakMap<Catalog, Buffer>()

/** Avoids aliases, because many parsers limit their number. */
const PLAIN_YAML = { aliasDuplicateObjects: false }

interface DocumentType {
  readonly type: string
  readonly extension: 'json' | 'yaml'
}

const JSON_TYPE: DocumentType = { type: 'application/vnd.oai.openapi+json', extension: 'json' }
const YAML_TYPE: DocumentType = {
  type: 'application/vnd.oai.openapi; charset=utf-8',
  extension: 'yaml',
}
const ACCEPTED: ReadonlyMap<string, DocumentType> = new Map([
  ['application/vnd.oai.openapi+json', JSON_TYPE],
  ['application/json', { type: 'application/json', extension: 'json' }],
  ['application/vnd.oai.openapi', YAML_TYPE],
  ['application/yaml', { type: 'application/yaml; charset=utf-8', extension: 'yaml' }],
  ['application/*', JSON_TYPE],
  ['text/html', JSON_TYPE],
  ['*/*', JSON_TYPE],
])

function documentTypes(): Files['mediaTypes'] {
  const names = [...ACCEPTED.values()].map(({ type }) => type.replace(/;.*/, ''))
  return fromKeys(names, () => recordOf())
}

function chosenType({ query, header }: ApiRequest): DocumentType {
  const accept = header('accept') ?? ''
  const format = readFileFormat(query)
  if (format === 'json') return JSON_TYPE
  if (format === 'yaml') return YAML_TYPE
  if (format !== '') throw notFound()
  if (accept.trim() === '') return JSON_TYPE
  for (const type of acceptedTypes(accept)) {
    const rendering = ACCEPTED.get(type)
    if (rendering !== undefined) return rendering
  }
  throw notAcceptable()
}

/**
 * Returns the headers of the HTML page, which loads nothing, runs no scripts, allows only this style and cannot be
 * framed.
 */
function pageHeaders(style: string): Readonly<Record<string, string>> {
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
}
