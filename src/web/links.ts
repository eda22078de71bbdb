import { NOWHERE, type Place, pageOfPlace, pathOfPlace } from '../catalog/place.ts'
import type { RequestInfo } from '../http/request-info.ts'
import type { Component, Translation } from '../model/model.ts'
import { checksumText } from '../model/unit.ts'

/** Query parameters; undefined removes a parameter. */
export type Query = Readonly<Record<string, string | number | undefined>>

/** The links of a page, see `createLinks`. */
export type Links = ReturnType<typeof createLinks>

/** First segments of paths that a place may follow. */
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

/** Creates a page's links: relative, to work below any path, and with its ref unless the query names another. */
export function createLinks({ path, query: pageQuery, ref, origin }: RequestInfo) {
  // Each slash after the first means one more `../`.
  const up = '../'.repeat(path.split('/').length - 2)
  /** Links to a path below the server's base URL: `projects/P/`; `''` for the start page. */
  const to = (target: string, query: Query = {}) =>
    `${up}${target}`.replace(/^(?=[^.]|$)/, './') + queryText({ ref, ...query })
  /** Returns the language of a place in a category, which no path has. */
  const languageIn = ({ category, code }: Place) => (category === undefined ? undefined : code)
  /** Links to an area of a place: `changes/P/C/`. */
  const area = (area: Area, place: Place, query: Query = {}) =>
    to(`${area}/${pathOfPlace(place)}`, {
      ...query,
      language: query['language'] ?? languageIn(place),
    })
  return {
    /** The ref that the page shows; undefined for the served commit. */
    ref,
    to,
    area,
    /** Links to this page with other parameters. */
    here: (query: Query) =>
      `./${queryText({ ...Object.fromEntries(pageQuery), part: undefined, ...query })}`,
    /** Links to the overview of a place; for a language in a category, which has none, to its strings. */
    place: (place: Place) =>
      languageIn(place) === undefined ? to(pageOfPlace(place)) : area('search', place),
    /** Links to the strings of a place that match a query, with the sources. */
    strings: (place: Place, q: string) =>
      place.code === undefined
        ? area('search', place, { q, language: '*' })
        : area(place.project && !place.category ? 'translate' : 'search', place, { q }),
    /** Links to the strings of a place that fail a check. */
    check: (id: string, place: Place, query?: Query) =>
      to(`checks/${id}/${pathOfPlace(place)}`, query),
    /** Links to a string in the list of its translation. */
    unit: ({ component, language, units }: Translation, row: number, query?: Query) =>
      area('translate', componentPlace(component, language.code), {
        checksum: checksumText(units(), row),
        ...query,
      }),
    /** Returns an absolute URL, for use outside the page. */
    absolute: (path: string) => `${origin}/${path}`,
    /** Returns the absolute URL of a picture of a place at the page's ref. */
    picture: (place: Place, file: string) =>
      `${origin}/${pictureOf(place, file)}${queryText({ ref })}`,
  }
}

/** Returns the path of a picture of a place, below the server's base URL. */
export function pictureOf(place: Place, file: string): string {
  return `widget/${pathOfPlace(place) || '-/-/-/'}${file}`
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
