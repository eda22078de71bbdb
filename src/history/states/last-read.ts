import type { Language } from '../../languages/language.ts'
import type { Alert } from '../../model/model.ts'
import { type MatchedFile, templateOf } from '../../reading/filemask.ts'
import type { Step, StepFiles, Timeline } from '../timeline/timeline.ts'
import type { StepReader } from '../timeline/unit-reader.ts'
import type { TranslationState } from './unit-step.ts'

/** A version of a file in the history of a component. */
export interface FileVersion {
  readonly index: number
  readonly files: StepFiles
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

/** The last good version of a translation. */
export interface LastTranslation extends TranslationState {
  readonly language: Language
  readonly filename: string
  /** Paths and blob ids that it was read from: its own file, the template and the intermediate file. */
  readonly blobs: readonly Blob[]
}

/** A file at one commit. */
export interface Blob {
  readonly path: string
  readonly oid: string
}

/** The files that a translation is made of. */
export function blobsOf(files: StepFiles, file: MatchedFile): Blob[] {
  const template = templateOf(files)
  const { intermediate } = files
  const translationBlob = { path: file.path, oid: file.real?.oid ?? '' }
  if (template === undefined) return [translationBlob]
  const shared = [{ path: template.path, oid: template.real?.oid ?? '' }]
  if (intermediate !== undefined) shared.push(intermediate)
  return [translationBlob, ...shared]
}

/**
 * Returns a translation after the step `from`; if its file or the template is broken, the last good version. Undefined
 * if there is no such file, or none that ever parsed. Calls `onBroken` for broken versions of its own file.
 */
export function readLast<T>(
  timeline: Timeline,
  reader: StepReader<T>,
  from: number,
  isWanted: (file: MatchedFile) => boolean,
  onBroken: (version: FileVersion & { readonly file: MatchedFile }, alert: Alert) => void,
): { readonly files: StepFiles; readonly file: MatchedFile; readonly value: T } | undefined {
  for (const version of walkBack(timeline, from, isWanted)) {
    const { files, file } = version
    if (reader.templateAlert(files) !== undefined) continue
    if (file === undefined) return undefined
    const read = reader.read(files, file)
    if ('value' in read) return { files, file, value: read.value }
    onBroken({ ...version, file }, read.alert)
  }
  return undefined
}
