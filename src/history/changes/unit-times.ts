import type { Component, UnitTimes } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { rememberAnswer } from '../answer.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import { isAddition, questionOf, type UnitEntry, walkUnitEntries } from './unit-entries.ts'

type Times = ReadonlyMap<string, UnitTimes>

/**
 * Returns when the units of one of a repository's components changed: as stored for the same commits by this or another
 * process, otherwise as found now. Rejects with RepositoryError for unreadable objects.
 */
export const timesWork = historyWork(
  'times',
  (repository, of: string): Promise<Times> => {
    const logged = repository.find(({ component }) => placeOf(component) === of)
    if (logged === undefined) throw new RangeError(`${of}: expected one of the components`)
    return rememberTimes(logged, repository, () => {
      const { times, note } = createTimes(logged.component)
      walkUnitEntries(logged, repository, note)
      return times
    })
  },
  { readsFiles: true },
)

/** Returns the stored times of one of a repository's components, or finds and stores them. */
export function rememberTimes(
  logged: LoggedComponent,
  repository: readonly LoggedComponent[],
  find: () => Times,
): Promise<Times> {
  return rememberAnswer(logged.history, 'times', questionOf(logged, repository), find)
}

/** Creates the times of a component's units, by language, to be filled with their entries, the newest first. */
export function createTimes({ translations }: Component): {
  readonly times: Times
  note(entry: UnitEntry): void
} {
  const times = new Map<string, UnitTimes>(
    translations.map(({ language, statistics }) => {
      const count = statistics.total.units
      return [language.code, { added: new Float64Array(count), updated: new Float64Array(count) }]
    }),
  )
  return {
    times,
    note({ translation, row, action, micros }) {
      const { added, updated } = times.get(translation.language.code)!
      if (updated[row] === 0) updated[row] = micros
      if (isAddition(action)) added[row] = micros
    },
  }
}
