import { findByName } from '../../catalog/find-by-name.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { SEARCH_HIT, searchHitResource } from '../resources/search-hit.ts'
import { TEXT } from '../schema/parameters.ts'
import { arrayOf } from '../schema/schema.ts'

export const searchEndpoints: Endpoints = {
  // Returns at most five hits of each kind, ordered by name.
  '/search': whole(arrayOf(SEARCH_HIT), {
    name: 'Search',
    summary: 'Projects, categories, components, users and languages by name.',
    query: [TEXT],
    async get({ catalog, view, query, links }) {
      const text = TEXT.read(query)
      if (text === '') return { json: [] }
      const { directory } = await catalog.people(view)
      const hits = findByName(view, directory, text)
      return { json: hits.map((hit) => searchHitResource(hit, links)) }
    },
  }),
}
