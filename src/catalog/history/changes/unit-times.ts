import type { Translation, UnitTimes } from '../../model.ts'
import { findRow, type Units } from '../../unit.ts'
import type { Timeline } from '../timeline/timeline.ts'
import { findUnitRow } from './change.ts'
import { secondsOf } from './change-filter.ts'
import { type LoggedComponent, type Segment, segmentsOf } from './segments.ts'
import { ACTION, CONTENT_ACTIONS, type StepChange } from './step-change.ts'

/** With the units, whose table tells the rows from others. */
interface TimedUnits extends UnitTimes {
  readonly units: () => Units
}

/** The times of a component's units, by language, and the timeline that says so. */
export interface ComponentTimes {
  readonly timeline: Timeline
  readonly translations: ReadonlyMap<string, TimedUnits>
}

/** A translation whose units are looked for. */
interface Open extends TimedUnits {
  readonly translation: Translation
  /** How many units have not been seen added. */
  left: number
}

/**
 * Finds out when the units of a component changed, newest entries first, until each was seen added. Where the history
 * only grew since those in `before` were read, nothing older is read. Throws RepositoryError for
 * unreadable objects.
 */
export function findUnitTimes(
  own: LoggedComponent,
  {
    repository,
    before,
  }: {
    /** All components of its repository: one commit numbers the entries of all that it changed. */
    readonly repository: readonly LoggedComponent[]
    readonly before: ComponentTimes | undefined
  },
): ComponentTimes {
  const { timeline } = own.history
  const known = before !== undefined && isContinued(before.timeline, timeline) ? before : undefined
  const first = known?.timeline.steps.length ?? 0
  const all = new Map(own.component.translations.map((one) => [one.language.code, openOf(one)]))
  const open = new Map([...all].filter(([, { left }]) => left > 0))
  for (const { seconds, steps } of secondsOf([own], {})) {
    if (open.size === 0) break
    if (!steps.some(({ step }) => step >= first)) continue
    const segments = segmentsOf([repository], seconds)
    for (const segment of segments.reverse()) {
      if (segment.component !== own.component || segment.step < first) continue
      noteSegment(segment, { seconds, open })
    }
  }
  for (const [code, one] of open) takeOver(one, known?.translations.get(code))
  // Without the translations: what is kept until the next commit must not keep all that was served.
  const found = [...all].map(([code, { units, added, updated }]): [string, TimedUnits] => [
    code,
    { units, added, updated },
  ])
  return { timeline, translations: new Map(found) }
}

/** Whether a timeline has the steps of another one, then perhaps more. */
function isContinued(before: Timeline, { steps, completeness }: Timeline): boolean {
  const last = before.steps.at(-1)
  return (
    last !== undefined &&
    before.completeness.complete === completeness.complete &&
    before.steps[0]!.commit === steps[0]?.commit &&
    steps[last.index]?.commit === last.commit
  )
}

function openOf(translation: Translation): Open {
  const { units, statistics } = translation
  const count = statistics.total.units
  const [added, updated] = [new Float64Array(count), new Float64Array(count)]
  return { translation, units, added, updated, left: count }
}

/** Notes the entries of one commit, the newest first. */
function noteSegment(
  { history, step, runs, index }: Segment,
  { seconds, open }: { readonly seconds: number; readonly open: Map<string, Open> },
): void {
  const isWanted = runs.some(({ action, language }) => isOfUnit(action) && open.has(language))
  if (!isWanted) return
  const changes = history.log.changes(step)
  for (let offset = changes.length - 1; offset >= 0; offset--) {
    const micros = seconds * 1e6 + Math.min(index + offset, 999_999)
    noteChange(changes[offset]!, { micros, open })
  }
}

function noteChange(
  { action, language, unit }: StepChange,
  { micros, open }: { readonly micros: number; readonly open: Map<string, Open> },
): void {
  const one = language && open.get(language.code)
  if (one === undefined || unit === undefined || !isOfUnit(action)) return
  const row = findUnitRow(one.translation, unit)
  // Older entries with its key are of another unit.
  if (row === undefined || one.added[row] !== 0) return
  if (one.updated[row] === 0) one.updated[row] = micros
  if (!isAddition(action)) return
  one.added[row] = micros
  if (--one.left === 0) open.delete(one.translation.language.code)
}

function isOfUnit(action: number): boolean {
  return CONTENT_ACTIONS.has(action) || isAddition(action)
}

/** The sources of a bilingual component come with its translations. */
function isAddition(action: number): boolean {
  return action === ACTION.stringAdded || action === ACTION.sourceAdded
}

/** Fills in the times known before. */
function takeOver({ units, added, updated }: Open, before: TimedUnits | undefined): void {
  if (before === undefined) return
  const { table } = units()
  const oldTable = before.units().table
  for (let row = 0; row < added.length; row++) {
    if (added[row] !== 0) continue
    const old = findRow(oldTable, table, row)
    if (old === undefined) continue
    added[row] = before.added[old]!
    updated[row] = Math.max(updated[row]!, before.updated[old]!)
  }
}
