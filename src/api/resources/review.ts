import { REASON_KINDS, type ReviewedString } from '../../catalog/review/reason.ts'
import type { Review } from '../../catalog/review/review.ts'
import { reviewSentence } from '../../facts/review.ts'
import * as s from '../schema/schema.ts'
import { ALERT, newAlertResource } from './comparison.ts'

const LANGUAGE = s.resource(
  'ReviewedLanguage',
  'How many texts changed in a language of a component.',
  {
    component: s.STRING,
    language_code: s.STRING,
    language: s.STRING,
    is_source: s.BOOLEAN,
    translated: s.described(s.COUNT, 'Texts that were empty or missing before.'),
    reworded: s.COUNT,
    untranslated: s.COUNT,
  },
)

const AUTHOR = s.resource('ReviewedAuthor', 'An author of the change, and how much they wrote.', {
  author: s.STRING,
  is_first: s.described(s.BOOLEAN, 'Whether this is their first change of the component.'),
  commits: s.COUNT,
  strings: s.COUNT,
  language_codes: s.arrayOf(s.STRING),
})

const BULK = s.resource('BulkCommit', 'A commit that wrote hundreds of texts.', {
  commit: s.STRING,
  author: s.described(s.nullable(s.STRING), 'Null if authors are not shown.'),
  timestamp: s.TIMESTAMP,
  strings: s.COUNT,
  languages: s.COUNT,
})

const RISK = s.oneOf('high', 'medium', 'low')

const REASON = s.resource('ReviewReason', 'Why a string deserves a look.', {
  kind: s.oneOf(...REASON_KINDS),
  message: s.STRING,
  commit: s.described(
    s.nullable(s.STRING),
    'For a text that returned: the commit that had replaced it.',
  ),
})

const REVIEWED = s.resource('ReviewedString', 'A string that deserves a look.', {
  component: s.STRING,
  language_code: s.STRING,
  checksum: s.STRING,
  context: s.STRING,
  risk: RISK,
  reasons: s.described(s.arrayOf(REASON), 'The riskiest first.'),
  source: s.arrayOf(s.STRING),
  before: s.described(s.nullable(s.arrayOf(s.STRING)), 'Null for a new string.'),
  after: s.arrayOf(s.STRING),
})

export const REVIEW = s.resource(
  'Review',
  'What a change does to translations, with a page of the strings that deserve a look, the riskiest first.',
  {
    base: s.STRING,
    head: s.described(s.nullable(s.STRING), 'Null for the served commit.'),
    summary: s.described(s.STRING, 'One sentence.'),
    languages: s.arrayOf(LANGUAGE),
    authors: s.described(s.nullable(s.arrayOf(AUTHOR)), 'Null if they are unknown or not shown.'),
    bulk: s.arrayOf(BULK),
    new_alerts: s.arrayOf(ALERT),
    ...s.page(REVIEWED).properties,
  },
)

/** A review without its strings. */
export function reviewResource(
  review: Review,
): Pick<s.JsonOf<typeof REVIEW>, 'summary' | 'languages' | 'authors' | 'bulk' | 'new_alerts'> {
  return {
    summary: reviewSentence(review),
    languages: review.languages.map((language) => ({
      component: language.component,
      language_code: language.language,
      language: language.languageName,
      is_source: language.isSource,
      translated: language.translated,
      reworded: language.reworded,
      untranslated: language.untranslated,
    })),
    authors:
      review.authors?.map(({ author, isFirst, commits, strings, languages }) => {
        return { author, is_first: isFirst, commits, strings, language_codes: languages }
      }) ?? null,
    bulk: review.bulk.map(({ date, ...edit }) => ({ ...edit, timestamp: date })),
    new_alerts: review.newAlerts.map(newAlertResource),
  }
}

export function reviewedResource({
  language,
  ...string
}: ReviewedString): s.JsonOf<typeof REVIEWED> {
  return {
    ...string,
    language_code: language,
    reasons: string.reasons.map((reason) => ({ ...reason })),
  }
}
