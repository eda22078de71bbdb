import { findByName, HIT_KINDS, type Hit } from '../../view/find-by-name.ts'
import { type Endpoints, whole } from '../endpoint.ts'
import type { Links } from '../links.ts'
import { parameter } from '../schema/parameters.ts'
import * as s from '../schema/schema.ts'

/** `url` is the path of the page, including the base path of the server. */
const SEARCH_HIT = s.shown(
  'SearchHit',
  'An object whose name or code contains the text.',
  (hit: Hit, { base }: Links) => ({ ...hit, base }),
  {
    url: [
      s.described(s.STRING, 'Path of the page about the object.'),
      ({ base, url }) => `${base}${url}`.replace(/^\w+:\/\/[^/]+/, ''),
    ],
    name: s.STRING,
    category: [s.oneOf(...HIT_KINDS), ({ kind }) => kind],
  },
)

export const searchEndpoints: Endpoints = {
  // Returns at most five hits of each kind, ordered by name.
  '/search': whole(s.arrayOf(SEARCH_HIT), {
    summary: 'Projects, categories, components, users and languages by name.',
    query: [parameter('q', 'Part of a name or code.')],
    async get({ catalog, view, query, links }) {
      const text = query.get('q') ?? ''
      if (text === '') return { json: [] }
      const { directory } = await catalog.people(view)
      const hits = findByName(view, directory, text)
      return { json: hits.map((hit) => SEARCH_HIT.json(hit, links)) }
    },
  }),
}
