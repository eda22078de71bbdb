import type { Translation, UnitTimes } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { rememberAnswer } from '../answer.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import { logKey } from '../past.ts'
import { findUnitRow } from './change.ts'
import { secondsOf } from './change-filter.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { ACTION, CONTENT_ACTIONS } from './step-change.ts'

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
 * Returns when the units of one of a repository's components changed, by language. Rejects with RepositoryError for
 * unreadable objects.
 */
export const timesWork = historyWork(
  'times',
  async (repository, of: string): Promise<ReadonlyMap<string, UnitTimes>> => {
    const logged = repository.find(({ component }) => placeOf(component) === of)
    if (logged === undefined) throw new RangeError(`${of}: expected one of the components`)
    const logs = await readUnitLog(logged, repository)
    return new Map(
      logged.component.translations.map(({ language: { code }, statistics }) => [
        code,
        timesIn(logs.get(code)!, statistics.total.units),
      ]),
    )
  },
  (place, of) => place === of,
)

/** Returns when each of the first `count` rows was added and last changed; 0 if that is not in the log. */
export function timesIn({ rows, actions, micros }: UnitLog, count: number): UnitTimes {
  const times = { added: new Float64Array(count), updated: new Float64Array(count) }
  for (const [index, row] of rows.entries()) {
    if (times.updated[row] === 0) times.updated[row] = micros[index]!
    if (ADDITIONS.has(actions[index]!)) times.added[row] = micros[index]!
  }
  return times
}

/** Actions that add a unit. Translations bring the sources of a bilingual component. */
const ADDITIONS: ReadonlySet<number> = new Set([
  ACTION.stringAdded,
  ACTION.sourceAdded,
  ACTION.sourceAddedInRepository,
])

/**
 * Returns the log of the units of one of a repository's components, by language: as stored for the same commits by this
 * or another process, otherwise read now. Rejects with RepositoryError for unreadable objects. A commit numbers its
 * entries across all components of the repository.
 */
export function readUnitLog(
  logged: LoggedComponent,
  repository: readonly LoggedComponent[],
): Promise<ReadonlyMap<string, UnitLog>> {
  const question = [
    placeOf(logged.component),
    ...repository.map(({ component, history }) => [
      placeOf(component),
      logKey(history),
      history.place.config.stateFrom,
      history.timeline.tip,
    ]),
  ]
  return rememberAnswer(logged.history, 'unit-log', question, () => {
    const logs = new Map(
      logged.component.translations.map((translation) => [
        translation.language.code,
        openLog(translation),
      ]),
    )
    const open = new Map([...logs].filter(([, { left }]) => left > 0))
    for (const { seconds } of secondsOf([logged], {})) {
      if (open.size === 0) break
      for (const segment of segmentsOf([repository], seconds).reverse()) {
        if (segment.component === logged.component) readSegment(segment, seconds, open)
      }
    }
    return new Map(Array.from(logs, ([code, log]) => [code, packLog(log)]))
  })
}

/** Lists of numbers, since objects would take several times as much memory. */
interface OpenLog extends Readonly<Record<keyof UnitLog, number[]>> {
  readonly translation: Translation
  /** Whether the addition of a row has been seen. */
  readonly isAdded: Uint8Array
  /** Number of units whose addition has not been seen yet. */
  left: number
}

function openLog(translation: Translation): OpenLog {
  const left = translation.statistics.total.units
  const columns = { rows: [], actions: [], micros: [], steps: [] }
  return { ...columns, translation, isAdded: new Uint8Array(left), left }
}

function packLog({ rows, actions, micros, steps }: OpenLog): UnitLog {
  return {
    rows: Uint32Array.from(rows),
    actions: Uint8Array.from(actions),
    micros: Float64Array.from(micros),
    steps: Uint32Array.from(steps),
  }
}

function readSegment(
  { history, step, runs, index }: Segment,
  seconds: number,
  open: Map<string, OpenLog>,
): void {
  if (!runs.some(({ action, language }) => isOfUnit(action) && open.has(language))) return
  const changes = history.log.changes(step)
  for (let offset = changes.length - 1; offset >= 0; offset--) {
    const { action, language, unit } = changes[offset]!
    const log = language && open.get(language.code)
    if (log === undefined || unit === undefined || !isOfUnit(action)) continue
    const row = findUnitRow(log.translation, unit)
    // Older entries with the same key belong to another unit.
    if (row === undefined || log.isAdded[row] !== 0) continue
    log.rows.push(row)
    log.actions.push(action)
    log.micros.push(seconds * 1e6 + Math.min(index + offset, 999_999))
    log.steps.push(step)
    if (!ADDITIONS.has(action)) continue
    log.isAdded[row] = 1
    if (--log.left === 0) open.delete(log.translation.language.code)
  }
}

/** Returns whether an action adds a unit or changes its content. */
function isOfUnit(action: number): boolean {
  return CONTENT_ACTIONS.has(action) || ADDITIONS.has(action)
}
