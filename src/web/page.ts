import type { Child } from 'hono/jsx'
import { componentsAt, type Place } from '../catalog/place.ts'
import type { ViewRequest } from '../http/views.ts'
import type { Job } from '../jobs.ts'
import type { Component, View } from '../model/model.ts'
import { type Need, readinessOf } from '../model/readiness.ts'
import type { Links } from './links.ts'

/** A page: its subject and its content. */
export interface Page {
  /** What must have been read before the page can be shown (default: nothing; the page then says what is missing). */
  readonly needs?: Need
  /** Whether the page itself says that nothing can be read. */
  readonly showsUnknown?: true
  /** Whether the page reads other commits. It then gets 503 with the progress if that takes too long. */
  readonly needsJob?: true
  /** Returns the components that the page depends on (default: those of its place). */
  readonly about?: (view: View, place: Place) => readonly Component[]
  readonly show: (request: PageRequest) => PageContent | Promise<PageContent>
}

/** A request as a page receives it; `path` ends with a slash. */
export interface PageRequest extends ViewRequest {
  /** The place that the address names after its first segment. */
  readonly place: Place
  readonly param: (name: string) => string
  readonly links: Links
  readonly siteTitle: string
  /** Whether the demo is served. */
  readonly isDemo: boolean
  /** Finds a slow value of `view`, see `LaterValues`. The page is not cached while the value is awaited. */
  readonly later: <T>(key: string, work: LaterWork<T>, maxWaitMs?: number) => Promise<Later<T>>
  /** Marks an awaited element of the page. The script requests it by its id until it is complete. */
  readonly part: (
    id: string,
    isAwaited: boolean,
    element: (attributes: PartAttributes) => Child,
  ) => Child
}

/** The known part of a value that takes long to compute. */
export interface Later<T> {
  /** The value; undefined until a part is known, or if it cannot be computed. */
  readonly value: T | undefined
  /** Whether the value is still being computed. */
  readonly isAwaited: boolean
}

/** Computes a value. `publish` announces a partial value. */
export type LaterWork<T> = (job: Job, publish: (part: T) => void) => Promise<T>

/** The attributes of an element that may arrive later. */
export interface PartAttributes {
  readonly id: string
  readonly 'data-later'?: 'true' | undefined
}

/** The content of a page; the layout adds header and footer. */
export interface PageContent {
  /** The heading, also used in the title of the window. */
  readonly title: string
  /** The paragraph below the heading. */
  readonly lead?: Child
  /** One sentence for search engines and previews. */
  readonly description?: string | undefined
  /** The only breadcrumb after the start page (default: the breadcrumbs of the place). */
  readonly crumb?: string
  /** Whether the heading is above the tabs of the place (default: yes). */
  readonly hasTabs?: boolean
  /** Paths below `/api/` with the same data. */
  readonly facts?: readonly string[]
  readonly main: Child
  /** Whether the same view may render differently later. Such a page is not cached. */
  readonly isTransient?: boolean
  /** Whether the page is complete but changes with each request. Clients must revalidate it. */
  readonly isLive?: boolean
  /** Whether search engines must not index the page, as is the case with `ref` or `q`. */
  readonly isUnlisted?: boolean
}

/** Computes a value from the histories of a page's place. It stays awaited until all of them have been read. */
export async function laterOfHistory<T>(
  { view, place, later }: PageRequest,
  ...laterArguments: [key: string, work: LaterWork<T>, maxWaitMs?: number | undefined]
): Promise<Later<T>> {
  return isHistoryAwaited({ view, place })
    ? { value: undefined, isAwaited: true }
    : later(...laterArguments)
}

/** Returns whether a history of a page's place is still to be read. */
export function isHistoryAwaited({ view, place }: Pick<PageRequest, 'view' | 'place'>): boolean {
  return componentsAt(view, place).some(
    (component) => readinessOf(component, 'history') === 'awaited',
  )
}

/** The part of a request that the layout needs; all that an error page has. */
export type Framed = Pick<
  PageRequest,
  'view' | 'ref' | 'place' | 'path' | 'query' | 'links' | 'siteTitle'
>
