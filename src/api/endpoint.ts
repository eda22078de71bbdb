import type { Child } from 'hono/jsx'
import { decode } from '../address.ts'
import { refuseUnreadableFiles } from '../http/refuse-unknown.ts'
import type { Content } from '../http/serve-page.ts'
import type { ViewRequest } from '../http/views.ts'
import { knownLanguage } from '../languages/language.ts'
import type { Component, Project, Translation } from '../model/model.ts'
import type { Need } from '../model/readiness.ts'
import { countedComponents } from '../view/counted-components.ts'
import { findComponent, findLanguage, findProject, findTranslation } from '../view/find.ts'
import { componentsOf } from '../view/view.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import type { Links } from './links.ts'
import { PAGES, type PageLimits, paginate } from './pagination.ts'
import type { Json, JsonList } from './rendering/json.ts'
import type { Offer } from './rendering/negotiation.ts'
import { type Body, encodeLines } from './rendering/render.ts'
import { type Parameter, pageParameters } from './schema/parameters.ts'
import { type JsonOf, type JsonSchema, page, type Resource, type Schema } from './schema/schema.ts'

/** JSON, to be rendered as the client wants, with its headers and whether it is transient. */
export interface JsonResult<T extends Json = Json> extends Body, Partial<Omit<Content, 'body'>> {
  readonly json: T
}

/** The `Allow` header of a read-only endpoint, as Weblate sends it. */
export const READ = 'GET, HEAD, OPTIONS'
/** The `Allow` header of a list to which items can be added. */
export const LIST = 'GET, POST, HEAD, OPTIONS'
/** The `Allow` header of an item that can be changed. */
export const ITEM = 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'

/** The schema of a file's bytes for each media type that the file may have. */
export interface Files {
  readonly mediaTypes: Readonly<Record<string, JsonSchema>>
}

/** Endpoints by their path below `/api`, without the trailing slash. */
export type Endpoints = Readonly<Record<string, Endpoint>>

/** An endpoint. The API, its OpenAPI document and its documentation are all built from it. */
export interface Endpoint extends Offer {
  readonly summary: string
  /** The `Allow` header of a writable server. */
  readonly allow: string
  /** The endpoint's own query parameters; `format` and `ref` are added. */
  readonly query: readonly Parameter[]
  /** The body of status 200. `refused` if the endpoint only returns errors; the OpenAPI document leaves it out. */
  readonly body: Schema | Files | 'refused'
  /** Whether the endpoint is an addition that Weblate does not have. */
  readonly isOwn?: true
  /** Whether the endpoint returns a file. `format=` then names a conversion instead of a rendering. */
  readonly isFile?: true
  /** Whether the endpoint compares two refs, `base` and `head`. */
  readonly isComparison?: true
  /** Whether the endpoint shows the state of repositories. POST then fetches from their remotes. */
  readonly isRepository?: true
  /** Whether the endpoint requires a signed-in user. This server has no users, so it always refuses. */
  readonly needsUser?: true
  /** What must have been read of `about` before the endpoint can answer, see `ServeKnown` (default: nothing). */
  readonly needs?: Need | ((query: URLSearchParams) => Need)
  /** The components that the answer depends on (default: those that the address names, otherwise all). */
  readonly about?: (request: AddressedRequest) => readonly Component[]
  /** Whether an answer may take long to compute and therefore runs as a job. */
  readonly needsJob?: (query: URLSearchParams) => boolean
  readonly get: (request: ApiRequest) => JsonResult | Content | Promise<JsonResult | Content>
}

/** What a page shows between its header and its footer. */
export interface Framable {
  readonly title: string
  /** The only breadcrumb after the start page. */
  readonly crumb: string
  /** The paragraph below the title. */
  readonly lead: Child
  readonly main: Child
}

/** A request as a route receives it. */
export interface ApiRequest extends ViewRequest {
  readonly links: Links
  readonly siteTitle: string
  /** Shows content between the header and the footer of a page. */
  readonly frame: (request: ViewRequest, content: Framable) => Promise<Content>
  /** The version of Weblate that responses imitate. */
  readonly weblate: WeblateVersion
  /** Whether the client wants all items as NDJSON instead of a page. */
  readonly wantsLines: boolean
  /** The absolute URL of the list, without a query. */
  readonly address: string
  readonly param: (name: 'project' | 'component' | 'language' | 'id' | 'name') => string
}

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
  definition: Definition<JsonList<JsonOf<R>>> & { readonly limits?: PageLimits },
): Endpoint {
  const { limits = PAGES, query: ownQuery = [], get, ...others } = definition
  return {
    allow: READ,
    ...others,
    body: page(item),
    query: [...ownQuery, ...pageParameters(limits)],
    async get(request) {
      const items = await get(request)
      if (!request.wantsLines) return { json: paginate(items, request, limits) }
      const headers = { 'Content-Type': 'application/x-ndjson' }
      return { body: () => encodeLines(items), headers }
    },
  }
}

/** Defines an endpoint that returns the bytes of a file, or several files as a zip. */
export function file({ mediaTypes, ...definition }: Definition<Content> & Files): Endpoint {
  return { allow: READ, query: [], ...definition, isFile: true, body: { mediaTypes } }
}

/** The part of a request that identifies its project, component or translation. */
export type AddressedRequest = Pick<ApiRequest, 'view' | 'param'>

/** Returns the project that the address names. */
export function projectOf({ view, param }: AddressedRequest): Project {
  return findProject(view, param('project'))
}

/** Returns the component of the address. Slashes after categories are encoded twice: the router decodes once. */
export function componentOf(request: AddressedRequest): Component {
  return findComponent(projectOf(request), decode(request.param('component')))
}

/** Returns the project and language of the address, even without translations. Throws NotFoundError. */
export function projectLanguageOf({ view, param }: AddressedRequest): {
  project: Project
  code: string
} {
  const project = projectOf({ view, param })
  const code = param('language')
  if (knownLanguage(code) === undefined) findLanguage({ projects: [project] }, code)
  return { project, code }
}

/** Returns the translation that the address names. */
export function translationOf(request: ApiRequest): Translation {
  return findTranslation(componentOf(request), request.param('language'))
}

/** Returns the translation of the address, for answers about its file. Throws 503 if that is unreadable. */
export function readTranslationOf(request: ApiRequest): Translation {
  const translation = translationOf(request)
  refuseUnreadableFiles([translation])
  return translation
}

/** Returns the components that an answer depends on, by default those of the address. Throws NotFoundError. */
export function requestedComponents(
  { about }: Endpoint,
  request: AddressedRequest,
): readonly Component[] {
  if (about !== undefined) return about(request)
  if (request.param('component') !== '') return [componentOf(request)]
  if (request.param('project') !== '') return countedComponents(projectOf(request))
  return componentsOf(request.view)
}
