import type { DocumentUnit, TranslationDocument } from '../../formats/translation-document.ts'
import { oncePerText } from '../cache.ts'
import { formatFlags, mergeFlags } from '../checks/flags.ts'
import type { Translation } from '../model/model.ts'
import { isFuzzy, STATE } from '../model/statistics.ts'
import {
  checksumText,
  contextOf,
  flagsOf,
  isPlural,
  locationOf,
  noteOf,
  sourceForms,
  targetForms,
} from '../model/unit.ts'
import { formatOf } from '../reading/translation-file.ts'

/** Builds the document that converters write, of all units or those of `rows`; `page` is its URL or `''`. */
export function documentOf(
  translation: Translation,
  page: string,
  rows?: Iterable<number>,
): TranslationDocument {
  const { component, language } = translation
  const units = translation.units()
  const { project, config, commit, sourceLanguage } = component
  const { checkFlags = '' } = formatOf(config)
  const flagsFor = oncePerText((unitFlags) =>
    formatFlags(mergeFlags(project.config.checkFlags, checkFlags, config.checkFlags, unitFlags)),
  )
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
      location: locationOf(units, row),
      flags: flagsFor(flagsOf(units, row)),
    }
  }
  return {
    projectName: project.config.name,
    language,
    sourceLanguage,
    page,
    isMonolingual: config.template !== '',
    timestamp: commit?.committer.timestamp ?? 0,
    units: Array.from(rows ?? units.states.keys(), unitOf),
  }
}
