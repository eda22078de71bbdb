import type { Credit, CreditFilter } from '../../history/people/credits.ts'
import { compareLanguages } from '../../languages/language.ts'
import { sumByAuthor } from '../../people/directory.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { CREDIT } from '../resources/user.ts'
import { parameter, readSeconds, TIME } from '../schema/parameters.ts'
import { arrayOf, type JsonOf, recordOf } from '../schema/schema.ts'
import { inScopes, scopeOf } from '../scope.ts'

/**
 * Languages are sorted by name. Each is an object with its name as the only key and its people as the value, the most
 * active first.
 */
export const creditEndpoints: Endpoints = inScopes(
  ['project', 'component'],
  'credits',
  whole(arrayOf(recordOf(arrayOf(CREDIT))), {
    summary: 'Who translated a {scope}, by language.',
    needs: 'history',
    query: [
      parameter('start', 'Only commits at or after this time.', TIME),
      parameter('end', 'Only commits at or before this time.', TIME),
      parameter('lang', 'Only this language: its code.'),
    ],
    needsJob: () => true,
    async get(request) {
      const { components } = scopeOf(request)
      const { catalog, view, query } = request
      const languageCode = query.get('lang') ?? ''
      const from = readSeconds(query, 'start', 'start', 'Invalid format for `start`')
      const to = readSeconds(query, 'end', 'end', 'Invalid format for `end`')
      const filter: CreditFilter = {
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(languageCode !== '' && { languageCode }),
      }
      const people = await catalog.people(view)
      const credits = await people.credits(components, filter, request)
      const languages = new Map(credits.map(({ language }) => [language.code, language]))
      const json = [...languages.values()].sort(compareLanguages).map(({ code, name }) => ({
        [name]: peopleOf(credits.filter(({ language }) => language.code === code)),
      }))
      return { json }
    },
  }),
)

/** Sums each person's credits over all components. */
function peopleOf(credits: readonly Credit[]): JsonOf<typeof CREDIT>[] {
  return sumByAuthor(credits).map(([author, units]) => CREDIT.json(author, units))
}
