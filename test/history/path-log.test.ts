import { expect, test } from 'vitest'
import type { HistoryRow, HistoryRows } from '../../src/git/history/history.ts'
import { createPathLog } from '../../src/history/timeline/path-log.ts'
import { createChoices } from '../support/choices.ts'

/** Rows given oldest first. */
function rowsOf(rows: readonly HistoryRow[]): HistoryRows {
  const newest = rows.toReversed()
  // A log uses only the rows and the shallow boundary.
  return {
    [Symbol.iterator]: () => newest[Symbol.iterator](),
    boundary: [],
  } as unknown as HistoryRows
}

function logOf(rows: readonly HistoryRow[]) {
  return createPathLog(rowsOf(rows), () => ({ seconds: 0, files: new Map() }))
}

test('the paths at a step are those that have a blob, whichever step is read first', () => {
  for (let round = 0; round < 200; round++) {
    const { below } = createChoices(round * 17)
    const blobs = new Map<string, string>()
    const rows: HistoryRow[] = []
    for (let commit = 0; commit < 20; commit++) {
      for (const name of new Set(Array.from({ length: 1 + below(3) }, () => `l/${below(6)}`))) {
        const old = blobs.get(name)
        const blob = old !== undefined && below(2) === 0 ? undefined : `${commit}`
        if (blob === undefined) blobs.delete(name)
        else blobs.set(name, blob)
        rows.push({
          commit: `c${commit}`,
          timestamp: commit,
          path: name,
          old,
          new: blob,
          from: undefined,
        })
      }
    }
    const log = logOf(rows)
    const names = Array.from({ length: 6 }, (_, i) => `l/${i}`)
    for (let ask = 0; ask < 30; ask++) {
      const step = below(log.steps.length)
      const expected = names.filter((name) => log.blob(name, step) !== undefined)
      expect(log.paths(step).sort()).toEqual(expected)
      expect(log.paths(log.layout(step)).sort()).toEqual(expected)
    }
  }
})

test('reading paths stays fast if a file is renamed in every commit', () => {
  const rows = Array.from({ length: 60_000 }, (_, i): HistoryRow[] => {
    const about = { commit: `c${i}`, timestamp: i, from: undefined }
    const before = { ...about, path: `l/${i - 1}`, old: 'a', new: undefined }
    const after = { ...about, path: `l/${i}`, old: undefined, new: 'a' }
    return i === 0 ? [after] : [before, after]
  }).flat()
  const log = logOf(rows)
  const counts = log.steps.map((_, step) => log.paths(step).length)
  expect(new Set(counts)).toEqual(new Set([1]))
})
