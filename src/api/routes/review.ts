import { readReview } from '../../catalog/review/review.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import { REVIEW, reviewedResource, reviewResource } from '../resources/review.ts'
import { pageParameters, REFS } from '../schema/parameters.ts'
import { inScopes } from '../scope.ts'
import { comparedIn } from './compare.ts'

export const reviewEndpoints: Endpoints = inScopes(
  ['project', 'component'],
  'review',
  whole(REVIEW, {
    name: 'Review',
    summary: 'Review of the changes between two refs, for people who read none of the languages.',
    needs: 'units',
    isOwn: true,
    isComparison: true,
    needsJob: () => true,
    query: [REFS.base, REFS.head, REFS.language, ...pageParameters()],
    async get(request) {
      const { base, ref, view, query, catalog, client, signal, progress } = request
      const code = REFS.language.read(query)
      const review = await readReview(comparedIn(request), {
        askAbout: catalog.askAbout,
        historyOf: catalog.historyOf,
        people: await catalog.people(view),
        asking: { client, signal, progress },
      })
      const strings = review.strings.filter((string) => code === '' || string.language === code)
      return {
        json: {
          ...{ base: base?.ref ?? '', head: ref ?? null },
          ...reviewResource(review),
          ...paginate(listing(strings, reviewedResource), request),
        },
        // The authors follow once the histories are read.
        isTransient: review.authors === null,
      }
    },
  }),
)
