import type { Language } from '../../languages/language.ts'
import type { Project, Translation } from '../../model/model.ts'
import { translationPlace } from '../../model/paths.ts'
import { isUnsettled, listedTranslations } from '../../model/readiness.ts'
import { type Count, percent, type Statistics, sumStatistics } from '../../model/statistics.ts'
import { lastChangeOf } from '../../view/view.ts'
import type { Links } from '../links.ts'
import { float, type Verbatim } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'
import { statisticsTime } from './fields.ts'

/** Returns whether the translation's project uses reviews. */
export function hasReviews({ component, isSource }: Translation): boolean {
  const { sourceReview, translationReview } = component.project.config
  return isSource ? sourceReview : translationReview
}

/** Returns whether a project uses reviews of sources or translations. */
export function projectHasReviews({ config }: Project): boolean {
  return config.sourceReview || config.translationReview
}

type Counted = ReturnType<typeof count>

/** Counts read translations. */
export function count(translations: readonly Translation[], areReviewed: boolean) {
  const listed = listedTranslations(translations)
  const sum = sumStatistics(listed.map(({ statistics }) => statistics))
  return { translations, sum, areReviewed }
}

type Group = 'total' | 'translated' | 'fuzzy' | 'failing' | 'approved' | 'readonly'

function countOf(group: Group, unit: keyof Count = 'units') {
  return [s.COUNT, ({ sum }: Counted) => sum[group][unit]] as const
}

/** Returns the percentage of a group. Without units it is 100 for `approved` if `areReviewed`, or else for `translated`. */
export function shareIn(
  sum: Statistics,
  areReviewed: boolean,
  group: Group,
  unit: keyof Count = 'units',
): Verbatim {
  const isWhole = group === (areReviewed ? 'approved' : 'translated')
  return float(percent(sum[group][unit], sum.total[unit], isWhole ? 100 : 0))
}

function shareOf(group: Group, unit?: keyof Count) {
  const read = ({ sum, areReviewed }: Counted) => shareIn(sum, areReviewed, group, unit)
  return [s.PERCENT, read] as const
}

const COUNTS = {
  total: countOf('total'),
  total_words: countOf('total', 'words'),
  total_chars: countOf('total', 'chars'),
  last_change: [
    s.nullable(s.TIMESTAMP),
    ({ translations }: Counted) => {
      const newest = lastChangeOf(translations)
      return newest === undefined ? null : statisticsTime(newest)
    },
  ] as const,
  recent_changes: [
    s.described(s.nullable(s.COUNT), 'Null while the history is being read.'),
    ({ translations }: Counted) => recentChanges(translations),
  ] as const,
  translated: countOf('translated'),
  translated_words: countOf('translated', 'words'),
  translated_percent: shareOf('translated'),
  translated_words_percent: shareOf('translated', 'words'),
  translated_chars: countOf('translated', 'chars'),
  translated_chars_percent: shareOf('translated', 'chars'),
  fuzzy: countOf('fuzzy'),
  fuzzy_percent: shareOf('fuzzy'),
  fuzzy_words: countOf('fuzzy', 'words'),
  fuzzy_words_percent: shareOf('fuzzy', 'words'),
  fuzzy_chars: countOf('fuzzy', 'chars'),
  fuzzy_chars_percent: shareOf('fuzzy', 'chars'),
  failing: countOf('failing'),
  failing_percent: shareOf('failing'),
  approved: countOf('approved'),
  approved_percent: shareOf('approved'),
  approved_words: countOf('approved', 'words'),
  approved_words_percent: shareOf('approved', 'words'),
  approved_chars: countOf('approved', 'chars'),
  approved_chars_percent: shareOf('approved', 'chars'),
  readonly: countOf('readonly'),
  readonly_percent: shareOf('readonly'),
  readonly_words: countOf('readonly', 'words'),
  readonly_words_percent: shareOf('readonly', 'words'),
  readonly_chars: countOf('readonly', 'chars'),
  readonly_chars_percent: shareOf('readonly', 'chars'),
  suggestions: [s.COUNT, () => 0] as const,
  comments: [s.COUNT, () => 0] as const,
}

/** Sums the recent changes of the translations, none of one whose last change the clone lacks; null until all are known. */
function recentChanges(translations: readonly Translation[]): number | null {
  let sum = 0
  for (const { component, language, lastChange } of translations) {
    const recent = component.recent?.get(language.code)
    if (recent !== undefined) sum += lastChange === undefined ? 0 : recent
    else if (component.recent === undefined && isUnsettled(component)) return null
  }
  return sum
}

/** The statistics of a translation, or of a language within a project, at a place below `projects/`. */
export const LANGUAGE_STATISTICS = s.shown(
  'LanguageStatistics',
  'Counts in one language: units, words and characters.',
  (counted: Counted, language: Language, place: string, links: Links) => {
    return { ...counted, ...language, place, links }
  },
  {
    ...COUNTS,
    code: s.STRING,
    name: s.STRING,
    url: [s.LINK, ({ links, place }) => links.page(`projects/${place}/`)],
    translate_url: [s.LINK, ({ links, place }) => links.page(`translate/${place}/`)],
  },
)

/** Returns the statistics of a translation. */
export function translationStatistics(
  translation: Translation,
  links: Links,
): s.JsonOf<typeof LANGUAGE_STATISTICS> {
  const counted = count([translation], hasReviews(translation))
  const place = translationPlace(translation)
  return LANGUAGE_STATISTICS.json(counted, translation.language, place, links)
}

/** The statistics of a translation in a list of the whole project. */
export const ROW_STATISTICS = s.resource(
  'RowStatistics',
  'Counts of one language of one component.',
  {
    ...LANGUAGE_STATISTICS.properties,
    component: s.described(s.STRING, 'Path of the component in the project.'),
  },
)

/** The statistics of a category, a project, a language over the whole server, or the server, and its page. */
export const STATISTICS = s.shown(
  'Statistics',
  'Counts of units, words and characters.',
  (counted: Counted, name: string, url: string) => ({ ...counted, name, url }),
  { ...COUNTS, name: s.STRING, url: s.LINK },
)
