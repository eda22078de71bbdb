import { REASON_KINDS, type ReviewedString } from '../../catalog/review/reason.ts'
import { type Review, readReview } from '../../catalog/review/review.ts'
import { reviewSentence } from '../../facts/review.ts'
import { type Endpoints, whole } from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import { NEW_ALERT } from '../resources/comparison.ts'
import { ONE_LANGUAGE, pageParameters, REFS } from '../schema/parameters.ts'
import * as s from '../schema/schema.ts'
import { inScopes } from '../scope.ts'
import { comparedIn } from './compare.ts'

const LANGUAGE = s.shown(
  'ReviewedLanguage',
  'How many texts changed in a language of a component.',
  (language: Review['languages'][number]) => language,
  {
    component: s.STRING,
    language_code: [s.STRING, ({ language }) => language],
    language: [s.STRING, ({ languageName }) => languageName],
    is_source: s.BOOLEAN,
    translated: s.described(s.COUNT, 'Texts that were empty or missing before.'),
    reworded: s.COUNT,
    untranslated: s.COUNT,
  },
)

const AUTHOR = s.shown(
  'ReviewedAuthor',
  'An author of the change, and how much they wrote.',
  (author: NonNullable<Review['authors']>[number]) => author,
  {
    author: s.STRING,
    is_first: s.described(s.BOOLEAN, 'Whether this is their first change of the component.'),
    commits: s.COUNT,
    strings: s.COUNT,
    language_codes: [s.arrayOf(s.STRING), ({ languages }) => languages],
  },
)

const BULK = s.resource('BulkCommit', 'A commit that wrote hundreds of texts.', {
  commit: s.STRING,
  author: s.described(s.nullable(s.STRING), 'Null if authors are not shown.'),
  timestamp: s.TIMESTAMP,
  strings: s.COUNT,
  languages: s.COUNT,
})

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
  risk: s.oneOf('high', 'medium', 'low'),
  reasons: s.described(s.arrayOf(REASON), 'The riskiest first.'),
  source: s.arrayOf(s.STRING),
  before: s.described(s.nullable(s.arrayOf(s.STRING)), 'Null for a new string.'),
  after: s.arrayOf(s.STRING),
})

/** The keys keep the order that clients know, in which the language is last. */
function reviewedString({ language, ...string }: ReviewedString) {
  const reasons = string.reasons.map((reason) => ({ ...reason }))
  return { ...string, language_code: language, reasons }
}

const REVIEW = s.resource(
  'Review',
  'What a change does to translations, with a page of the strings that deserve a look, the riskiest first.',
  {
    base: s.STRING,
    head: s.described(s.nullable(s.STRING), 'Null for the served commit.'),
    summary: s.described(s.STRING, 'One sentence.'),
    languages: s.arrayOf(LANGUAGE),
    authors: s.described(s.nullable(s.arrayOf(AUTHOR)), 'Null if they are unknown or not shown.'),
    bulk: s.arrayOf(BULK),
    new_alerts: s.arrayOf(NEW_ALERT),
    ...s.page(REVIEWED).properties,
  },
)

export const reviewEndpoints: Endpoints = inScopes(
  ['project', 'component'],
  'review',
  whole(REVIEW, {
    summary: 'Review of the changes between two refs, for people who read none of the languages.',
    needs: 'units',
    isOwn: true,
    isComparison: true,
    needsJob: () => true,
    query: [...REFS, ONE_LANGUAGE, ...pageParameters()],
    async get(request) {
      const { ref, view, query, catalog, client, signal, progress } = request
      const { base, pairs } = comparedIn(request)
      const code = query.get('language') ?? ''
      const review = await readReview(pairs, {
        askAbout: catalog.askAbout,
        historyOf: catalog.historyOf,
        people: await catalog.people(view),
        asking: { client, signal, progress },
      })
      const strings = review.strings.filter((string) => code === '' || string.language === code)
      return {
        json: {
          ...{ base: base.ref, head: ref ?? null },
          summary: reviewSentence(review),
          languages: review.languages.map((language) => LANGUAGE.json(language)),
          authors: review.authors?.map((author) => AUTHOR.json(author)) ?? null,
          bulk: review.bulk.map(({ date, ...bulk }) => ({ ...bulk, timestamp: date })),
          new_alerts: review.newAlerts.map((alert) => NEW_ALERT.json(alert)),
          ...paginate(listing(strings, reviewedString), request),
        },
        // The authors follow once the histories are read.
        isTransient: review.authors === null,
      }
    },
  }),
)
