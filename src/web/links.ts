import type { Component } from '../catalog/model.ts'
import { NOWHERE, type Place, pageOfPlace, pathOfPlace } from '../catalog/place.ts'
import type { RequestInfo } from '../http/request-info.ts'

/** Parameters of an address; undefined: without it. */
export type Query = Readonly<Record<string, string | number | undefined>>

/**
 * Makes the addresses in a page. They are relative to it, so they are right below any path; they keep the ref that the
 * page shows, unless the query names another one.
 */
export interface Links {
  /** The ref that the page shows; undefined: what is served now. */
  readonly ref: string | undefined
  /** What has this path below the server's address: `projects/P/`, `''` the start page. */
  to(path: string, query?: Query): string
  /** This page with other parameters. */
  here(query: Query): string
  /** The overview of a place. */
  place(place: Place): string
  /** What an area has of a place: `changes/P/C/`. */
  area(area: Area, place: Place, query?: Query): string
  /** The strings of a place that a query finds. */
  strings(place: Place, q: string): string
  /** With scheme and host, for those who read it elsewhere. */
  absolute(path: string): string
}

/** First words of addresses that a place may follow. */
export type Area =
  | 'translate'
  | 'search'
  | 'checks'
  | 'changes'
  | 'outdated'
  | 'compare'
  | 'engage'
  | 'widgets'
  | 'commits'
  | 'download'

/** Links of the page that a request asks for. */
export function createLinks({ path, query: pageQuery, ref, origin }: RequestInfo): Links {
  // Each slash after the first one is a folder that the page is in.
  const up = '../'.repeat(path.split('/').length - 2)
  const to = (target: string, query: Query = {}) =>
    `${up}${target}`.replace(/^(?=[^.]|$)/, './') + queryText({ ref, ...query })
  const area = (area: Area, place: Place, query?: Query) =>
    to(`${area}/${pathOfPlace(place)}`, query)
  return {
    ref,
    to,
    here: (query) =>
      `./${queryText({ ...Object.fromEntries(pageQuery), part: undefined, ...query })}`,
    place: (place) => to(pageOfPlace(place)),
    area,
    strings: (place, q) =>
      area(place.project && place.code !== undefined ? 'translate' : 'search', place, { q }),
    absolute: (path) => `${origin}/${path}`,
  }
}

function queryText(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** The place of a component, or of its translation into a language. */
export function componentPlace(component: Component, code?: string): Place {
  return { ...NOWHERE, project: component.project, component, code }
}
