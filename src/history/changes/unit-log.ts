import { rememberAnswer } from '../answer.ts'
import type { LoggedComponent } from '../component-history.ts'
import { questionOf, walkUnitEntries } from './unit-entries.ts'
import { createTimes, rememberTimes } from './unit-times.ts'

/** The entries of one translation's units, the newest first, in columns. */
export interface UnitLog {
  readonly rows: Uint32Array
  readonly actions: Uint8Array
  /** Microseconds since 1970. */
  readonly micros: Float64Array
  /** Indexes of steps in the component's timeline. */
  readonly steps: Uint32Array
}

/**
 * Returns the log of the units of one of a repository's components, by language: as stored for the same commits by this
 * or another process, otherwise read now. Rejects with RepositoryError for unreadable objects.
 */
export function readUnitLog(
  logged: LoggedComponent,
  repository: readonly LoggedComponent[],
): Promise<ReadonlyMap<string, UnitLog>> {
  return rememberAnswer(logged.history, 'unit-log', questionOf(logged, repository), async () => {
    const { times, note } = createTimes(logged.component)
    // Lists of numbers, since objects would take several times as much memory.
    const logs = new Map(
      logged.component.translations.map(({ language }) => [language.code, createColumns()]),
    )
    walkUnitEntries(logged, repository, (entry) => {
      note(entry)
      const { translation, row, action, micros, step } = entry
      const columns = logs.get(translation.language.code)!
      columns.rows.push(row)
      columns.actions.push(action)
      columns.micros.push(micros)
      columns.steps.push(step)
    })
    // Whoever finds units by their log lists their times, too.
    await rememberTimes(logged, repository, () => times)
    return new Map(Array.from(logs, ([code, columns]) => [code, packColumns(columns)]))
  })
}

interface Columns {
  readonly rows: number[]
  readonly actions: number[]
  readonly micros: number[]
  readonly steps: number[]
}

function createColumns(): Columns {
  return { rows: [], actions: [], micros: [], steps: [] }
}

function packColumns({ rows, actions, micros, steps }: Columns): UnitLog {
  return {
    rows: Uint32Array.from(rows),
    actions: Uint8Array.from(actions),
    micros: Float64Array.from(micros),
    steps: Uint32Array.from(steps),
  }
}
