import type { Entry } from '../../../formats/entry.ts'
import type { MatchedFile } from '../../reading/filemask.ts'
import type { Step, StepFiles, Timeline } from '../timeline/timeline.ts'
import type { ReadEntries } from './entry-reader.ts'
import {
  findUnit,
  type Revision,
  type RevisionEntries,
  readRevision,
  sourceOf,
  type UnitInFile,
  type UnitKey,
} from './revision.ts'

/** A revision that could not be read, so that it says nothing about the unit. */
export interface Skipped {
  readonly step: Step
  readonly filename: string
  readonly message: string
}

interface Trace {
  /** Newest first. */
  readonly revisions: readonly Revision[]
  readonly skipped: readonly Skipped[]
}

/**
 * Follows a unit from the newest step to the oldest, through moved files (same language, or same blob) and changed keys
 * (see `keyBefore`). Reads each version of its files once.
 */
export function traceUnit(now: UnitInFile, timeline: Timeline, read: ReadEntries): Trace {
  const revisions: Revision[] = []
  const skipped: Skipped[] = []
  let { key, filename: path, languageCode: code } = now
  let newer: RevisionEntries | undefined
  let index = timeline.steps.length - 1
  while (index >= 0) {
    const files = timeline.files(index)
    const file = files.files.find(({ language }) => language.code === code)
    if (file?.real === undefined) {
      const before = movedFrom(path, { older: files, newer: timeline.files(index + 1) })
      if (before !== undefined) {
        code = before.language.code
        continue
      }
      // Either the file was removed and came back later, or this is its beginning.
      const removal = timeline.lastChange(path, index)
      if (removal === undefined) break
      revisions.push({ step: removal, key, file: undefined, unit: undefined })
      newer = undefined
      index = removal.index - 1
      continue
    }
    path = file.path
    const step = timeline.lastTranslationChange(path, index)
    if (step === undefined) break
    const entries = readRevision(files, file, read)
    if ('message' in entries) {
      const { filename, message } = entries
      skipped.push({ step, filename, message })
    } else {
      let unit = findUnit(entries, key)
      if (unit === undefined && newer !== undefined) {
        key = keyBefore(key, { older: entries, newer }) ?? key
        unit = findUnit(entries, key)
      }
      revisions.push({ step, key, file, unit })
      newer = unit === undefined ? undefined : entries
    }
    index = step.index - 1
  }
  return { revisions, skipped }
}

/** Returns the file of another language that had the blob of `path` before the step that introduced it, and is gone. */
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

/**
 * Returns the former key of a unit that appeared at a step: a key that vanished there, with equal source and target.
 * Undefined if the texts do not prove it: they differ, or several units match on either side.
 */
function keyBefore(
  key: UnitKey,
  { older, newer }: { readonly older: RevisionEntries; readonly newer: RevisionEntries },
): UnitKey | undefined {
  const unit = findUnit(newer, key)
  if (unit === undefined) return undefined
  const texts = { source: sourceOf(unit), target: unit.translation?.target ?? '' }
  const [before, after] = [candidatesOf(older, texts), candidatesOf(newer, texts)]
  const vanished = [...before].filter(([id]) => !after.has(id))
  const appeared = [...after].filter(([id]) => !before.has(id))
  if (vanished.length !== 1 || appeared.length !== 1) return undefined
  const [[, renamed]] = vanished as [[string, UnitKey]]
  return findUnit(newer, renamed) === undefined ? renamed : undefined
}

function candidatesOf(
  entries: RevisionEntries,
  { source, target }: { source: string; target: string },
): ReadonlyMap<string, UnitKey> {
  const { translation, template, intermediate } = entries
  const keys = new Map<string, UnitKey>()
  const base = intermediate ?? template
  if (base === undefined) {
    for (const entry of translation) {
      if (entry.source !== source || entry.target !== target) continue
      keys.set(`${entry.source}\0${entry.context}`, { context: entry.context, source })
    }
    return keys
  }
  const targets = textsOf(translation)
  const sources = intermediate === undefined ? undefined : textsOf(template ?? [])
  for (const { context, target: text } of base) {
    if ((sources?.get(context) ?? text) !== source || (targets.get(context) ?? '') !== target) {
      continue
    }
    keys.set(context, { context, source: '' })
  }
  return keys
}

function textsOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(entries.map(({ context, target }) => [context, target]))
}
