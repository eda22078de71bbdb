import { type Entry, type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { decodePo } from './decode-po.ts'
import { pluralFormsOf } from './plural-forms.ts'
import { type PoBlock, readPoBlocks } from './po-blocks.ts'
import { poDiscovery } from './po-discovery.ts'
import { entryOf, isHeader, type PoIdentity, type PoTexts, textsOf } from './po-entry.ts'
import { writePo } from './po-write.ts'

/** gettext's PO: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html */
const common: Omit<Format, 'id' | 'name' | 'template'> = {
  extension: 'po',
  mediaType: 'text/x-gettext-catalog',
  pluralSource: 0,
  sources: /\.pot$/,
  checkFlags: '',
  decode: (bytes) => decodePo(bytes).text,
  parse: parsePo,
  writer: { needsKeys: false, mediaType: 'text/x-po', write: writePo },
}

export const po: Format = {
  ...common,
  id: 'po',
  name: 'gettext PO file',
  template: 'never',
  discovery: poDiscovery,
}

/** PO whose `msgid` is a key, with a template. */
export const poMono: Format = {
  ...common,
  id: 'po-mono',
  name: 'gettext PO file (monolingual)',
  template: 'always',
  templateFlagsOnly: true,
}

function parsePo(bytes: Uint8Array, { isMonolingual }: ParseOptions): ParsedFile {
  const file = decodePo(bytes)
  const { lineEnd } = file
  const entries: Entry[] = []
  let first: PoBlock | undefined
  for (const block of readPoBlocks(file)) {
    if (first === undefined) {
      first = block
      block.previous = file.first?.previous
    }
    if (block.isObsolete) continue
    const texts = textsOf(block, lineEnd)
    if (isHeader(block) && texts.context === '') continue
    const identity = isMonolingual ? monolingual(texts) : bilingual(texts)
    entries.push(entryOf(block, texts, identity, { lineEnd, position: entries.length + 1 }))
  }
  const plural = first && isHeader(first) ? pluralFormsOf(first, lineEnd) : undefined
  return plural === undefined ? { entries } : { entries, plural }
}

function bilingual({ context, source, plural }: PoTexts): PoIdentity {
  return { context, source: plural === undefined ? source : source + SEP + plural }
}

function monolingual({ context, source }: PoTexts): PoIdentity {
  if (context === '' || source === '') return { context: context + source, source: '' }
  return { context: `${context}.${source}`, source: '', noteTail: context }
}
