import { conversions } from '../../formats/conversions.ts'
import type { TranslationDocument } from '../../formats/document.ts'
import type { Conversion } from '../../formats/format.ts'
import type { Engine } from '../engine/engine.ts'
import type { Work } from '../engine/work.ts'

interface WriteArgs {
  /** Of the conversion. */
  readonly id: string
  readonly document: TranslationDocument
}

/** The file of a document. */
export const writeWork: Work<WriteArgs, Uint8Array> = {
  name: 'write-document',
  run({ id, document }) {
    const conversion = conversions.get(id)
    if (conversion === undefined) throw new RangeError(`no conversion ${id}`)
    const written = conversion.write(document)
    return typeof written === 'string' ? Buffer.from(written) : written
  },
}

/** The file of a document, written by a thread. Rejects as `Engine.ask` does. */
export function writeDocument(
  document: TranslationDocument,
  { id }: Conversion,
  { engine, signal }: { readonly engine: Engine; readonly signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  return engine.ask(writeWork, { id, document }, { signal })
}
