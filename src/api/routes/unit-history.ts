import type { Version } from '../../catalog/history/unit-history/read-unit-history.ts'
import { unitHistoryOf } from '../../catalog/history/unit-history/unit-history.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import { completenessResource } from '../resources/completeness.ts'
import { skippedResources } from '../resources/trend.ts'
import { UNIT_HISTORY, versionResource } from '../resources/version.ts'
import { pageParameters } from '../schema/parameters.ts'
import { componentsOfUnit, unitOf } from './units.ts'

export const unitHistoryEndpoints: Endpoints = {
  // Lists versions newest first, with whether the list is complete and which revisions could not be read.
  '/units/:id/history': whole(UNIT_HISTORY, {
    name: 'History',
    summary: 'Every version of a unit, through renamed keys and moved files.',
    needs: 'history',
    about: componentsOfUnit,
    isOwn: true,
    needsJob: () => true,
    query: pageParameters(),
    async get(request) {
      const { catalog, view, links, signal } = request
      const { translation, row } = unitOf(request)
      const [history, people] = await Promise.all([
        unitHistoryOf({ translation, row }, catalog.historyOf(translation.component), signal),
        catalog.people(view),
      ])
      const authorsOf = ({ change, writtenIn }: Version) =>
        change === 'present'
          ? { author: undefined, coAuthors: [] }
          : people.of(translation.component, writtenIn)
      const versions = listing(history.versions, (version) =>
        versionResource(version, authorsOf(version), links),
      )
      const skipped = history.skipped.map(({ step, ...reason }) => ({ ...step, ...reason }))
      return {
        json: {
          ...paginate(versions, request),
          history: completenessResource(history.completeness),
          skipped: skippedResources(skipped),
        },
      }
    },
  }),
}
