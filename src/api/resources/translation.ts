import type { Translation } from '../../catalog/model.ts'
import { encodedPlaceOf, encodeSegment, translationPlace } from '../../catalog/paths.ts'
import { percent } from '../../catalog/statistics.ts'
import type { Links } from '../links.ts'
import { float } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'
import { COMPONENT, componentResource } from './component.ts'
import { LANGUAGE, languageResource } from './language.ts'
import { hasReviews } from './statistics.ts'
import { timestamp } from './timestamp.ts'

/** Returns the path of a translation below `/api/`. */
export function translationPath({ component, language }: Translation): string {
  return `translations/${encodedPlaceOf(component)}/${encodeSegment(language.code)}/`
}

/** Returns a Translation with the keys of both versions. Lists of a component omit `component`. */
export function translationResource(
  translation: Translation,
  links: Links,
): s.JsonOf<typeof TRANSLATION>
export function translationResource(
  translation: Translation,
  links: Links,
  withComponent: false,
): s.JsonOf<typeof COMPONENT_TRANSLATION>
export function translationResource(
  translation: Translation,
  links: Links,
  withComponent = true,
): s.JsonOf<typeof COMPONENT_TRANSLATION> {
  const { component, language, statistics, lastChange } = translation
  const place = translationPlace(translation)
  const path = translationPath(translation)
  const { total, translated, fuzzy, failing } = statistics
  return {
    language: languageResource(language, translation.languageId, links),
    ...(withComponent && { component: componentResource(component, links) }),
    language_code: translation.languageCode,
    id: translation.id,
    filename: translation.filename,
    revision: translation.revision,
    web_url: links.page(`projects/${place}/`),
    share_url: links.page(
      `engage/${component.project.config.slug}/-/${encodeSegment(language.code)}/`,
    ),
    translate_url: links.page(`translate/${place}/`),
    url: links.api(path),
    is_template: translation.isTemplate,
    is_source: translation.isSource,
    total: total.units,
    total_words: total.words,
    translated: translated.units,
    translated_words: translated.words,
    translated_percent: float(
      percent(translated.units, total.units, hasReviews(translation) ? 0 : 100),
    ),
    fuzzy: fuzzy.units,
    fuzzy_words: fuzzy.words,
    fuzzy_percent: float(percent(fuzzy.units, total.units)),
    failing_checks: failing.units,
    failing_checks_words: failing.words,
    failing_checks_percent: float(percent(failing.units, total.units)),
    have_suggestion: 0,
    have_comment: 0,
    last_change: lastChange === undefined ? null : timestamp(lastChange.timestamp),
    last_author: lastChange?.author.name || null,
    repository_url: links.api(`${path}repository/`),
    file_url: links.api(`${path}file/`),
    statistics_url: links.api(`${path}statistics/`),
    changes_list_url: links.api(`${path}changes/`),
    units_list_url: links.api(`${path}units/`),
    announcements_url: links.api(`${path}announcements/`),
  }
}

export const TRANSLATION = s.resource(
  'Translation',
  'A component in one language, with its counts.',
  {
    language: LANGUAGE,
    component: COMPONENT,
    language_code: s.described(s.STRING, 'Language code in the path of the file.'),
    id: s.ID,
    filename: s.described(s.STRING, 'Path in the repository; empty without a file.'),
    revision: s.described(
      s.STRING,
      'Git ids of the file and of the files it depends on, separated by commas.',
    ),
    web_url: s.LINK,
    share_url: s.LINK,
    translate_url: s.LINK,
    url: s.LINK,
    is_template: s.BOOLEAN,
    is_source: s.BOOLEAN,
    total: s.COUNT,
    total_words: s.COUNT,
    translated: s.COUNT,
    translated_words: s.COUNT,
    translated_percent: s.PERCENT,
    fuzzy: s.COUNT,
    fuzzy_words: s.COUNT,
    fuzzy_percent: s.PERCENT,
    failing_checks: s.COUNT,
    failing_checks_words: s.COUNT,
    failing_checks_percent: s.PERCENT,
    have_suggestion: s.COUNT,
    have_comment: s.COUNT,
    last_change: s.nullable(s.TIMESTAMP),
    last_author: s.nullable(s.STRING),
    repository_url: s.LINK,
    file_url: s.LINK,
    statistics_url: s.LINK,
    changes_list_url: s.LINK,
    units_list_url: s.LINK,
    announcements_url: s.LINK,
  },
)

/** The schema of a translation in its component's list. */
export const COMPONENT_TRANSLATION = s.without(TRANSLATION, 'component', 'ComponentTranslation')
