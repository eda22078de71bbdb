import { Buffer } from 'node:buffer'
import type { Conversion } from '../format.ts'
import type { TranslationDocument } from '../translation-document.ts'
import { headerOf, LAST_FIELDS_2026 } from './po-write.ts'

/** The little-endian catalog that programs load, without what needs editing. */
export const mo: Conversion = {
  id: 'mo',
  extension: 'mo',
  mediaType: 'application/x-gettext-catalog',
  needsKeys: false,
  onlyFor: ['po', 'po-mono'],
  write: (document) => writeMo(document, headerOf(document)),
  as2026: {
    needsKeys: false,
    write: (document) => writeMo(document, headerOf(document, LAST_FIELDS_2026)),
  },
}

const MAGIC = 0x950412de
const HEADER_BYTES = 28
/** Length and offset of a string. */
const DESCRIPTOR_BYTES = 8

/** The layout of https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html, without a hash table. */
function writeMo({ units, isMonolingual }: TranslationDocument, header: string): Uint8Array {
  const pairs = new Map([['', header]])
  for (const { context, sources, targets, isPlural, isTranslated } of units) {
    const forms = isMonolingual ? sources.map(() => context) : sources
    const prefix = isMonolingual || context === '' ? '' : `${context}\x04`
    const key = prefix + joined(forms, isPlural)
    if (isTranslated && key !== '') pairs.set(key, joined(targets, isPlural))
  }
  const entries = Array.from(pairs, (pair) => pair.map((text) => Buffer.from(text)))
  // Programs search by bisection.
  entries.sort(([a], [b]) => Buffer.compare(a!, b!))
  const strings = [0, 1].flatMap((column) => entries.map((entry) => entry[column]!))
  const tables = Buffer.alloc(HEADER_BYTES + DESCRIPTOR_BYTES * strings.length)
  const translations = HEADER_BYTES + DESCRIPTOR_BYTES * entries.length
  const fields = [MAGIC, 0, entries.length, HEADER_BYTES, translations, 0, tables.length]
  let offset = tables.length
  for (const { length } of strings) {
    fields.push(length, offset)
    offset += length + 1
  }
  for (const [index, field] of fields.entries()) tables.writeUInt32LE(field, 4 * index)
  return Buffer.concat([tables, ...strings.flatMap((text) => [text, Buffer.alloc(1)])])
}

/** The forms of a plural end with NUL, except the last. */
function joined(forms: readonly string[], isPlural: boolean): string {
  return isPlural ? forms.join('\0') : (forms[0] ?? '')
}
