import type { Endpoints } from './endpoint.ts'
import { archiveEndpoints } from './routes/archives.ts'
import { categoryEndpoints } from './routes/categories.ts'
import { changeEndpoints } from './routes/changes.ts'
import { checkEndpoints } from './routes/checks.ts'
import { commitEndpoints } from './routes/commits.ts'
import { compareEndpoints } from './routes/compare.ts'
import { componentEndpoints } from './routes/components.ts'
import { fileEndpoints } from './routes/files.ts'
import { languageEndpoints } from './routes/languages.ts'
import { outdatedEndpoints } from './routes/outdated.ts'
import { projectEndpoints } from './routes/projects.ts'
import { repositoryEndpoints } from './routes/repository.ts'
import { reviewEndpoints } from './routes/review.ts'
import { schemaEndpoints } from './routes/schema.ts'
import { siteEndpoints } from './routes/site.ts'
import { stateEndpoints } from './routes/states.ts'
import { trendEndpoints } from './routes/trend.ts'
import { unitHistoryEndpoints } from './routes/unit-history.ts'
import { unitEndpoints } from './routes/units.ts'
import { unsupportedEndpoints } from './routes/unsupported.ts'
import { unusedEndpoints } from './routes/unused.ts'
import { userEndpoints } from './routes/users.ts'

/** All endpoints, in the order of their addresses. */
export const ENDPOINTS: Endpoints = inOrder({
  ...siteEndpoints,
  ...projectEndpoints,
  ...componentEndpoints,
  ...categoryEndpoints,
  ...languageEndpoints,
  ...unitEndpoints,
  ...unitHistoryEndpoints,
  ...checkEndpoints,
  ...changeEndpoints,
  ...userEndpoints,
  ...repositoryEndpoints,
  ...commitEndpoints,
  ...stateEndpoints,
  ...fileEndpoints,
  ...archiveEndpoints,
  ...trendEndpoints,
  ...outdatedEndpoints,
  ...compareEndpoints,
  ...reviewEndpoints,
  ...unusedEndpoints,
  ...schemaEndpoints(() => ENDPOINTS),
  ...unsupportedEndpoints,
})

function inOrder(endpoints: Endpoints): Endpoints {
  return Object.fromEntries(Object.entries(endpoints).sort(([a], [b]) => (a < b ? -1 : 1)))
}
