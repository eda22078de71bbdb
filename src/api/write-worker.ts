import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { conversions } from '../../formats/conversions.ts'
import type { DocumentUnit, TranslationDocument } from '../../formats/document.ts'
import { encode } from './write-document.ts'

/** What a worker thread writes: a document whose units come through a port that is closed after them. */
export interface WriteWork {
  /** Of the conversion. */
  readonly id: string
  readonly document: TranslationDocument
  readonly port: MessagePort
}

/** The file of a document. */
export default async function writeInThread({ id, document, port }: WriteWork): Promise<unknown> {
  const conversion = conversions.get(id)
  if (conversion === undefined) throw new RangeError(`no conversion ${id}`)
  const units: DocumentUnit[] = []
  port.on('message', (slice: readonly DocumentUnit[]) => {
    for (const unit of slice) units.push(unit)
  })
  await once(port, 'close')
  return Tinypool.move(encode(conversion.write({ ...document, units })))
}
