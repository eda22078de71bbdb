import type { DocumentUnit, TranslationDocument } from '../../../formats/document.ts'
import { formatFlags, mergeFlags } from '../../checks/flags.ts'
import type { Translation } from '../../model/model.ts'
import { isFuzzy, STATE } from '../../model/statistics.ts'
import {
  checksumText,
  contextOf,
  flagsOf,
  isPlural,
  noteOf,
  sourceForms,
  targetForms,
} from '../../model/unit.ts'
import { formatOf } from '../../reading/translation-file.ts'

export interface DocumentOptions {
  /** URL of the translation's page; `''` if it has none. */
  readonly page: string
  readonly rows?: Iterable<number>
}

/** Builds the document that converters write: all units of a translation, or those of `rows` in their order. */
export function documentOf(
  translation: Translation,
  { page, rows }: DocumentOptions,
): TranslationDocument {
  const { component, language } = translation
  const units = translation.units()
  const { project, config, commit, sourceLanguage } = component
  const flagsFor = createFlagMerger([
    project.config.checkFlags,
    formatOf(config).checkFlags,
    config.checkFlags,
  ])
  const unitOf = (row: number): DocumentUnit => {
    const state = units.states[row] ?? STATE.empty
    const targets = targetForms(units, row)
    return {
      context: contextOf(units, row),
      checksum: checksumText(units, row),
      isPlural: isPlural(units, row),
      sources: sourceForms(units, row),
      targets,
      isTranslated: state >= STATE.translated && targets.some((form) => form !== ''),
      isFuzzy: isFuzzy(state),
      isApproved: state === STATE.approved,
      note: noteOf(units, row),
      flags: flagsFor(flagsOf(units, row)),
    }
  }
  return {
    projectName: project.config.name,
    language,
    sourceLanguage,
    page,
    timestamp: commit?.committer.timestamp ?? 0,
    units: Array.from(rows ?? units.states.keys(), unitOf),
  }
}

/** Merges each distinct text only once. */
function createFlagMerger(base: readonly string[]): (unitFlags: string) => string {
  const merged = new Map<string, string>()
  return (unitFlags) => {
    let text = merged.get(unitFlags)
    if (text === undefined) {
      text = formatFlags(mergeFlags(...base, unitFlags))
      merged.set(unitFlags, text)
    }
    return text
  }
}
