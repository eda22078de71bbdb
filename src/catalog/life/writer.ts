import { RepositoryError } from '../../errors.ts'
import type { HistoryRow, HistoryRows } from '../../git/history/history.ts'
import type { MatchedFile } from '../filemask.ts'
import type { Past } from '../history/past.ts'
import type { Step } from '../history/timeline.ts'
import type { ReadEntries } from './entry-reader.ts'
import { mergedCommits } from './merged-side.ts'
import type { UnitKey } from './moment.ts'

/** A unit at a step at which a text of it changed. */
export interface Written {
  readonly step: Step
  readonly key: UnitKey
  /** Path of its translation after the step. */
  readonly filename: string
}

export interface WriterOptions {
  readonly past: Past
  /** Of mode `ancestors-moves`. */
  readonly ancestors: HistoryRows
  readonly read: ReadEntries
}

/**
 * Says which commit wrote a unit: of a merge the newest one on the merged side that gave its translation, or else the
 * template, the text that the merge has; where there is none, and for all other commits, the step's own.
 */
export function createWriterFinder({
  past,
  ancestors,
  read,
}: WriterOptions): (written: Written) => string {
  const { repository, timeline } = past
  const rowsOfPaths = new Map<string, readonly HistoryRow[]>()

  /** Parents before children. */
  function rowsOf(path: string): readonly HistoryRow[] {
    const known = rowsOfPaths.get(path) ?? [...ancestors].filter((row) => row.path === path)
    rowsOfPaths.set(path, known)
    return known
  }

  function textIn(oid: string | undefined, code: string, key: UnitKey): string | undefined {
    const found = oid === undefined ? undefined : read(oid, code)
    if (found === undefined || 'complaint' in found) return undefined
    return found.entries.findLast(
      ({ context, source }) => context === key.context && source === key.source,
    )?.target
  }

  function writerIn(file: MatchedFile, { step, key }: Written, side: ReadonlySet<string>) {
    const path = file.real?.path ?? file.path
    const text = textIn(file.real?.oid, file.code, key)
    const before = timeline.files(step.index - 1).files.find((one) => one.path === file.path)
    if (text === undefined || text === textIn(before?.real?.oid, file.code, key)) return undefined
    return rowsOf(path).findLast(
      (row) =>
        side.has(row.commit) &&
        textIn(row.new, file.code, key) === text &&
        textIn(row.old, file.code, key) !== text,
    )?.commit
  }

  return (written) => {
    const { step, filename } = written
    try {
      const side = mergedCommits(repository, step.commit)
      if (side.size === 0) return step.commit
      const { files } = timeline.files(step.index)
      const own = files.find(({ path }) => path === filename)
      const template = files.find(({ isTemplate }) => isTemplate)
      for (const file of [own, template]) {
        const writer = file && writerIn(file, written, side)
        if (writer !== undefined) return writer
      }
    } catch (error) {
      // A damaged commit hides who wrote what it brought.
      if (!(error instanceof RepositoryError)) throw error
    }
    return step.commit
  }
}
