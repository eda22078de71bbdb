import type { Component, Translation, View } from './model.ts'
import { placeOf } from './place.ts'
import { STATE } from './statistics.ts'
import { contextOf } from './unit.ts'

/** Weblate's action codes that this log has. */
export const ACTION = { updated: 0, sourceAdded: 13, parsingFailed: 24, stringAdded: 71 } as const
export type Action = (typeof ACTION)[keyof typeof ACTION]

/** One entry of the log. */
export interface Change {
  readonly id: number
  readonly component: Component
  readonly translation: Translation
  /** Row of the unit in `translation`; undefined for an entry that concerns the whole translation. */
  readonly row: number | undefined
  readonly action: Action
  readonly target: string
  readonly old: string
  readonly details: Readonly<Record<string, string | number>>
  /** Seconds since 1970 of the commit. */
  readonly seconds: number
  /** Index of the entry within its commit; microseconds of the timestamp, capped at 999,999. */
  readonly index: number
}

/** Neighbouring entries of one kind. */
interface Run {
  readonly translation: Translation
  readonly action: Action
  /** Rows of the units; undefined where they are `firstRow` and the following, or there is no unit. */
  readonly rows?: readonly number[]
  readonly firstRow: number
  readonly count: number
  readonly seconds: number
  /** Index within the commit, and within the second over the whole server, of the first entry. */
  readonly index: number
  readonly number: number
}

/** What a list of changes is narrowed to. Times in microseconds since 1970, inclusive. */
export interface ChangeFilter {
  readonly project?: string
  readonly component?: Component
  readonly translation?: Translation
  readonly language?: string
  readonly actions?: ReadonlySet<number>
  readonly after?: number
  readonly before?: number
}

/** A list of changes, newest first, that makes an entry only when it is asked for. */
export interface ChangeList {
  readonly count: number
  change(index: number): Change
}

const SECONDS_TO_2000 = 946_684_800
const NUMBERS_PER_SECOND = 2 ** 22

/** The log of a fresh import of everything in the view: what Weblate writes when it first reads each component. */
export class ImportLog {
  readonly #runs: readonly Run[]

  constructor(view: View) {
    this.#runs = createRuns(view)
  }

  list(filter: ChangeFilter): ChangeList {
    const runs = this.#runs.flatMap((run) => narrow(run, filter)).reverse()
    const ends: number[] = []
    let count = 0
    for (const run of runs) {
      count += run.count
      ends.push(count)
    }
    return {
      count,
      change(index) {
        const at = firstAbove(ends, index)
        const run = runs[at]
        if (run === undefined) throw new RangeError(`change ${index} of ${count}`)
        return entry(run, (ends[at] as number) - 1 - index)
      },
    }
  }

  /** The entry of an id; undefined when there is none. */
  find(id: number): Change | undefined {
    const seconds = Math.floor(id / NUMBERS_PER_SECOND) + SECONDS_TO_2000
    const number = id % NUMBERS_PER_SECOND
    const run = this.#runs.find(
      (r) => r.seconds === seconds && number >= r.number && number < r.number + r.count,
    )
    return run && entry(run, number - run.number)
  }
}

/** Entries in the order in which they are logged. */
function createRuns(view: View): Run[] {
  const components = view.projects
    .flatMap((project) => project.components)
    .filter((component) => component.commit !== undefined)
    .sort((a, b) => time(a) - time(b) || compare(placeOf(a), placeOf(b)))
  const perSecond = new Map<number, number>()
  const perCommit = new Map<string, number>()
  const runs: Run[] = []
  for (const component of components) {
    const { committer, oid } = component.commit as NonNullable<Component['commit']>
    const seconds = committer.timestamp
    for (const { count, ...run } of importOf(component)) {
      const index = perCommit.get(oid) ?? 0
      const number = perSecond.get(seconds) ?? 0
      runs.push({ ...run, count, seconds, index, number })
      perCommit.set(oid, index + count)
      perSecond.set(seconds, number + count)
    }
  }
  return runs
}

function* importOf(
  component: Component,
): Generator<Pick<Run, 'translation' | 'action' | 'rows' | 'firstRow' | 'count'>> {
  const source = component.translations.find((one) => one.isSource)
  for (const translation of component.translations) {
    if (translation.filename === '') continue
    if (translation.alert !== undefined) {
      yield { translation, action: ACTION.parsingFailed, firstRow: 0, count: 1 }
      continue
    }
    const rows = translation.sourceRowsAdded
    if (source !== undefined && rows.length > 0) {
      const count = rows.length
      yield { translation: source, action: ACTION.sourceAdded, rows, firstRow: 0, count }
    }
    const count = translation.units.states.length
    if (count > 0) yield { translation, action: ACTION.stringAdded, firstRow: 0, count }
    yield { translation, action: ACTION.updated, firstRow: 0, count: 1 }
  }
}

function entry(run: Run, offset: number): Change {
  const { translation, action, seconds } = run
  const unit = action === ACTION.stringAdded || action === ACTION.sourceAdded
  const at = run.firstRow + offset
  const row = unit ? (run.rows?.[at] ?? at) : undefined
  return {
    id: (seconds - SECONDS_TO_2000) * NUMBERS_PER_SECOND + run.number + offset,
    component: translation.component,
    translation,
    row,
    action,
    ...content(translation, action, row),
    seconds,
    index: run.index + offset,
  }
}

function content(
  translation: Translation,
  action: Action,
  row: number | undefined,
): Pick<Change, 'target' | 'old' | 'details'> {
  const filename = translation.filename
  if (row === undefined) {
    const details: Change['details'] =
      action === ACTION.parsingFailed
        ? { filename, error_message: translation.alert?.message ?? '' }
        : { reason: 'new file', filename }
    return { target: '', old: '', details }
  }
  const { units } = translation
  const source = units.table.sources[row] ?? ''
  const state = units.states[row] ?? STATE.empty
  const isSourceAdded = action === ACTION.sourceAdded
  return {
    target: isSourceAdded ? source : (units.targets[row] ?? ''),
    old: isSourceAdded ? source : '',
    details: {
      state,
      source,
      context: contextOf(units, row),
      old_state: isSourceAdded ? state : -1,
    },
  }
}

/** The part of a run that passes the filter. */
function narrow(run: Run, filter: ChangeFilter): Run[] {
  const { translation } = run
  const { component } = translation
  if (filter.project !== undefined && component.project.config.slug !== filter.project) return []
  if (filter.component !== undefined && component !== filter.component) return []
  if (filter.translation !== undefined && translation !== filter.translation) return []
  if (filter.language !== undefined && translation.language.code !== filter.language) return []
  if (filter.actions !== undefined && !filter.actions.has(run.action)) return []
  const micros = run.seconds * 1e6 + run.index
  const skipped = Math.max(0, Math.ceil((filter.after ?? 0) - micros))
  const count = Math.min(run.count, Math.floor((filter.before ?? Infinity) - micros) + 1) - skipped
  if (count <= 0) return []
  const isUnits = run.action === ACTION.stringAdded || run.action === ACTION.sourceAdded
  return [
    {
      ...run,
      firstRow: isUnits ? run.firstRow + skipped : run.firstRow,
      count,
      index: run.index + skipped,
      number: run.number + skipped,
    },
  ]
}

function firstAbove(ends: readonly number[], index: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ends[middle] as number) <= index) low = middle + 1
    else high = middle
  }
  return low
}

function time(component: Component): number {
  return component.commit?.committer.timestamp ?? 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
