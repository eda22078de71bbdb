import type { Translation } from '../../catalog/model.ts'
import { encodedPlaceOf, placeOf } from '../../catalog/place.ts'
import { percent } from '../../catalog/statistics.ts'
import { float, type Json } from '../json.ts'
import type { Links } from '../links.ts'
import { timestamp } from '../timestamp.ts'
import { componentResource } from './component.ts'
import { languageResource } from './language.ts'

/** `project/component/language`, the part that the addresses of a translation's pages share. */
export function translationPlace({ component, language }: Translation): string {
  return `${placeOf(component)}/${language.code}`
}

/** Below `/api/`. */
export function translationPath({ component, language }: Translation): string {
  return `translations/${encodedPlaceOf(component)}/${language.code}/`
}

/** A Translation, 32 keys; without `component` where the list is the component's own. */
export function translationResource(
  translation: Translation,
  { links, withComponent = true }: { links: Links; withComponent?: boolean },
): Json {
  const { component, language, statistics, lastTouch } = translation
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
    share_url: links.page(`engage/${component.project.config.slug}/-/${language.code}/`),
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
    last_change: lastTouch === undefined ? null : timestamp(lastTouch.timestamp),
    last_author: lastTouch?.author.name ?? null,
    repository_url: links.api(`${path}repository/`),
    file_url: links.api(`${path}file/`),
    statistics_url: links.api(`${path}statistics/`),
    changes_list_url: links.api(`${path}changes/`),
    units_list_url: links.api(`${path}units/`),
  }
}
