import { conversions } from '../../formats/conversions.ts'
import type { Conversion } from '../../formats/format.ts'
import type { ComponentWork } from '../catalog/component-work.ts'
import type { Translation } from '../model/model.ts'
import { encodeSegment, placeOf } from '../model/paths.ts'
import { inVersion } from '../weblate-version.ts'
import type { ApiRequest } from './endpoint.ts'
import { type DocumentOptions, documentOf } from './resources/document.ts'

interface ConvertArgs extends DocumentOptions {
  /** The id of the target format. */
  readonly id: string
}

/** Converts a translation to another format in a worker thread. */
export const convertWork: ComponentWork<ConvertArgs, Uint8Array> = {
  name: 'convert',
  run([part], { id, ...options }) {
    const conversion = conversions.get(id)
    const translation = part?.translations[0]
    if (conversion === undefined || translation === undefined) {
      throw new RangeError(`expected a translation and a conversion, found ${id}`)
    }
    const { write } = inVersion(conversion, translation.component.config.weblate)
    const written = write(documentOf(translation, options))
    return typeof written === 'string' ? Buffer.from(written) : written
  },
}

/** Converts a translation, or these of its rows, to another format and returns the file. Rejects as `AskAbout` does. */
export function convert(
  translation: Translation,
  { id }: Conversion,
  { catalog, links, client }: ApiRequest,
  { rows, signal }: { readonly rows?: Uint32Array; readonly signal?: AbortSignal } = {},
): Promise<Uint8Array> {
  const { component, language } = translation
  const page = links.page(`projects/${placeOf(component)}/${encodeSegment(language.code)}/`)
  const parts = [{ component, translations: [translation] }]
  return catalog.askAbout(
    convertWork,
    parts,
    { id, page, ...(rows && { rows }) },
    { client, signal },
  )
}
