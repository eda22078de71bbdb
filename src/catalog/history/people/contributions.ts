import type { Progress } from '../../../engine/work.ts'
import { RepositoryError } from '../../../errors.ts'
import type { HistoryRow, HistoryRows } from '../../../git/history/history.ts'
import type { UnitCounter } from './unit-counter.ts'

/** What one commit did to one translation file. */
export interface Contribution {
  readonly commit: string
  readonly path: string
  /** Units whose text it wrote; 0 is left out. */
  readonly units: number
}

interface ContributionOptions {
  /** Of mode `ancestors-moves`. */
  readonly rows: HistoryRows
  readonly counter: UnitCounter
  /** The code in a path; undefined for paths that are no translation. */
  readonly codeOf: (path: string) => string | undefined
  /** Which rows are asked for: the files of all others are not read. */
  readonly isWanted: (row: HistoryRow) => boolean
  readonly progress?: Progress | undefined
}

/**
 * What the commits behind a tip translated, parents before children. A file that was moved counts nothing, one that does
 * not parse neither: the next version that does is compared with the last one that did.
 */
export function findContributions(options: ContributionOptions): Contribution[] {
  const { rows, codeOf, isWanted } = options
  const contributions: Contribution[] = []
  /** The blobs that each path had, oldest first, as far as rows tell. */
  const versions = new Map<string, string[]>()
  let done = 0
  for (const row of rows) {
    done++
    const { commit, path, from } = row
    const older = versions.get(path) ?? []
    versions.set(path, older)
    const code = codeOf(path)
    if (code !== undefined && from === undefined && row.new !== undefined && isWanted(row)) {
      const units = countRow(row, { code, older, counter: options.counter })
      if (units > 0) contributions.push({ commit, path, units })
      options.progress?.(done, rows.length, 'changes of files')
    }
    if (row.new !== undefined) older.push(row.new)
  }
  return contributions
}

/** How far back the last version that parses is looked for. */
const MAX_OLDER = 20

function countRow(
  row: HistoryRow,
  { code, older, counter }: { code: string; older: readonly string[]; counter: UnitCounter },
): number {
  const candidates = row.old === undefined ? [undefined] : [row.old, ...older.toReversed()]
  try {
    for (const old of candidates.slice(0, MAX_OLDER)) {
      const units = counter.count({ old, new: row.new, code })
      if (units !== undefined) return units
    }
  } catch (error) {
    // A blob that is missing or damaged hides what one commit did.
    if (!(error instanceof RepositoryError)) throw error
  }
  return 0
}
