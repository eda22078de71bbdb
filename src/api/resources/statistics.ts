import type { Category, Project, Translation, View } from '../../catalog/model.ts'
import { encodeSegment, pathInProject, translationPlace } from '../../catalog/paths.ts'
import { isUnsettled, listedTranslations } from '../../catalog/readiness.ts'
import { type Count, percent, sumStatistics } from '../../catalog/statistics.ts'
import { componentsIn } from '../../catalog/view/category.ts'
import { lastChangeOf } from '../../catalog/view/last-change.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { type LanguageUse, translationsOf } from '../../catalog/view/view.ts'
import type { Links } from '../links.ts'
import { float, type JsonText } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'
import { statisticsTime } from './timestamp.ts'

/** Returns the statistics of a translation: the 33 common keys and 4 others. */
export function translationStatistics(
  translation: Translation,
  links: Links,
): s.JsonOf<typeof LANGUAGE_STATISTICS> {
  const place = translationPlace(translation)
  return {
    ...counts([translation], hasReviews(translation)),
    code: translation.language.code,
    name: translation.language.name,
    url: links.page(`projects/${place}/`),
    translate_url: links.page(`translate/${place}/`),
  }
}

/**
 * Returns the statistics of a translation with `component`, its path in the project, which identifies it in a project's
 * list.
 */
export function rowStatistics(
  translation: Translation,
  links: Links,
): s.JsonOf<typeof ROW_STATISTICS> {
  const component = pathInProject(translation.component.config)
  return { ...translationStatistics(translation, links), component }
}

/** Returns the statistics of a language in a project, summed over its translations. */
export function projectLanguageStatistics(
  project: Project,
  { language, translations }: LanguageUse,
  links: Links,
): s.JsonOf<typeof LANGUAGE_STATISTICS> {
  const place = `${project.config.slug}/-/${encodeSegment(language.code)}/`
  return {
    ...counts(translations, projectHasReviews(project)),
    code: language.code,
    name: language.name,
    url: links.page(`projects/${place}`),
    translate_url: links.page(`translate/${place}`),
  }
}

/** Returns counts over the translations of a project, including components shared into it. */
export function projectStatistics(project: Project, links: Links): s.JsonOf<typeof STATISTICS> {
  const { config } = project
  return {
    ...counts(translationsOf(countedComponents(project)), projectHasReviews(project)),
    name: config.name,
    url: links.page(`projects/${config.slug}/`),
  }
}

/**
 * Returns the statistics of a category and its subcategories. Without any units, 100 % counts as approved, not as
 * translated.
 */
export function categoryStatistics(category: Category, links: Links): s.JsonOf<typeof STATISTICS> {
  const { config, project } = category
  return {
    ...counts(translationsOf(componentsIn(category)), true),
    name: config.name,
    url: links.page(`projects/${project.config.slug}/${config.path}/`),
  }
}

/** Returns the statistics of the whole server; a shared component counts in each of its projects. */
export function siteStatistics(
  { projects }: View,
  { links, name }: { links: Links; name: string },
): s.JsonOf<typeof STATISTICS> {
  return {
    ...counts(
      projects.flatMap((project) => translationsOf(countedComponents(project))),
      false,
    ),
    name,
    url: links.page(''),
  }
}

/**
 * Returns the statistics of a language over the whole server. Without any units, 100 % counts as approved, not as
 * translated.
 */
export function languageStatistics(
  { language, translations }: LanguageUse,
  links: Links,
): s.JsonOf<typeof STATISTICS> {
  return {
    ...counts(translations, true),
    name: language.name,
    url: links.page(`languages/${encodeSegment(language.code)}/`),
  }
}

/** Returns whether the translation's project uses reviews. */
export function hasReviews({ component, isSource }: Translation): boolean {
  const { sourceReview, translationReview } = component.project.config
  return isSource ? sourceReview : translationReview
}

function projectHasReviews({ config }: Project): boolean {
  return config.sourceReview || config.translationReview
}

/**
 * Sums the common keys over the translations that have been read. Without any units, 100 % counts as approved if there
 * are reviews, otherwise as translated.
 */
