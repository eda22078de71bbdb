import type { Commit } from '../../git/commit.ts'
import type { HistoryRow, HistoryRows, WalkMode } from '../../git/history/history.ts'
import type { Repository } from '../../git/repository.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { matchOptions } from '../../reading/component.ts'
import { fileTreeOfCommit } from '../../reading/file-tree.ts'
import { matchFiles } from '../../reading/filemask.ts'
import type { ConfiguredComponent } from '../../reading/translation-file.ts'
import type { ComponentHistory } from '../component-history.ts'
import { pathsIn } from './timeline.ts'

/** Returns the commit that a served commit is, or that files on disk are based on; undefined before the first. */
export function committedTip({ oid, parents }: Commit): string | undefined {
  return oid === WORK_TREE_OID ? parents[0] : oid
}

/** Returns the rows behind a served commit. Uncommitted changes form an additional step, made just now. */
export function rowsBehind(
  component: ConfiguredComponent,
  repository: Repository,
  commit: Commit,
  behindTip: ComponentHistory['rows'],
): ComponentHistory['rows'] {
  if (commit.oid !== WORK_TREE_OID) return behindTip
  let historyRows: readonly HistoryRow[] | undefined
  return async (mode) => {
    const rows = await behindTip(mode)
    historyRows ??= uncommittedRows(component, repository, commit)
    return historyRows.length === 0 ? rows : joinRows(rows, historyRows, mode)
  }
}

function uncommittedRows(
  component: ConfiguredComponent,
  repository: Repository,
  commit: Commit,
): HistoryRow[] {
  const options = matchOptions(component)
  const filesOf = ({ tree }: Commit) => {
    const fileTree = fileTreeOfCommit(repository, tree)
    const files = pathsIn(fileTree, options)
    // A link to another translation is none itself.
    for (const { path, reason } of matchFiles(fileTree, options).ignored) {
      if (reason === 'link-to-match') files.delete(path)
    }
    return files
  }
  const [parent] = commit.parents
  const before = parent === undefined ? new Map() : filesOf(repository.readCommit(parent))
  const after = filesOf(commit)
  const removed = new Map([...before].filter(([path]) => !after.has(path)).map(([a, b]) => [b, a]))
  const timestamp = Math.floor(Date.now() / 1000)
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path): HistoryRow[] => {
    const [old, now] = [before.get(path), after.get(path)]
    if (old === now) return []
    const from = old === undefined && now !== undefined ? removed.get(now) : undefined
    return [{ commit: commit.oid, timestamp, path, old, new: now, from }]
  })
}

/** All walks except those of ancestors go back in time. */
function joinRows(
  rows: HistoryRows,
  historyRows: readonly HistoryRow[],
  mode: WalkMode,
): HistoryRows {
  const parts = mode.startsWith('ancestors') ? [rows, historyRows] : [historyRows, rows]
  return {
    length: rows.length + historyRows.length,
    history: rows.history,
    boundary: rows.boundary,
    *[Symbol.iterator]() {
      for (const part of parts) yield* part
    },
  }
}
