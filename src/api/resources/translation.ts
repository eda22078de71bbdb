import type { Translation } from '../../model/model.ts'
import { encodedPlaceOf, encodeSegment, translationPlace } from '../../model/paths.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { COMPONENT } from './component.ts'
import { linksBelow, OWN_LINK, timestamp } from './fields.ts'
import { LANGUAGE } from './language.ts'
import { hasReviews, shareIn } from './statistics.ts'

/** Returns the path of a translation below `/api/`. */
export function translationPath({ component, language }: Translation): string {
  return `translations/${encodedPlaceOf(component)}/${encodeSegment(language.code)}/`
}

/** A Translation with the keys of both versions. */
export const TRANSLATION = s.shown(
  'Translation',
  'A component in one language, with its counts.',
  (translation: Translation, links: Links) => {
    const place = `${translationPlace(translation)}/`
    const id = translation.id()
    return { ...translation, id, translation, links, place, path: translationPath(translation) }
  },
  {
    language: [
      LANGUAGE,
      ({ language, languageId, component, links }) =>
        LANGUAGE.json(language, languageId, component.config.weblate, links),
    ],
    component: [COMPONENT, ({ component, links }) => COMPONENT.json(component, links)],
    language_code: s.described(s.STRING, 'Language code in the path of the file.'),
    id: s.ID,
    filename: s.described(s.STRING, 'Path in the repository; empty without a file.'),
    revision: s.described(
      s.STRING,
      'Git ids of the file and of the files it depends on, separated by commas.',
    ),
    web_url: [s.LINK, ({ links, place }) => links.page(`projects/${place}`)],
    share_url: [
      s.LINK,
      ({ links, component: { project }, language }) =>
        links.page(`engage/${project.config.slug}/-/${encodeSegment(language.code)}/`),
    ],
    translate_url: [s.LINK, ({ links, place }) => links.page(`translate/${place}`)],
    url: OWN_LINK,
    is_template: s.BOOLEAN,
    is_source: s.BOOLEAN,
    total: [s.COUNT, ({ statistics }) => statistics.total.units],
    total_words: [s.COUNT, ({ statistics }) => statistics.total.words],
    translated: [s.COUNT, ({ statistics }) => statistics.translated.units],
    translated_words: [s.COUNT, ({ statistics }) => statistics.translated.words],
    translated_percent: [
      s.PERCENT,
      ({ translation }) => shareIn(translation.statistics, hasReviews(translation), 'translated'),
    ],
    fuzzy: [s.COUNT, ({ statistics }) => statistics.fuzzy.units],
    fuzzy_words: [s.COUNT, ({ statistics }) => statistics.fuzzy.words],
    fuzzy_percent: [s.PERCENT, ({ statistics }) => shareIn(statistics, false, 'fuzzy')],
    failing_checks: [s.COUNT, ({ statistics }) => statistics.failing.units],
    failing_checks_words: [s.COUNT, ({ statistics }) => statistics.failing.words],
    failing_checks_percent: [s.PERCENT, ({ statistics }) => shareIn(statistics, false, 'failing')],
    have_suggestion: [s.COUNT, () => 0],
    have_comment: [s.COUNT, () => 0],
    last_change: [
      s.nullable(s.TIMESTAMP),
      ({ lastChange }) => (lastChange === undefined ? null : timestamp(lastChange.timestamp)),
    ],
    last_author: [s.nullable(s.STRING), ({ lastChange }) => lastChange?.author.name || null],
    ...linksBelow('repository', 'file', 'statistics'),
    ...linksBelow('changes_list', 'units_list', 'announcements'),
  },
)

const { component: _, ...fieldsInComponent } = TRANSLATION.fields

/** A translation in its component's list. */
export const COMPONENT_TRANSLATION = s.shown(
  'ComponentTranslation',
  `${TRANSLATION.description} Without \`component\`.`,
  TRANSLATION.subjectOf,
  fieldsInComponent,
)
