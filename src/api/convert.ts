import { conversions } from '../../formats/conversions.ts'
import type { Conversion } from '../../formats/format.ts'
import type { ComponentWork } from '../catalog/component-work.ts'
import { documentOf } from '../facts/translation-document.ts'
import type { Translation } from '../model/model.ts'
import { encodeSegment, placeOf } from '../model/paths.ts'
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
