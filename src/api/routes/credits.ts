import type { Credit, CreditFilter } from '../../catalog/history/people/credits.ts'
import type { Component } from '../../catalog/model.ts'
import { invalid } from '../../http/http-error.ts'
import { parseTime } from '../../http/time.ts'
import { compareLanguages } from '../../languages/language.ts'
import { type Answer, type ApiRequest, componentOf, projectOf } from '../endpoint.ts'
import type { Json } from '../rendering/json.ts'
import { creditResource } from '../resources/user.ts'

/** Who translated the components of a project between two times: a bare array, see `creditsOf`. */
export function listProjectCredits(request: ApiRequest): Promise<Answer> {
  return creditsOf(projectOf(request).components, request)
}

/** Who translated a component between two times: a bare array, see `creditsOf`. */
export function listComponentCredits(request: ApiRequest): Promise<Answer> {
  return creditsOf([componentOf(request)], request)
}

/**
 * `[{ "Czech": [...] }]`: languages by name, in each its people, who translated most first. Throws 400 without a good
 * `start` and `end`; a date as `end` is that whole day.
 */
async function creditsOf(components: readonly Component[], request: ApiRequest): Promise<Answer> {
  const { catalog, view, query } = request
  const languageCode = query.get('lang') ?? ''
  const filter: CreditFilter = {
    from: timeOf('start', query),
    to: timeOf('end', query),
    ...(languageCode === '' ? {} : { languageCode }),
  }
  const people = await catalog.people(view)
  const credits = await people.credits(components, filter)
  const languages = new Map(credits.map(({ language }) => [language.code, language]))
  return {
    json: [...languages.values()].sort(compareLanguages).map(({ code, name }) => ({
      [name]: peopleOf(credits.filter(({ language }) => language.code === code)),
    })),
  }
}

/** The sums over components. */
function peopleOf(credits: readonly Credit[]): Json {
  const sums = new Map<Credit['author'], number>()
  for (const { author, units } of credits) sums.set(author, (sums.get(author) ?? 0) + units)
  return [...sums]
    .sort(([a, one], [b, other]) => other - one || (a.userName < b.userName ? -1 : 1))
    .map(([author, units]) => creditResource(author, units))
}

/** Seconds since 1970; a date as `end` is that whole day. */
function timeOf(name: 'start' | 'end', query: URLSearchParams): number {
  const time = parseTime(query.get(name) ?? '')
  if (time === undefined) throw invalid(`Invalid format for \`${name}\``, name)
  return (name === 'end' ? time.endMicros : time.micros) / 1e6
}
