import { encodeSegment } from '../../catalog/paths.ts'
import type { Language } from '../../languages/language.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'

/** A Language, 10 keys. */
export function languageResource(
  language: Language,
  id: number,
  links: Links,
): s.JsonOf<typeof LANGUAGE> {
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

const PLURAL = s.resource('Plural', 'The plural rule of a language.', {
  id: s.ID,
  source: s.INTEGER,
  number: s.COUNT,
  formula: s.STRING,
  type: s.INTEGER,
})

export const LANGUAGE = s.resource('Language', 'A language in use.', {
  id: s.ID,
  code: s.STRING,
  name: s.STRING,
  plural: PLURAL,
  aliases: s.arrayOf(s.STRING),
  direction: s.oneOf('ltr', 'rtl', ''),
  population: s.COUNT,
  web_url: s.LINK,
  url: s.LINK,
  statistics_url: s.LINK,
})
