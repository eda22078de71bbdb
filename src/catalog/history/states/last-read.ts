import type { Language } from '../../../languages/language.ts'
import { type MatchedFile, templateOf } from '../../reading/filemask.ts'
import type { StepFiles, Timeline } from '../timeline/timeline.ts'
import type { UnitReader } from '../timeline/unit-reader.ts'
import { walkBack } from '../timeline/walk-back.ts'
import type { TranslationState } from './unit-step.ts'

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

interface LastRead {
  /** The translation; undefined if the language has no file, or none that ever parsed. */
  readonly translation: LastTranslation | undefined
  /** Its file at the step, if that one is broken. */
  readonly broken: Blob | undefined
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

/** Returns a language's translation after a step; if its file or the template is broken, the last good version. */
export function readLast(
  { timeline, reader }: { readonly timeline: Timeline; readonly reader: UnitReader },
  code: string,
  step: number,
): LastRead {
  let broken: Blob | undefined
  const isWanted = ({ language, path }: MatchedFile) => language.code === code && path !== ''
  for (const { files, file } of walkBack(timeline, { from: step, isWanted })) {
    if (reader.templateAlert(files) !== undefined) continue
    if (file === undefined) break
    const read = reader.read(files, file)
    const blobs = blobsOf(files, file)
    if ('value' in read) {
      const units = read.value.units()
      const { language, path: filename } = file
      return { translation: { units, fuzzy: new Map(), language, filename, blobs }, broken }
    }
    broken ??= blobs[0]
  }
  return { translation: undefined, broken }
}
