import type { Language } from '../../languages/language.ts'
import type { Json } from '../json.ts'
import type { Links } from '../links.ts'

/** A Language, 10 keys. */
export function languageResource(language: Language, id: number, links: Links): Json {
  const { code, plural } = language
  return {
    id,
    code,
    name: language.name,
    plural: {
      id,
      source: plural.source,
      number: plural.number,
      formula: plural.formula,
      type: plural.type,
    },
    aliases: language.aliases,
    direction: language.direction,
    population: language.population,
    web_url: links.page(`languages/${code}/`),
    url: links.api(`languages/${code}/`),
    statistics_url: links.api(`languages/${code}/statistics/`),
  }
}