function counts(
  translations: readonly Translation[],
  areReviewed: boolean,
): s.MembersOf<typeof COUNTS> {
  const listed = listedTranslations(translations)
  const { total, translated, fuzzy, failing, approved, readonly } = sumStatistics(
    listed.map(({ statistics }) => statistics),
  )
  const of = (part: Count, unit: keyof Count, whenEmpty: 0 | 100 = 0) =>
    float(percent(part[unit], total[unit], whenEmpty))
  const translatedEmpty = areReviewed ? 0 : 100
  const approvedEmpty = areReviewed ? 100 : 0
  return {
    total: total.units,
    total_words: total.words,
    total_chars: total.chars,
    last_change: lastChange(translations),
    recent_changes: recentChanges(translations),
    translated: translated.units,
    translated_words: translated.words,
    translated_percent: of(translated, 'units', translatedEmpty),
    translated_words_percent: of(translated, 'words', translatedEmpty),
    translated_chars: translated.chars,
    translated_chars_percent: of(translated, 'chars', translatedEmpty),
    fuzzy: fuzzy.units,
    fuzzy_percent: of(fuzzy, 'units'),
    fuzzy_words: fuzzy.words,
    fuzzy_words_percent: of(fuzzy, 'words'),
    fuzzy_chars: fuzzy.chars,
    fuzzy_chars_percent: of(fuzzy, 'chars'),
    failing: failing.units,
    failing_percent: of(failing, 'units'),
    approved: approved.units,
    approved_percent: of(approved, 'units', approvedEmpty),
    approved_words: approved.words,
    approved_words_percent: of(approved, 'words', approvedEmpty),
    approved_chars: approved.chars,
    approved_chars_percent: of(approved, 'chars', approvedEmpty),
    readonly: readonly.units,
    readonly_percent: of(readonly, 'units'),
    readonly_words: readonly.words,
    readonly_words_percent: of(readonly, 'words'),
    readonly_chars: readonly.chars,
    readonly_chars_percent: of(readonly, 'chars'),
    suggestions: 0,
    comments: 0,
  }
}

/** Returns the time of the newest commit that changed any of the translations; null until one is known. */
function lastChange(translations: readonly Translation[]): JsonText | null {
  const newest = lastChangeOf(translations)
  return newest === undefined ? null : statisticsTime(newest)
}

/** Sums the recent changes of the translations; null until all are known. */
function recentChanges(translations: readonly Translation[]): number | null {
  let sum = 0
  for (const { component, language } of translations) {
    const recent = component.recent?.get(language.code)
    if (recent !== undefined) sum += recent
    else if (component.recent === undefined && isUnsettled(component)) return null
  }
  return sum
}

/** The schema of the result of `counts`. */
const COUNTS = {
  total: s.COUNT,
  total_words: s.COUNT,
  total_chars: s.COUNT,
  last_change: s.nullable(s.TIMESTAMP),
  recent_changes: s.described(s.nullable(s.COUNT), 'Null while the history is being read.'),
  translated: s.COUNT,
  translated_words: s.COUNT,
  translated_percent: s.PERCENT,
  translated_words_percent: s.PERCENT,
  translated_chars: s.COUNT,
  translated_chars_percent: s.PERCENT,
  fuzzy: s.COUNT,
  fuzzy_percent: s.PERCENT,
  fuzzy_words: s.COUNT,
  fuzzy_words_percent: s.PERCENT,
  fuzzy_chars: s.COUNT,
  fuzzy_chars_percent: s.PERCENT,
  failing: s.COUNT,
  failing_percent: s.PERCENT,
  approved: s.COUNT,
  approved_percent: s.PERCENT,
  approved_words: s.COUNT,
  approved_words_percent: s.PERCENT,
  approved_chars: s.COUNT,
  approved_chars_percent: s.PERCENT,
  readonly: s.COUNT,
  readonly_percent: s.PERCENT,
  readonly_words: s.COUNT,
  readonly_words_percent: s.PERCENT,
  readonly_chars: s.COUNT,
  readonly_chars_percent: s.PERCENT,
  suggestions: s.COUNT,
  comments: s.COUNT,
}

/** The statistics of a translation, or of a language within a project. */
export const LANGUAGE_STATISTICS = s.resource(
  'LanguageStatistics',
  'Counts in one language: units, words and characters.',
  { ...COUNTS, code: s.STRING, name: s.STRING, url: s.LINK, translate_url: s.LINK },
)

/** The statistics of a translation in a list of the whole project. */
export const ROW_STATISTICS = s.resource(
  'RowStatistics',
  'Counts of one language of one component.',
  {
    ...LANGUAGE_STATISTICS.properties,
    component: s.described(s.STRING, 'Path of the component in the project.'),
  },
)

/** The statistics of a category, a project, a language over the whole server, or the server. */
export const STATISTICS = s.resource('Statistics', 'Counts of units, words and characters.', {
  ...COUNTS,
  name: s.STRING,
  url: s.LINK,
})
