import { encodeSegment } from '../../catalog/paths.ts'
import type { Language } from '../../languages/language.ts'
import type { Links } from '../links.ts'
import type { Json } from '../rendering/json.ts'
import { arrayOf, COUNT, INTEGER, LINK, type Resource, STRING } from '../schema/schema.ts'

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
    web_url: links.page(`languages/${encodeSegment(code)}/`),
    url: links.api(`languages/${encodeSegment(code)}/`),
    statistics_url: links.api(`languages/${encodeSegment(code)}/statistics/`),
  }
}

const PLURAL: Resource = {
  name: 'Plural',
  description: 'The plural rule of a language.',
  properties: {
    id: INTEGER,
    source: INTEGER,
    number: COUNT,
    formula: STRING,
    type: INTEGER,
  },
}

export const LANGUAGE: Resource = {
  name: 'Language',
  description: 'A language in use.',
  properties: {
    id: INTEGER,
    code: STRING,
    name: STRING,
    plural: PLURAL,
    aliases: arrayOf(STRING),
    direction: { type: 'string', enum: ['ltr', 'rtl', ''] },
    population: COUNT,
    web_url: LINK,
    url: LINK,
    statistics_url: LINK,
  },
}
