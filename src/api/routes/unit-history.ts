import type { Version } from '../../catalog/history/unit-history/read-unit-history.ts'
import { unitHistoryOf } from '../../catalog/history/unit-history/unit-history.ts'
import type { Answer, ApiRequest } from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import { completenessResource } from '../resources/completeness.ts'
import { skippedResources } from '../resources/trend.ts'
import { versionResource } from '../resources/version.ts'
import { unitOf } from './units.ts'

/** Every version of a unit, newest first: a page, whether that is all, and the revisions that could not be read. */
export async function listUnitHistory(request: ApiRequest): Promise<Answer> {
  const { catalog, view, links, address, query } = request
  const { translation, row } = unitOf(request)
  const history = catalog.historyOf(translation.component)
  const [found, people] = await Promise.all([
    unitHistoryOf({ translation, row }, history),
    catalog.people(view),
  ])
  const authorsOf = ({ change, writtenIn }: Version) =>
    change === 'present'
      ? { author: undefined, coAuthors: [] }
      : people.of(translation.component, writtenIn)
  const versions = listing(found.versions, (version) =>
    versionResource(version, authorsOf(version), links),
  )
  return {
    json: {
      ...paginate(versions, { address, query }),
      history: completenessResource(found.completeness),
      skipped: skippedResources(found.skipped.map(({ step, ...one }) => ({ ...step, ...one }))),
    },
  }
}
