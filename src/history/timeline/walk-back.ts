import type { MatchedFile } from '../../reading/filemask.ts'
import type { Step, StepFiles, Timeline } from './timeline.ts'

export interface FileVersion {
  readonly index: number
  readonly files: StepFiles
  /** Its own file, if it has one. */
  readonly file: MatchedFile | undefined
  /** The step that introduced this version, by its own file or by those it is paired with. */
  readonly step: Step | undefined
}

/** Yields the versions of a file: after the step `from`, then before each step that changed it. */
export function* walkBack(
  timeline: Timeline,
  from: number,
  isWanted: (file: MatchedFile) => boolean,
): Generator<FileVersion, void> {
  let index = from
  while (index >= 0) {
    const files = timeline.files(index)
    const file = files.files.find(isWanted)
    const step = timeline.lastTranslationChange(file?.path ?? '', index)
    yield { index, files, file, step }
    index = (step?.index ?? 0) - 1
  }
}
