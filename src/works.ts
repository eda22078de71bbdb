import { writeWork } from './api/write-document.ts'
import { explainWork } from './catalog/checking/explain-checks.ts'
import { refsWork } from './catalog/component-refs.ts'
import { inThread } from './catalog/component-work.ts'
import { indexWork, rowsWork } from './catalog/history/repository-history.ts'
import { searchOneWork, searchWork } from './catalog/search-units.ts'
import { placeWork } from './catalog/unit-places.ts'
import { deriveWork } from './catalog/updates/derive-work.ts'
import { lastChangesWork } from './catalog/updates/find-last-changes.ts'
import { checkWork, readWork } from './catalog/updates/read-work.ts'
import { discoverWork } from './discovery/find-components.ts'
import type { Work } from './engine/work.ts'

/** All that worker threads do. */
export const works: readonly Work<never, unknown>[] = [
  readWork,
  checkWork,
  deriveWork,
  indexWork,
  rowsWork,
  lastChangesWork,
  refsWork,
  explainWork,
  placeWork,
  writeWork,
  inThread(searchWork),
  inThread(searchOneWork),
  discoverWork,
]
