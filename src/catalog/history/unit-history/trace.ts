import { type MatchedFile, templateOf } from '../../reading/filemask.ts'
import type { Step, StepFiles, Timeline } from '../timeline/timeline.ts'
import type { ReadEntries } from './entry-reader.ts'
import { keyBefore } from './rename.ts'
import {
  findUnit,
  type Revision,
  type RevisionEntries,
  type RevisionFiles,
  readRevision,
  type UnitKey,
} from './revision.ts'

/** A revision that could not be read: it says nothing of the unit. */
export interface Skipped {
  readonly step: Step
  readonly filename: string
  /** What is wrong with it. */
  readonly message: string
}

/** What the steps that read a unit's translation say of it. */
interface Trace {
  /** Newest first. */
  readonly revisions: readonly Revision[]
  readonly skipped: readonly Skipped[]
}

interface TraceOptions {
  readonly timeline: Timeline
  readonly read: ReadEntries
  /** The file of the translation, its language's code and the key as they are now. */
  readonly filename: string
  readonly languageCode: string
  readonly key: UnitKey
}

/**
 * Follows a unit from the newest step to the oldest: through files that moved (the same language, or the same blob) and
 * through keys that changed (see `keyBefore`). Reads each version of its files once.
 */
export function traceUnit(options: TraceOptions): Trace {
  const { timeline, read } = options
  const revisions: Revision[] = []
  const skipped: Skipped[] = []
  let { key, filename: path, languageCode: code } = options
  let newer: RevisionEntries | undefined
  let index = timeline.steps.length - 1
  while (index >= 0) {
    const files = timeline.files(index)
    const revisionFiles = filesOf(files, code)
    if (revisionFiles === undefined) {
      const before = movedFrom(path, { older: files, newer: timeline.files(index + 1) })
      if (before !== undefined) {
        code = before.language.code
        continue
      }
      // The file was removed and came back later, or this is its beginning.
      const removal = timeline.lastChange(path, index)
      if (removal === undefined) break
      revisions.push({ step: removal, key, file: undefined, unit: undefined })
      newer = undefined
      index = removal.index - 1
      continue
    }
    path = revisionFiles.own.path
    const step = timeline.lastTranslationChange(path, index)
    if (step === undefined) break
    const entries = readRevision(revisionFiles, read)
    if ('message' in entries) {
      const { filename, message } = entries
      skipped.push({ step, filename, message })
    } else {
      let unit = findUnit(entries, key)
      if (unit === undefined && newer !== undefined) {
        key = keyBefore(key, { older: entries, newer }) ?? key
        unit = findUnit(entries, key)
      }
      revisions.push({ step, key, file: revisionFiles.own, unit })
      newer = unit === undefined ? undefined : entries
    }
    index = step.index - 1
  }
  return { revisions, skipped }
}

type Found = RevisionFiles & { readonly own: MatchedFile }

function filesOf(files: StepFiles, code: string): Found | undefined {
  const file = files.files.find(({ language }) => language.code === code)
  if (file?.real === undefined) return undefined
  return { own: file, template: templateOf(files), intermediate: files.intermediate }
}

/** The file of another language that had the blob of the file at `path` before the step that brought that, and is gone. */
function movedFrom(
  path: string,
  { older, newer }: { readonly older: StepFiles; readonly newer: StepFiles },
): MatchedFile | undefined {
  const moved = newer.files.find((file) => file.path === path)
  if (moved === undefined) return undefined
  const left = new Set(newer.files.map((file) => file.path))
  return older.files.find(
    ({ path: from, real }) => !left.has(from) && real !== undefined && real.oid === moved.real?.oid,
  )
}
