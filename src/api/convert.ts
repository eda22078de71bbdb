import { conversions } from '../../formats/conversions.ts'
import type { Conversion } from '../../formats/format.ts'
import type { DocumentUnit, TranslationDocument } from '../../formats/translation-document.ts'
import { oncePerText } from '../cache.ts'
import type { ComponentWork } from '../catalog/component-work.ts'
import { formatFlags, mergeFlags } from '../checks/flags.ts'
import type { Translation } from '../model/model.ts'
import { encodeSegment, placeOf } from '../model/paths.ts'
import { isFuzzy, STATE } from '../model/statistics.ts'
import {
  checksumText,
  contextOf,
  flagsOf,
  isPlural,
  noteOf,
  sourceForms,
  targetForms,
} from '../model/unit.ts'
import { formatOf } from '../reading/translation-file.ts'
import { inVersion } from '../weblate-version.ts'
import type { ApiRequest } from './endpoint.ts'

interface ConvertArgs {
  /** The id of the target format. */
  readonly id: string
  readonly page: string
  readonly rows?: Uint32Array
}

/** Converts a translation to another format in a worker thread. */
export const convertWork: ComponentWork<ConvertArgs, Uint8Array> = {
  name: 'convert',
  run([part], { id, page, rows }) {
    const translation = part!.translations[0]!
    const { write } = inVersion(conversions.get(id)!, translation.component.config.weblate)
    const written = write(documentOf(translation, page, rows))
    return typeof written === 'string' ? Buffer.from(written) : written
  },
}

/** Converts a translation, or these of its rows, to another format and returns the file. Rejects as `AskAbout` does. */
export function convert(
  translation: Translation,
  { id }: Conversion,
  { catalog, links, client, signal }: ApiRequest,
  rows?: Uint32Array,
): Promise<Uint8Array> {
  const { component, language } = translation
  const page = links.page(`projects/${placeOf(component)}/${encodeSegment(language.code)}/`)
  const parts = [{ component, translations: [translation] }]
  const args = { id, page, ...(rows && { rows }) }
  return catalog.askAbout(convertWork, parts, args, { client, signal })
}

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
