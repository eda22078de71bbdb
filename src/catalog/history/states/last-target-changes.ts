import type { Entry } from '../../../../formats/entry.ts'
import type { ComponentConfig } from '../../../config/config.ts'
import { WORK_TREE_OID } from '../../../git/work-tree.ts'
import { digestOf } from '../../digest.ts'
import type { Translation } from '../../model.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { contextOf, rawTarget, sourceId, type Units } from '../../unit.ts'
import { type Step, stepsByCommit, type Timeline } from '../timeline/timeline.ts'
import type { Readable } from './source-versions.ts'

/** How far back the search for the last changes of a translation's targets has got. */
interface Walk {
  readonly found: Map<string, Step>
  /** Targets, by context, that are equal in every version read so far. */
  readonly open: Map<string, string>
  /** Versions up to this step are still unread. */
  last: number
  /** The oldest step read after which the file parsed. */
  after: Step | undefined
}

/** A stored walk, with commits instead of steps. */
interface StoredWalk {
  readonly found: readonly (readonly [commit: string, contexts: readonly string[]])[]
  readonly open: readonly string[]
  /** The step after `last`. */
  readonly next: string
  readonly after: string | undefined
}

/** How many of a file's newest commits to check for a stored walk. */
const MAX_LOOKS = 100

/**
 * Returns the newest step that changed the target of each of these rows at the tip. Reads back only as far as
 * necessary, and not again where an earlier call did. Follows a moved file by its language, and skips versions that do
 * not parse.
 */
export function lastTargetChanges(
  history: Readable,
  { filename, language, units: unitsOf }: Pick<Translation, 'filename' | 'language' | 'units'>,
  rows: readonly number[],
): ReadonlyMap<number, Step> {
  if (rows.length === 0) return new Map()
  const { timeline, store, log } = history
  const units = unitsOf()
  const naming = namingOf(history.config)
  const searched = new Map(rows.map((row) => [naming.ofRow(units, row), row]))
  const last = timeline.steps.length - 1
  const code = language.code
  const open = openIds(history, code) ?? openTargets(units, naming)
  const walk: Walk = { found: new Map(), open, last, after: undefined }
  const stored = store.bucket<StoredWalk>({ name: 'targets' })
  const keyOf = ({ commit }: Step) => digestOf([log, filename, language.code, commit])
  const newest = timeline.lastChange(filename, last)
  const storedWalk = findKept(timeline, filename, (step) => stored.get(keyOf(step)))
  if (storedWalk !== undefined) {
    walkBack(history, { walk, searched, code, until: storedWalk.step.index })
    continueFrom(storedWalk.walk, { walk, searched, timeline })
  }
  walkBack(history, { walk, searched, code, until: -1 })
  if (newest !== undefined && newest.commit !== WORK_TREE_OID) {
    const next = timeline.steps[walk.last + 1]
    const isKept = storedWalk?.step === newest && storedWalk.walk.next === next?.commit
    if (next !== undefined && !isKept) stored.set(keyOf(newest), packWalk(walk, next))
  }
  return new Map(
    [...searched].flatMap(([context, row]) => {
      const step = walk.found.get(context)
      return step === undefined ? [] : [[row, step]]
    }),
  )
}

/** Blob ids instead of targets, if a unit is a whole file. */
function openIds(
  { timeline, reader, config }: Readable,
  code: string,
): Map<string, string> | undefined {
  if (formatOf(config).textOf === undefined) return undefined
  const { files } = timeline.files(timeline.steps.length - 1)
  const file = files.find(({ language }) => language.code === code)
  const entries = file === undefined ? [] : (reader.openEntries()(file) ?? [])
  return new Map(entries.map(({ context, target }) => [context, target]))
}

/** Returns the name of a unit across versions of a file: its key, or without keys its context and source. */
interface Naming {
  ofRow(units: Units, row: number): string
  of(entry: Pick<Entry, 'context' | 'source'>): string
}

/** Names of a component's units. */
export function namingOf(config: ComponentConfig): Naming {
  if (config.template !== '') return { ofRow: contextOf, of: ({ context }) => context }
  const format = formatOf(config)
  const of: Naming['of'] = ({ context, source }) =>
    JSON.stringify([context, sourceId(source, format)])
  const ofRow: Naming['ofRow'] = (units, row) =>
    of({ context: contextOf(units, row), source: units.table.sources.at(row) ?? '' })
  return { ofRow, of }
}

function openTargets(units: Units, { ofRow }: Naming): Map<string, string> {
  const open = new Map<string, string>()
  for (let row = 0; row < units.table.count; row++) {
    open.set(ofRow(units, row), rawTarget(units, row))
  }
  return open
}

