import { once } from 'node:events'
import { Tinypool } from 'tinypool'
import { conversions } from '../../formats/conversions.ts'
import type { DocumentUnit } from '../../formats/document.ts'
import { encode, type WriteWork } from './write-document.ts'

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
