import { setImmediate as pause } from 'node:timers/promises'
import type { Author } from '../../../people/directory.ts'
import type { View } from '../../model.ts'
import type { People } from '../people/people.ts'
import { isMerge } from '../unit-history/merged-side.ts'
import type { Change } from './change.ts'
import { type ChangeFilter, isSelected, keyOf, type Second, secondsOf } from './change-filter.ts'
import { type ChangePart, changeLogOf, type Wanted } from './change-log.ts'
import { loggedComponents } from './segments.ts'

/** Somebody whose changes are wanted, among the people of a view. */
interface Somebody {
  readonly people: People
  readonly author: Author
}

/** How long one answer may look for what is wanted, and how long it then counts the rest. */
const READ_MS = 3000
const COUNT_MS = 300
/** After how many seconds of history that need no reading others get a turn. */
const SECONDS_PER_TURN = 200
const MAX_KEPT_COUNTS = 100

/** How many entries somebody has in each second of the history, by author and filter. */
const counts = new WeakMap<View, Map<string, Map<number, number>>>()

/**
 * A part of the changes that somebody is the author of, newest first. Looks at commit after commit until the part is
 * found, for some seconds at most; what was looked at is kept with the view. Rejects with RepositoryError.
 */
export async function listChangesBy(
  view: View,
  { people, author }: Somebody,
  { filter, wanted }: { readonly filter: ChangeFilter; readonly wanted: Wanted },
): Promise<ChangePart> {
  const log = changeLogOf(view)
  const components = loggedComponents(view)
    .flat()
    .filter((one) => isSelected(one, filter))
  const known = countsOf(view, `${author.userName} ${keyOf(filter)}`)
  const begin = performance.now()
  const changes: Change[] = []
  let count = 0
  let isCounted = true
  let turn = 0
  for (const second of secondsOf(components, filter)) {
    const { seconds } = second
    if (++turn % SECONDS_PER_TURN === 0) await pause()
    if (!known.has(seconds) && !mayHaveEntries(second, { people, author })) known.set(seconds, 0)
    const missing = Math.max(0, wanted.size - changes.length)
    const part = { start: wanted.start - count, size: missing }
    const before = known.get(seconds)
    if (before === undefined || (missing > 0 && before > part.start)) {
      if (performance.now() > begin + (missing > 0 ? READ_MS : COUNT_MS)) {
        isCounted = false
        break
      }
      const found = await listSecondBy(second, { view, people, author, filter }, part)
      changes.push(...found.changes)
      known.set(seconds, found.count)
    }
    count += known.get(seconds) ?? 0
  }
  return { count, isCounted, isComplete: log.isComplete(filter), changes }
}

function countsOf(view: View, key: string): Map<number, number> {
  const own = counts.get(view) ?? new Map<string, Map<number, number>>()
  counts.set(view, own)
  const known = own.get(key) ?? new Map<number, number>()
  if (own.size >= MAX_KEPT_COUNTS) own.clear()
  own.set(key, known)
  return known
}

/** Whether somebody may have an entry in a second: made a commit of it, or one that a merge brought. */
function mayHaveEntries({ steps }: Second, somebody: Somebody): boolean {
  return steps.some((one) => isMergeStep(one) || isBy(placeOfStep(one), somebody))
}

function isMergeStep({ history, step }: Second['steps'][number]): boolean {
  return isMerge(history.repository, history.timeline.steps[step]!.commit)
}

function placeOfStep({
  component,
  history,
  step,
}: Second['steps'][number]): Pick<Change, 'component' | 'authorCommit'> {
  return { component, authorCommit: history.timeline.steps[step]!.commit }
}

function isBy(
  { component, authorCommit }: Pick<Change, 'component' | 'authorCommit'>,
  { people, author }: Somebody,
): boolean {
  return people.of(component, authorCommit).author?.userName === author.userName
}

/** Somebody's entries of one second: without reading them all where every commit is theirs and none a merge. */
async function listSecondBy(
  second: Second,
  { view, filter, ...somebody }: Somebody & { readonly view: View; readonly filter: ChangeFilter },
  { start, size }: Wanted,
): Promise<Pick<ChangePart, 'count' | 'changes'>> {
  const log = changeLogOf(view)
  const areTheirs = second.steps.every(
    (one) => !isMergeStep(one) && isBy(placeOfStep(one), somebody),
  )
  if (areTheirs) return log.listSecond(second, filter, { start, size })
  const { changes } = await log.listSecond(second, filter, { start: 0, size: Infinity })
  const own = changes.filter((change) => isBy(change, somebody))
  const from = Math.max(0, start)
  return { count: own.length, changes: own.slice(from, from + size) }
}