/** Reads back until everything is found; if `until` is a step, until the version after it is read. */
function walkBack(
  { timeline, reader, config, isTracked }: Readable,
  {
    walk,
    searched,
    code,
    until,
  }: {
    readonly walk: Walk
    readonly searched: ReadonlyMap<string, unknown>
    readonly code: string
    readonly until: number
  },
): void {
  const fileAt = (index: number) =>
    timeline.files(index).files.find((file) => file.language.code === code)
  let left = 0
  for (const context of searched.keys()) if (walk.open.has(context)) left++
  const readEntries = reader.openEntries()
  const { of } = namingOf(config)
  let before: readonly Entry[] | undefined
  while (left > 0 || until !== -1) {
    const path = fileAt(walk.last)?.path
    const step = path === undefined ? undefined : timeline.lastChange(path, walk.last)
    if (step === undefined || step.index <= until) return
    walk.after ??= step
    walk.last = step.index - 1
    const file = fileAt(walk.last)
    const entries = file === undefined ? [] : readEntries(file)
    if (entries === undefined) continue
    const targets = changedTargets(before ?? [], entries, of)
    const contexts = before === undefined || file === undefined ? walk.open.keys() : targets.keys()
    for (const context of contexts) {
      const target = walk.open.get(context)
      if (target === undefined) continue
      const older = targets.get(context) ?? ''
      if (file !== undefined && older === target) continue
      // If a change does not count, the one before it is the last.
      if (file !== undefined && older !== '' && !isTracked(walk.after, file, context)) {
        walk.open.set(context, older)
        continue
      }
      walk.found.set(context, walk.after)
      walk.open.delete(context)
      if (searched.has(context)) left--
    }
    before = entries
    walk.after = undefined
  }
}

/** Returns the contexts whose targets differ between two versions, with `''` for missing ones. */
function changedTargets(
  before: readonly Entry[],
  after: readonly Entry[],
  nameOf: Naming['of'],
): ReadonlyMap<string, string> {
  const isSame = (left: Entry, right: Entry) =>
    left === right || (left.target === right.target && nameOf(left) === nameOf(right))
  const shared = Math.min(before.length, after.length)
  let end = 0
  while (end < shared && isSame(before.at(-1 - end)!, after.at(-1 - end)!)) end++
  const changed = new Map<string, string>()
  for (let index = 0; index < Math.max(before.length, after.length) - end; index++) {
    const oldEntry = index < before.length - end ? before[index] : undefined
    const newEntry = index < after.length - end ? after[index] : undefined
    if (oldEntry !== undefined && newEntry !== undefined && isSame(oldEntry, newEntry)) continue
    if (oldEntry !== undefined) changed.set(nameOf(oldEntry), '')
    if (newEntry !== undefined) changed.set(nameOf(newEntry), '')
  }
  if (changed.size === 0) return changed
  for (const entry of after) {
    const name = nameOf(entry)
    if (changed.has(name)) changed.set(name, entry.target)
  }
  return changed
}

interface Kept {
  readonly step: Step
  readonly walk: StoredWalk
}

/** Returns the stored walk of the newest recent commit of a file that has one. */
function findKept(
  timeline: Timeline,
  filename: string,
  get: (step: Step) => StoredWalk | undefined,
): Kept | undefined {
  let step = timeline.lastChange(filename, timeline.steps.length - 1)
  for (let looks = 0; step !== undefined && looks < MAX_LOOKS; looks++) {
    const walk = get(step)
    if (walk !== undefined) return { step, walk }
    step = timeline.lastChange(filename, step.index - 1)
  }
  return undefined
}

/**
 * Continues a walk that reached the start of a stored one where that one ended, unless the stored walk lacks something
 * still missing here, such as a key that the template did not have then.
 */
function continueFrom(
  storedWalk: StoredWalk,
  {
    walk,
    searched,
    timeline,
  }: {
    readonly walk: Walk
    readonly searched: ReadonlyMap<string, unknown>
    readonly timeline: Timeline
  },
): void {
  const steps = stepsByCommit(timeline)
  const next = steps.get(storedWalk.next)
  const stepOf = new Map(
    storedWalk.found.flatMap(([commit, contexts]) => {
      const step = steps.get(commit)
      return step === undefined ? [] : contexts.map((context) => [context, step] as const)
    }),
  )
  const open = new Set(storedWalk.open)
  const isKnown = (context: string) => stepOf.has(context) || open.has(context)
  for (const context of searched.keys()) {
    if (next === undefined || (walk.open.has(context) && !isKnown(context))) return
  }
  if (next === undefined) return
  for (const context of walk.open.keys()) {
    if (open.has(context)) continue
    walk.open.delete(context)
    const step = stepOf.get(context)
    if (step !== undefined) walk.found.set(context, step)
  }
  walk.last = next.index - 1
  walk.after = steps.get(storedWalk.after ?? '')
}

function packWalk({ found, open, after }: Walk, next: Step): StoredWalk {
  const contexts = new Map<string, string[]>()
  for (const [context, { commit }] of found) {
    const list = contexts.get(commit)
    if (list === undefined) contexts.set(commit, [context])
    else list.push(context)
  }
  return { found: [...contexts], open: [...open.keys()], next: next.commit, after: after?.commit }
}
