import { type ReadComponent, withStates } from '../../checking/needs-edit.ts'
import type { Alert } from '../../model/model.ts'
import { pathInProject } from '../../model/paths.ts'
import { fillSource } from '../../reading/bilingual.ts'
import { isFilled, type MatchedFile } from '../../reading/filemask.ts'
import type { Library } from '../../reading/library.ts'
import { toTranslation } from '../../reading/translation-file.ts'
import type { LoggedStep } from '../component-history.ts'
import { readLast } from '../states/last-read.ts'
import { type FileVersion, walkBack } from '../timeline/walk-back.ts'

/** A file that a commit broke, so that its previous version counts. */
export interface Unreadable {
  readonly commit: string
  /** Seconds since 1970. */
  readonly seconds: number
  readonly filename: string
  readonly message: string
}

export interface BrokenFile extends Unreadable {
  /** The component's path in its project. */
  readonly component: string
  /** Undefined for the template. */
  readonly languageCode: string | undefined
}

/**
 * Reads the translations of a component after a step, each in its last good version, skipping those that never parsed.
 * States are those of the component's `stateFrom`. Adds broken files to `unreadable`. Throws RepositoryError if a tree
 * cannot be read.
 */
export function contentAt(
  { component: { config }, history, step }: LoggedStep,
  unreadable: BrokenFile[],
  library: Library,
): ReadComponent {
  const { timeline, reader } = history
  const component = pathInProject(config)
  const report = (
    version: FileVersion,
    filename: string,
    { message }: Alert,
    languageCode?: string,
  ) => {
    if (version.step === undefined) return
    const { commit, seconds } = version.step
    unreadable.push({ commit, seconds, filename, message, component, languageCode })
  }
  /** The newest step whose template parses. */
  let base = -1
  for (const version of walkBack(timeline, step, ({ isTemplate }) => isTemplate)) {
    const alert = reader.templateAlert(version.files)
    if (alert === undefined) {
      base = version.index
      break
    }
    // A template that does not exist yet is not a broken file.
    if (version.file?.real !== undefined) report(version, config.template, alert)
  }
  const stepFiles = timeline.files(base)
  const translations = stepFiles.files.flatMap((matched) => {
    if (isFilled(matched)) return []
    const { path, language } = matched
    const isSame = (file: MatchedFile) => file.path === path && file.language.code === language.code
    const last = readLast(history, base, isSame, (version, alert) =>
      report(version, path, alert, language.code),
    )
    return last === undefined ? [] : [toTranslation(last.file, last.value)]
  })
  const sources = stepFiles.files.filter(isFilled).map((source) => {
    const read = source.real && reader.read(stepFiles, source)
    const own = read && 'value' in read ? read.value : undefined
    return toTranslation(source, fillSource(source, translations, { config, library }, own))
  })
  const content = { translations: [...sources, ...translations], alerts: [] }
  return withStates(config, content, history.outdatedAt(base), library)
}
