import type { Translation } from '../../catalog/model.ts'
import { encodedPlaceOf, encodeSegment, translationPlace } from '../../catalog/paths.ts'
import { percent } from '../../catalog/statistics.ts'
import type { Links } from '../links.ts'
import { float, type Json } from '../rendering/json.ts'
import {
  BOOLEAN,
  COUNT,
  described,
  INTEGER,
  LINK,
  nullable,
  PERCENT,
  type Resource,
  STRING,
  TIMESTAMP,
  without,
} from '../schema/schema.ts'
import { COMPONENT, componentResource } from './component.ts'
import { LANGUAGE, languageResource } from './language.ts'
import { timestamp } from './timestamp.ts'

/** Below `/api/`. */
export function translationPath({ component, language }: Translation): string {
  return `translations/${encodedPlaceOf(component)}/${encodeSegment(language.code)}/`
}

/** A Translation, 32 keys; without `component` where the list is the component's own. */
export function translationResource(
  translation: Translation,
  { links, withComponent = true }: { links: Links; withComponent?: boolean },
): Json {
  const { component, language, statistics, lastChange } = translation
  const place = translationPlace(translation)
  const path = translationPath(translation)
  const { total, translated, fuzzy, failing } = statistics
  return {
    language: languageResource(language, translation.languageId, links),
    ...(withComponent ? { component: componentResource(component, { links }) } : {}),
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
    translated_percent: float(percent(translated.units, total.units, 100)),
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
  }
}

export const TRANSLATION: Resource = {
  name: 'Translation',
  description: 'A component in one language, with its counts.',
  properties: {
    language: LANGUAGE,
    component: COMPONENT,
    language_code: described(STRING, 'The code in the name of the file.'),
    id: INTEGER,
    filename: described(STRING, 'Path in the repository; empty without a file.'),
    revision: described(STRING, 'Git ids of the file and of the files it depends on, with commas.'),
    web_url: LINK,
    share_url: LINK,
    translate_url: LINK,
    url: LINK,
    is_template: BOOLEAN,
    is_source: BOOLEAN,
    total: COUNT,
    total_words: COUNT,
    translated: COUNT,
    translated_words: COUNT,
    translated_percent: PERCENT,
    fuzzy: COUNT,
    fuzzy_words: COUNT,
    fuzzy_percent: PERCENT,
    failing_checks: COUNT,
    failing_checks_words: COUNT,
    failing_checks_percent: PERCENT,
    have_suggestion: COUNT,
    have_comment: COUNT,
    last_change: nullable(TIMESTAMP),
    last_author: nullable(STRING),
    repository_url: LINK,
    file_url: LINK,
    statistics_url: LINK,
    changes_list_url: LINK,
    units_list_url: LINK,
  },
}

/** The same inside the list of a component, which does not repeat itself. */
export const COMPONENT_TRANSLATION: Resource = without(
  TRANSLATION,
  'component',
  'ComponentTranslation',
)
