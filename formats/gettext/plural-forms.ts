import type { ParsedFile } from '../entry.ts'
import type { PoBlock, PoText } from './po-blocks.ts'
import { textsOf } from './po-entry.ts'

const PLURAL_FORMS = /^\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([-()n\d!=|&<>+*/%?:\s]+)/

/** What the header declares in `Plural-Forms`, as it is written; undefined if it declares nothing that can be read. */
export function pluralFormsOf(
  header: PoBlock,
  lineEnd: PoText['lineEnd'],
): ParsedFile['plural'] | undefined {
  let declared: string | undefined
  for (const line of textsOf(header, lineEnd).target.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0 && line.slice(0, colon).trim() === 'Plural-Forms')
      declared = line.slice(colon + 1)
  }
  const [, number, formula] = PLURAL_FORMS.exec(declared ?? '') ?? []
  if (number === undefined || formula === undefined) return undefined
  return { number: Number(number), formula }
}
