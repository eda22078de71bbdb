import type { Child } from 'hono/jsx'
import type { Component, View } from '../catalog/model.ts'
import { componentsAt, kindOfPlace, type Place, type PlaceKind } from '../catalog/place.ts'
import { type Need, readinessOf } from '../catalog/readiness.ts'
import { notFound } from '../http/http-error.ts'
import type { ViewRequest } from '../http/views.ts'
import type { Later, LaterWork } from './later.ts'
import type { Links } from './links.ts'

/** A page: what it is about, and what it shows. */
export interface Page {
  /** What must be known before it can be shown; undefined: it says itself what is not known yet. */
  readonly needs?: Need
  /** Whether it says itself that nothing can be read. */
  readonly showsUnknown?: true
  /** Whether it compares two refs, `base` and `head`. */
  readonly isComparison?: true
  /** By default the components of its place. */
  readonly about?: (view: View, place: Place) => readonly Component[]
  readonly show: (request: PageRequest) => PageContent | Promise<PageContent>
}

/** A request as pages see it: `path` ends with a slash. */
export interface PageRequest extends ViewRequest {
  /** What the address names after its first word. */
  readonly place: Place
  readonly param: (name: string) => string
  readonly links: Links
  readonly siteTitle: string
  /** Whether the demo is served. */
  readonly isDemo: boolean
  /** A value of `view` that takes long, see `FindLater`. The page is not cached while it is awaited. */
  readonly later: <T>(
    key: string,
    work: LaterWork<T>,
    maxWaitMs?: number | undefined,
  ) => Promise<Later<T>>
  /** Marks an element of the page that is awaited: the script asks for it by its id until it is there. */
  readonly part: (
    id: string,
    isAwaited: boolean,
    element: (attributes: PartAttributes) => Child,
  ) => Child
}

/** What names an element that may come later. */
export interface PartAttributes {
  readonly id: string
  readonly 'data-later'?: 'true' | undefined
}

/** What a page shows; the layout puts head and colophon around it. */
export interface PageContent {
  /** Heading, and name of the window. */
  readonly title: string
  /** Below the heading. */
  readonly lead?: Child
  /** One sentence for search engines and previews. */
  readonly description?: string | undefined
  /** Where the page is, below the start page; by default its place. The last one is the page itself. */
  readonly crumbs?: readonly Crumb[]
  /** Whether the heading stands above the tabs of the place (default: yes). */
  readonly hasTabs?: boolean
  /** Addresses below `/api/` with the same facts. */
  readonly facts?: readonly string[]
  readonly main: Child
  /** Whether the same view may give another page later: then it is not cached. */
  readonly isTransient?: boolean
  /** Whether it is whole, and another one the next time: nobody keeps it without asking. */
  readonly isLive?: boolean
  /** Whether search engines pass it over, as they do pages with `ref` or `q`. */
  readonly isUnlisted?: boolean
}

/** A step of the way from the start page; the last one needs no address. */
export interface Crumb {
  readonly name: string
  readonly address?: string
}

/** The pages of one area by what their place names. */
export function byPlace(pages: Partial<Record<PlaceKind, Page['show']>>): Page {
  return {
    show(request) {
      const show = pages[kindOfPlace(request.place)]
      if (show === undefined) throw notFound()
      return show(request)
    },
  }
}

/** A value that the histories of a page's place give: it is awaited while one of them is. */
export async function laterOfHistory<T>(
  { view, place, later }: PageRequest,
  ...laterArguments: [key: string, work: LaterWork<T>, maxWaitMs?: number | undefined]
): Promise<Later<T>> {
  const components = componentsAt(view, place)
  return components.some((component) => readinessOf(component, 'history') === 'awaited')
    ? { value: undefined, isAwaited: true }
    : later(...laterArguments)
}

/** What the layout needs of a request; an error page has no more. */
export type Framed = Pick<
  PageRequest,
  'view' | 'ref' | 'place' | 'path' | 'query' | 'links' | 'siteTitle'
>
