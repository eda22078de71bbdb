import type { Units } from '../../unit.ts'
import type { Step } from '../timeline/timeline.ts'
import type { Readable } from './source-versions.ts'

/**
 * The newest step that changed the target of each of these rows of a translation as it is at the tip, looking back only
 * as far as it takes; a file that moved is followed by its language, one that could not be read is passed over. Yields
 * after every file.
 */
export function* lastTargetChanges(
  { timeline, reader }: Readable,
  { language, units, rows }: { language: string; units: Units; rows: Iterable<number> },
): Generator<void, ReadonlyMap<number, Step>> {
  const lastChanges = new Map<number, Step>()
  const open = new Set(rows)
  const fileAt = (index: number) =>
    timeline.files(index).files.find((file) => file.language.code === language)
  let last = timeline.steps.length - 1
  // Read with the template of the tip, so that rows are the same in all of them.
  const tip = timeline.files(last)
  /** The oldest step after which the file could be read. */
  let after: Step | undefined
  while (open.size > 0) {
    const path = fileAt(last)?.path
    const step = path === undefined ? undefined : timeline.lastChange(path, last)
    if (step === undefined) break
    after ??= step
    last = step.index - 1
    const file = fileAt(last)
    const read = file && reader.read(tip, file)
    yield
    if (read !== undefined && 'alert' in read) continue
    const targets = read?.value.units().targets
    for (const row of open) {
      if (targets?.at(row) === units.targets.at(row)) continue
      lastChanges.set(row, after)
      open.delete(row)
    }
    after = undefined
  }
  return lastChanges
}
