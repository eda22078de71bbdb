import { convertWork } from './api/convert.ts'
import { explainWork } from './catalog/checking/explain-checks.ts'
import { compareWork } from './catalog/compare-components.ts'
import { refsWork } from './catalog/component-refs.ts'
import { inThread } from './catalog/component-work.ts'
import { runsWork } from './catalog/history/changes/change-log.ts'
import { recentWork } from './catalog/history/changes/recent-changes.ts'
import { countWork, secondWork } from './catalog/history/changes/segment-changes.ts'
import { timesWork } from './catalog/history/changes/unit-times.ts'
import { effectsWork } from './catalog/history/commits/effects.ts'
import { statesWork } from './catalog/history/open-components.ts'
import { creditsWork } from './catalog/history/people/credits.ts'
import { peopleWork } from './catalog/history/people/sightings.ts'
import { groupsWork, indexWork, rowsWork } from './catalog/history/repository-history.ts'
import { blameWork } from './catalog/history/states/blame.ts'
import { outdatedWork } from './catalog/history/states/outdated.ts'
import { countsWork } from './catalog/history/trend/project-counts.ts'
import { unitHistoryWork } from './catalog/history/unit-history/unit-history.ts'
import { writersWork } from './catalog/history/unit-history/writer.ts'
import { reviewWork } from './catalog/review/review-component.ts'
import { reviewHistoryWork } from './catalog/review/review-history.ts'
import { searchOneWork, searchWork } from './catalog/search-units.ts'
import { placesWork } from './catalog/unit-places.ts'
import { unitRowsWork } from './catalog/unit-rows.ts'
import { lastChangesWork } from './catalog/updates/find-last-changes.ts'
import { checkWork, readWork } from './catalog/updates/read-work.ts'
import { revisionWork } from './catalog/updates/ref-targets.ts'
import { discoverWork } from './discovery/find-components.ts'
import type { Work } from './engine/work.ts'
import { findKeyWork } from './facts/find-key.ts'
import { findStringsWork } from './mcp/find-strings.ts'
import { keyUsageWork } from './usage/key-usage.ts'

/** All work that runs in worker threads. */
export const works: readonly Work<never, unknown>[] = [
  readWork,
  checkWork,
  statesWork,
  recentWork,
  runsWork,
  countWork,
  secondWork,
  timesWork,
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
  lastChangesWork,
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
