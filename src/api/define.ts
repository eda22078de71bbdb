import {
  type ApiRequest,
  type Endpoint,
  type FileResult,
  type Files,
  type JsonResult,
  READ,
} from './endpoint.ts'
import { type Listing, PAGES, type PageLimits, paginate } from './pagination.ts'
import { pageParameters } from './schema/parameters.ts'
import { type JsonOf, page, type Resource, type Schema } from './schema/schema.ts'

/** An endpoint before defaults are filled in; it can be read only, unless `allow` says otherwise. */
interface Definition<T> extends Partial<Omit<Endpoint, 'body' | 'get'>> {
  readonly summary: string
  readonly get: (request: ApiRequest) => T | Promise<T>
}

/** Defines an endpoint that returns everything in one response: an object, or a bare array. */
export function whole<S extends Schema>(
  body: S,
  definition: Definition<JsonResult<JsonOf<S>>>,
): Endpoint {
  return { allow: READ, query: [], ...definition, body }
}

/** Defines an endpoint that returns one page of a list, or every item as a line of NDJSON if the client asks for it. */
export function paged<R extends Resource>(
  item: R,
  definition: Definition<Listing<JsonOf<R>>> & { readonly limits?: PageLimits },
): Endpoint {
  const { limits = PAGES, query: ownQuery = [], get, ...others } = definition
  return {
    allow: READ,
    ...others,
    body: page(item),
    query: [...ownQuery, ...pageParameters(limits)],
    async get(request) {
      const items = await get(request)
      const { address, query, wantsLines } = request
      return wantsLines ? { items } : { json: paginate(items, { address, query, limits }) }
    },
  }
}

/** Defines an endpoint that returns the bytes of a file, or several files as a zip. */
export function file({ mediaTypes, ...definition }: Definition<FileResult> & Files): Endpoint {
  return { allow: READ, query: [], ...definition, isFile: true, body: { mediaTypes } }
}
