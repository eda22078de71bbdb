import type { UnitTimes } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { rememberAnswer } from '../answer.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import { isAddition, questionOf, walkUnitLog } from './unit-log.ts'

type Times = ReadonlyMap<string, UnitTimes>

/**
 * Returns the times that `findUnitTimes` finds for one of a repository's components: those stored for the same commits
 * by this or another process, otherwise computed now.
 */
export const timesWork = historyWork(
  'times',
  (repository, of: string): Promise<Times> => {
    const logged = repository.find(({ component }) => placeOf(component) === of)
    if (logged === undefined) throw new RangeError(`${of}: expected one of the components`)
    return rememberAnswer(logged.history, 'times', questionOf(logged, repository), () =>
      findUnitTimes(logged, repository),
    )
  },
  { readsFiles: true },
)

/**
 * Finds when the units of a component changed, by language. Throws RepositoryError for unreadable objects. The whole log
 * would take much more memory.
 */
function findUnitTimes(logged: LoggedComponent, repository: readonly LoggedComponent[]): Times {
  const times = new Map<string, UnitTimes>(
    logged.component.translations.map(({ language, statistics }) => {
      const count = statistics.total.units
      return [language.code, { added: new Float64Array(count), updated: new Float64Array(count) }]
    }),
  )
  walkUnitLog(logged, repository, ({ translation, row, action, micros }) => {
    const { added, updated } = times.get(translation.language.code)!
    if (updated[row] === 0) updated[row] = micros
    if (isAddition(action)) added[row] = micros
  })
  return times
}
