import { stringify } from 'yaml'
import type { Catalog } from '../../catalog/catalog.ts'
import { notAcceptable, notFound } from '../../http/http-error.ts'
import { type ApiRequest, type Endpoints, type Framable, file } from '../endpoint.ts'
import { encodeJson } from '../rendering/json.ts'
import { acceptedTypes } from '../rendering/negotiation.ts'
import { renderDocs } from '../schema/docs.tsx'
import { createOpenApi } from '../schema/openapi.ts'
import { parameter, readFileFormat } from '../schema/parameters.ts'
import { fromKeys, oneOf, recordOf, STRING } from '../schema/schema.ts'

/** Defines the OpenAPI document of all endpoints as JSON, YAML and a page. */
export function schemaEndpoints(endpointsOf: () => Endpoints): Endpoints {
  const documentOf = ({ links, siteTitle, weblate }: ApiRequest) =>
    createOpenApi(endpointsOf(), { title: siteTitle, server: links.base, weblate })
  return {
    // Throws 404 for another `format=`, 406 for another `Accept`.
    '/schema': file({
      summary: 'This documentation as OpenAPI, in JSON or YAML.',
      query: [
        parameter('format', 'Format of the document; overrides `Accept`.', oneOf('json', 'yaml')),
      ],
      mediaTypes: fromKeys(DOCUMENT_TYPES, () => recordOf()),
      about: () => [],
      get(request) {
        const type = chosenType(request)
        const extension = type.includes('json') ? 'json' : 'yaml'
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
        const content = docs.get(catalog) ?? renderDocs(documentOf(request))
        docs.set(catalog, content)
        return request.frame(request, content)
      },
    }),
  }
}

/** Caches what is the same for every request, and takes tens of milliseconds to render. */
const docs = new WeakMap<Catalog, Framable>()

/** Avoids aliases, because many parsers limit their number. */
const PLAIN_YAML = { aliasDuplicateObjects: false }

const JSON_TYPE = 'application/vnd.oai.openapi+json'
const YAML_TYPE = 'application/vnd.oai.openapi; charset=utf-8'
/** The content types of the document by those that clients accept. */
const ACCEPTED: ReadonlyMap<string, string> = new Map([
  [JSON_TYPE, JSON_TYPE],
  ['application/json', 'application/json'],
  ['application/vnd.oai.openapi', YAML_TYPE],
  ['application/yaml', 'application/yaml; charset=utf-8'],
  ['application/*', JSON_TYPE],
  ['text/html', JSON_TYPE],
  ['*/*', JSON_TYPE],
])
const DOCUMENT_TYPES = [...ACCEPTED.values()].map((type) => type.replace(/;.*/, ''))

function chosenType({ query, header }: ApiRequest): string {
  const accept = header('accept') ?? ''
  const format = readFileFormat(query)
  if (format === 'json') return JSON_TYPE
  if (format === 'yaml') return YAML_TYPE
  if (format !== '') throw notFound()
  if (accept.trim() === '') return JSON_TYPE
  for (const type of acceptedTypes(accept)) {
    const documentType = ACCEPTED.get(type)
    if (documentType !== undefined) return documentType
  }
  throw notAcceptable()
}
