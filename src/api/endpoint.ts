import { decode } from '../address.ts'
import { findComponent, findLanguage, findProject, findTranslation } from '../catalog/find.ts'
import type { Component, Project, Translation } from '../catalog/model.ts'
import type { Need } from '../catalog/readiness.ts'
import { countedComponents } from '../catalog/view/share.ts'
import { componentsOf } from '../catalog/view/view.ts'
import { refuseUnreadableFiles } from '../http/until-known.ts'
import type { ViewRequest } from '../http/views.ts'
import type { Job } from '../jobs.ts'
import { knownLanguage } from '../languages/language.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import type { Links } from './links.ts'
import type { Listing } from './pagination.ts'
import type { Json, JsonList } from './rendering/json.ts'
import type { Offer } from './rendering/negotiation.ts'
import type { Gauge } from './rendering/open-metrics.ts'
import type { Parameter } from './schema/parameters.ts'
import type { JsonSchema, Schema } from './schema/schema.ts'

/** The answer of a route: JSON, the bytes of a file, or the items of a list for a client that wants lines. */
export type RouteResult = JsonResult | FileResult | { readonly items: Listing }

export interface JsonResult<T extends Json = Json> {
  readonly json: T
  /** The rows of CSV, where they are other than those of `json`. */
  readonly rows?: JsonList
  /** The numbers of OpenMetrics. */
  readonly gauges?: readonly Gauge[]
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the same view may give another answer later, as history is read or refs move: then it is not cached. */
  readonly isTransient?: boolean
}

export interface FileResult {
  /** Or its chunks, made as the client takes them. */
  readonly bytes: Uint8Array | (() => AsyncGenerator<Uint8Array>)
  readonly headers: Readonly<Record<string, string>>
}

/** The methods of an endpoint on a writable server, as Weblate lists them: for one that is only read. */
export const READ = 'GET, HEAD, OPTIONS'
/** The methods of a list that takes new items. */
export const LIST = 'GET, POST, HEAD, OPTIONS'
/** The methods of an item that can be changed. */
export const ITEM = 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'

/** The bytes of a file, by the media types that it may have. */
export interface Files {
  readonly mediaTypes: Readonly<Record<string, JsonSchema>>
}

/** Endpoints by their address below `/api`, without its trailing slash. */
export type Endpoints = Readonly<Record<string, Endpoint>>

/** An endpoint, from which the API, its OpenAPI document and its documentation are made. */
export interface Endpoint extends Offer {
  /** Its name in answers to OPTIONS. */
  readonly name: string
  /** One sentence for the documentation. */
  readonly summary: string
  /** Its methods on a writable server. */
  readonly allow: string
  /** Its own parameters; `format` and `ref` are added. */
  readonly query: readonly Parameter[]
  /** The body of 200; `refused` where the answer is always an error, which no document describes. */
  readonly body: Schema | Files | 'refused'
  /** Whether Weblate has no such address. */
  readonly isOwn?: true
  /** Whether it answers a file: then `format=` names a conversion, no rendering. */
  readonly isFile?: true
  /** Whether it compares two refs, `base` and `head`. */
  readonly isComparison?: true
  /** Whether it is the state of repositories: then POST looks at them. */
  readonly isRepository?: true
  /** Whether only users may see it: this server has none. */
  readonly needsUser?: true
  /** What must be known of what it is about: it waits for that, see `untilKnown`. Undefined: nothing. */
  readonly needs?: Need | ((query: URLSearchParams) => Need)
  /** What it is about; by default what its address names, else everything. */
  readonly about?: (request: AddressedRequest) => readonly Component[]
  /** Whether an answer may take long to work out, and so a job. */
  readonly needsJob?: (query: URLSearchParams) => boolean
  /** The answer to GET. */
  readonly get: (request: ApiRequest) => RouteResult | Promise<RouteResult>
}

/** A request as routes see it. */
export interface ApiRequest extends ViewRequest {
  /** Says how far the answer is, while the client waits for a job. */
  readonly progress: Job['progress']
  /** Begins what later answers about the same view need; nobody waits for it. */
  readonly prepare: (key: string, work: (job: Job) => Promise<void>) => void
  readonly links: Links
  readonly siteTitle: string
  /** The version of Weblate whose answers are given. */
  readonly weblate: WeblateVersion
  /** Whether the client wants all items of a list, one a line, instead of a page. */
  readonly wantsLines: boolean
  /** The list's own address, absolute, without a query. */
  readonly address: string
  readonly param: (name: 'project' | 'component' | 'language' | 'id' | 'name') => string
}

/** The part of a request that names what it is about. */
export type AddressedRequest = Pick<ApiRequest, 'view' | 'param'>

/** The project of the address. */
export function projectOf({ view, param }: AddressedRequest): Project {
  return findProject(view, param('project'))
}

/** The component of the address, whose categories stand before its slug, encoded twice: the router decodes once. */
export function componentOf(request: AddressedRequest): Component {
  return findComponent(projectOf(request), decode(request.param('component')))
}

/** The project and the language of the address, which any project may come to have. Throws NotFoundError. */
export function projectLanguageOf({ view, param }: AddressedRequest): {
  project: Project
  code: string
} {
  const project = projectOf({ view, param })
  const code = param('language')
  if (knownLanguage(code) === undefined) findLanguage({ projects: [project] }, code)
  return { project, code }
}

/** The translation of the address. */
export function translationOf(request: ApiRequest): Translation {
  return findTranslation(componentOf(request), request.param('language'))
}

/** The translation of the address, for answers about what its file holds. Throws 503 where that cannot be read. */
export function readTranslationOf(request: ApiRequest): Translation {
  const translation = translationOf(request)
  refuseUnreadableFiles([translation])
  return translation
}

/** The components that an answer is about: by default those of the address. Throws NotFoundError. */
export function requestedComponents(
  { about }: Endpoint,
  request: AddressedRequest,
): readonly Component[] {
  if (about !== undefined) return about(request)
  if (request.param('component') !== '') return [componentOf(request)]
  if (request.param('project') !== '') return countedComponents(projectOf(request))
  return componentsOf(request.view)
}
