import { convertWork } from './api/convert.ts'
import { refsWork } from './catalog/component-refs.ts'
import { inThread } from './catalog/component-work.ts'
import { compareWork } from './catalog/read-differences.ts'
import { reviewWork } from './catalog/review/review-component.ts'
import { reviewHistoryWork } from './catalog/review/review-history.ts'
import { searchLogWork } from './catalog/search-log.ts'
import { searchOneWork, searchWork } from './catalog/search-units.ts'
import { unitRowsWork } from './catalog/unit-rows.ts'
import { revisionWork } from './catalog/updates/ref-targets.ts'
import { explainWork } from './checking/explain-checks.ts'
import { checkWork, readWork } from './checking/read-work.ts'
import { discoverWork } from './discovery/find-components.ts'
import type { Work } from './engine/work.ts'
import { findKeyWork } from './facts/find-key.ts'
import { countAllWork } from './history/changes/change-log.ts'
import { latestWork } from './history/changes/last-changes.ts'
import { countWork, secondWork } from './history/changes/segment-changes.ts'
import { timesWork } from './history/changes/unit-log.ts'
import { effectsWork } from './history/commits/effects.ts'
import { statesWork } from './history/open-components.ts'
import { creditsWork } from './history/people/credits.ts'
import { peopleWork } from './history/people/people.ts'
import { groupsWork, indexWork, rowsWork } from './history/repository-history.ts'
import { blameWork } from './history/states/blame.ts'
import { outdatedWork } from './history/states/outdated.ts'
import { countsWork } from './history/trend/project-counts.ts'
import { unitHistoryWork } from './history/unit-history/unit-history.ts'
import { writersWork } from './history/unit-history/writer.ts'
import { findStringsWork } from './mcp/find-strings.ts'
import { placesWork } from './reading/unit-places.ts'
import { keyUsageWork } from './usage/key-usage.ts'

/** All work that runs in worker threads. */
export const works: readonly Work<never, unknown>[] = [
  readWork,
  checkWork,
  statesWork,
  latestWork,
  countAllWork,
  countWork,
  secondWork,
  timesWork,
  searchLogWork,
  effectsWork,
  unitHistoryWork,
  writersWork,
  outdatedWork,
  blameWork,
  peopleWork,
  creditsWork,
  countsWork,
  groupsWork,
  indexWork,
  rowsWork,
  refsWork,
  revisionWork,
  explainWork,
  placesWork,
  inThread(convertWork),
  inThread(compareWork),
  inThread(reviewWork),
  reviewHistoryWork,
  inThread(searchWork),
  inThread(unitRowsWork),
  inThread(searchOneWork),
  inThread(findKeyWork),
  inThread(findStringsWork),
  inThread(keyUsageWork),
  discoverWork,
]
