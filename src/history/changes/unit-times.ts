import type { Translation, UnitTimes } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { rememberAnswer } from '../answer.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import { logKey } from '../past.ts'
import { findUnitRow } from './change.ts'
import { secondsOf } from './change-filter.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { ACTION, CONTENT_ACTIONS, type StepChange } from './step-change.ts'

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
    const question = repository.map(({ component, history }) => [
      placeOf(component),
      logKey(history),
      history.place.config.stateFrom,
      history.timeline.tip,
    ])
    return rememberAnswer(logged.history, 'times', question, () =>
      findUnitTimes(logged, repository),
    )
  },
  { readsFiles: true },
)

interface Open extends UnitTimes {
  readonly translation: Translation
  /** Number of units whose addition has not been seen yet. */
  left: number
}

/**
 * Finds when the units of a component changed, by language: reads the newest entries first, until each unit's addition
 * was seen. Throws RepositoryError for unreadable objects. A commit numbers its entries across all components of the
 * repository.
 */
function findUnitTimes(logged: LoggedComponent, repository: readonly LoggedComponent[]): Times {
  const timesByCode = new Map(
    logged.component.translations.map((translation) => [
      translation.language.code,
      openOf(translation),
    ]),
  )
  const open = new Map([...timesByCode].filter(([, { left }]) => left > 0))
  for (const { seconds } of secondsOf([logged], {})) {
    if (open.size === 0) break
    for (const segment of segmentsOf([repository], seconds).reverse()) {
      if (segment.component === logged.component) noteSegment(segment, seconds, open)
    }
  }
  return new Map([...timesByCode].map(([code, { added, updated }]) => [code, { added, updated }]))
}

function openOf(translation: Translation): Open {
  const count = translation.statistics.total.units
  const [added, updated] = [new Float64Array(count), new Float64Array(count)]
  return { translation, added, updated, left: count }
}

function noteSegment(
  { history, step, runs, index }: Segment,
  seconds: number,
  open: Map<string, Open>,
): void {
  const isWanted = runs.some(({ action, language }) => isOfUnit(action) && open.has(language))
  if (!isWanted) return
  const changes = history.log.changes(step)
  for (let offset = changes.length - 1; offset >= 0; offset--) {
    const micros = seconds * 1e6 + Math.min(index + offset, 999_999)
    noteChange(changes[offset]!, micros, open)
  }
}

function noteChange(
  { action, language, unit }: StepChange,
  micros: number,
  open: Map<string, Open>,
): void {
  const times = language && open.get(language.code)
  if (times === undefined || unit === undefined || !isOfUnit(action)) return
  const row = findUnitRow(times.translation, unit)
  // Older entries with the same key belong to another unit.
  if (row === undefined || times.added[row] !== 0) return
  if (times.updated[row] === 0) times.updated[row] = micros
  if (!isAddition(action)) return
  times.added[row] = micros
  if (--times.left === 0) open.delete(times.translation.language.code)
}

function isOfUnit(action: number): boolean {
  return CONTENT_ACTIONS.has(action) || isAddition(action)
}

const ADDITIONS: ReadonlySet<number> = new Set([
  ACTION.stringAdded,
  ACTION.sourceAdded,
  ACTION.sourceAddedInRepository,
])

/** Translations bring the sources of a bilingual component. */
function isAddition(action: number): boolean {
  return ADDITIONS.has(action)
}
