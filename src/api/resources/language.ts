import { aliasesIn, type Language, type Plural } from '../../languages/language.ts'
import { encodeSegment } from '../../model/paths.ts'
import type { WeblateVersion } from '../../weblate-version.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { linkBelow, OWN_LINK } from './fields.ts'

const PLURAL = s.shown(
  'Plural',
  'The plural rule of a language.',
  (plural: Plural, id: number) => ({ ...plural, id }),
  { id: s.ID, source: s.INTEGER, number: s.COUNT, formula: s.STRING, type: s.INTEGER },
)

export const LANGUAGE = s.shown(
  'Language',
  'A language in use.',
  (language: Language, id: number, weblate: WeblateVersion, links: Links) => {
    const aliases = aliasesIn(language, weblate)
    return { ...language, aliases, id, links, path: `languages/${encodeSegment(language.code)}/` }
  },
  {
    id: s.ID,
    code: s.STRING,
    name: s.STRING,
    plural: [PLURAL, ({ id, plural }) => PLURAL.json(plural, id)],
    aliases: s.arrayOf(s.STRING),
    direction: s.oneOf('ltr', 'rtl', ''),
    population: s.COUNT,
    web_url: [s.LINK, ({ links, path }) => links.page(path)],
    url: OWN_LINK,
    statistics_url: linkBelow('statistics/'),
  },
)
