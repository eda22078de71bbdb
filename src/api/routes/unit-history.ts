import { lifeOf } from '../../catalog/life/life.ts'
import type { Version } from '../../catalog/life/unit-life.ts'
import { paginate } from '../pagination.ts'
import type { Answer, ApiRequest } from '../request.ts'
import { completenessResource } from '../resources/completeness.ts'
import { unreadableResource } from '../resources/trend.ts'
import { versionResource } from '../resources/version.ts'
import { unitOf } from './units.ts'

/** More are not listed: a file that was broken for years has thousands. */
const MAX_SKIPPED = 100

/** Every version of a unit, newest first: a page, whether that is all, and the revisions that could not be read. */
export async function listUnitHistory(request: ApiRequest): Promise<Answer> {
  const { catalog, view, links, address, query } = request
  const { translation, row } = unitOf(request)
  const [life, people] = await Promise.all([lifeOf(translation, row), catalog.people(view)])
  const authorsOf = ({ change, writtenIn }: Version) =>
    change === 'present'
      ? { author: undefined, coAuthors: [] }
      : people.of(translation.component, writtenIn)
  const page = paginate(
    {
      count: life.versions.length,
      item(index) {
        const version = life.versions[index] as Version
        return versionResource(version, authorsOf(version), links)
      },
    },
    { address, query },
  )
  return {
    json: {
      ...page,
      history: completenessResource(life.history),
      skipped: life.skipped
        .slice(0, MAX_SKIPPED)
        .map(({ step, ...one }) => unreadableResource({ ...step, ...one })),
    },
  }
}
