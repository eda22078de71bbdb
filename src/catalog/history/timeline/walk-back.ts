import type { MatchedFile } from '../../reading/filemask.ts'
import type { Step, StepFiles, Timeline } from './timeline.ts'

/** What a translation could be read from after a step. */
export interface FileVersion {
  readonly index: number
  readonly files: StepFiles
  /** Its own file; undefined where it has none. */
  readonly file: MatchedFile | undefined
  /** The step that brought it, by its own file or by what it is paired with. */
  readonly step: Step | undefined
}

/** The versions of the file that is wanted: after the step `from`, then before each step that changed it; at `most` so many. */
export function* walkBack(
  timeline: Timeline,
  {
    from,
    isWanted,
    most = Infinity,
  }: {
    readonly from: number
    readonly isWanted: (file: MatchedFile) => boolean
    readonly most?: number
  },
): Generator<FileVersion, void> {
  let index = from
  for (let count = 0; index >= 0 && count < most; count++) {
    const files = timeline.files(index)
    const file = files.files.find(isWanted)
    const step = timeline.lastTranslationChange(file?.path ?? '', index)
    yield { index, files, file, step }
    index = (step?.index ?? 0) - 1
  }
}
