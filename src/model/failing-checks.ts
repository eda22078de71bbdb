import { firstNotBefore } from '../binary-search.ts'
import { allCheckIds } from '../checks/registry.ts'
import { sharedIds } from '../checks/run.ts'

/**
 * The failing checks of a translation, four bytes each: row × 256 + the check's index in the default order, ascending.
 * So a translation has fewer than 2^24 units.
 */
export type FailingChecks = Uint32Array

/**
 * The failing checks by two verdicts, the same object if they agree: `failing` is Weblate's, for the API; `verdict` is
 * gitglot's own, for commands and pages.
 */
export interface Verdicts {
  readonly failing: FailingChecks
  readonly verdict: FailingChecks
}

/** Returns both verdicts; equal ones share an object. */
export function shareVerdicts({ failing, verdict }: Verdicts): Verdicts {
  const isSame =
    failing.length === verdict.length && failing.every((word, index) => word === verdict[index])
  return { failing, verdict: isSame ? failing : verdict }
}

const CHECKS = 256

/** Packs the ids of failing checks of rows. */
export function packFailing(
  rows: Iterable<readonly [row: number, ids: readonly string[]]>,
): FailingChecks {
  const words: number[] = []
  for (const [row, ids] of rows) {
    for (const id of ids) words.push(row * CHECKS + placeOf(id))
  }
  return Uint32Array.from(words).sort()
}

/** Returns everything that fails by either verdict. */
export function joinFailing(failing: FailingChecks, other: FailingChecks): FailingChecks {
  if (other.length === 0) return failing
  return Uint32Array.from(new Set([...failing, ...other])).sort()
}

/** Returns the ids of the checks that a row fails, in the default order. Rows with the same checks share an array. */
export function failingOn(failing: FailingChecks, row: number): readonly string[] {
  const start = firstOf(failing, row)
  return idsFrom(failing, start, row)
}

/** Returns whether a row fails a check. */
export function hasFailing(failing: FailingChecks, row: number): boolean {
  return rowAt(failing, firstOf(failing, row)) === row
}

/** Returns each row with failing checks, ascending, with their ids. */
export function failingRows(failing: FailingChecks): [row: number, ids: readonly string[]][] {
  const rows: [number, readonly string[]][] = []
  let start = 0
  for (let row = rowAt(failing, start); row !== undefined; row = rowAt(failing, start)) {
    const ids = idsFrom(failing, start, row)
    rows.push([row, ids])
    start += ids.length
  }
  return rows
}

/** Calls back with each failing check of each row, and whether it is the last of its row. */
export function eachFailing(
  failing: FailingChecks,
  visit: (id: string, isLastOfRow: boolean) => void,
): void {
  for (let index = 0; index < failing.length; index++) {
    const isLastOfRow = rowAt(failing, index) !== rowAt(failing, index + 1)
    visit(allCheckIds[failing[index]! % CHECKS]!, isLastOfRow)
  }
}

/** Counts the rows that fail each check, for checks that fail at all, in the default order. */
export function countByCheck(
  failingLists: readonly FailingChecks[],
): [check: string, rows: number][] {
  const counts = new Array<number>(CHECKS).fill(0)
  for (const failing of failingLists) {
    for (const word of failing) counts[word % CHECKS] = (counts[word % CHECKS] ?? 0) + 1
  }
  return allCheckIds.flatMap((id, place) => (counts[place] ? [[id, counts[place]]] : []))
}

/** Returns the rows with failing checks, ascending. */
export function rowsOf(failing: FailingChecks): number[] {
  const rows: number[] = []
  for (const word of failing) {
    const row = Math.floor(word / CHECKS)
    if (row !== rows.at(-1)) rows.push(row)
  }
  return rows
}

function idsFrom(failing: FailingChecks, start: number, row: number): readonly string[] {
  const ids: string[] = []
  for (let index = start; rowAt(failing, index) === row; index++) {
    ids.push(allCheckIds[(failing[index] as number) % CHECKS] as string)
  }
  return sharedIds(ids)
}

function rowAt(failing: FailingChecks, index: number): number | undefined {
  const word = failing[index]
  return word === undefined ? undefined : Math.floor(word / CHECKS)
}

/** Returns the index at which a row's checks begin, or would begin. */
function firstOf(failing: FailingChecks, row: number): number {
  const firstWord = row * CHECKS
  return firstNotBefore(failing.length, (index) => (failing[index] as number) < firstWord)
}

const places = new Map(allCheckIds.map((id, place) => [id, place]))

function placeOf(id: string): number {
  const place = places.get(id)
  if (place === undefined) throw new RangeError(`no check ${id}`)
  return place
}
