import { WORK_TREE_OID } from '../../../git/work-tree.ts'
import { structuredCodec } from '../../../storage/store.ts'
import { digestOf } from '../../digest.ts'
import type { UnitTimes } from '../../model.ts'
import { placeOf } from '../../paths.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import { logKey } from './log-key.ts'
import { findUnitTimes } from './unit-times.ts'

type Times = ReadonlyMap<string, UnitTimes>

/**
 * Returns the times that `findUnitTimes` finds for one of a repository's components: those stored for the same commits
 * by this or another process, otherwise computed now.
 */
export const timesWork = historyWork(
  'times',
  (repository, of: string, { store }): Times => {
    const logged = repository.find(({ component }) => placeOf(component) === of)
    if (logged === undefined) throw new RangeError(`${of}: expected one of the components`)
    const stored = store.bucket({ name: 'times', codec: structuredCodec<Times>() })
    const key = keyOf(logged, repository)
    const storedTimes = key === undefined ? undefined : stored.get(key)
    if (storedTimes !== undefined && isOf(logged, storedTimes)) return storedTimes
    const times = findUnitTimes(logged, repository)
    if (key !== undefined) stored.set(key, times)
    return times
  },
  { readsFiles: true },
)

/** Returns whether the times fit the units. */
function isOf({ component: { translations } }: LoggedComponent, times: Times): boolean {
  return translations.every(
    ({ language, statistics }) => times.get(language.code)?.added.length === statistics.total.units,
  )
}

/** Returns the key for commits and settings of all components of a repository; undefined for files on disk. */
function keyOf(
  logged: LoggedComponent,
  repository: readonly LoggedComponent[],
): string | undefined {
  if (repository.some(({ history }) => history.timeline.tip === WORK_TREE_OID)) return undefined
  const logs = repository.map(({ history }) => [
    logKey(history),
    history.place.config.stateFrom,
    history.timeline.tip,
  ])
  return digestOf([repository.indexOf(logged), logs])
}
