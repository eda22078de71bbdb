import { isUtf8 } from 'node:buffer'
import { decodeAs } from '../../src/encoding.ts'
import { ParseError } from '../../src/errors.ts'
import { bufferOver, hasUtf8Mark } from '../../src/text.ts'
import { type Entry, type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { type Layout, type Piece, readInPieces } from '../read-in-pieces.ts'
import { readPluralForms } from './plural-forms.ts'
import { type PoBlock, type PoText, readPoBlocks } from './po-blocks.ts'
import { poDiscovery } from './po-discovery.ts'
import { entryOf, isHeader, type PoIdentity, type PoTexts, textsOf } from './po-entry.ts'
import { LAST_FIELDS_2026, writePo } from './po-write.ts'

const WRITER = { needsKeys: false, mediaType: 'text/x-po' } as const

/** gettext's PO: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html */
const common: Omit<Format, 'id' | 'name' | 'template'> = {
  extension: 'po',
  mediaType: 'text/x-gettext-catalog',
  dropsFuzzy: true,
  pluralSource: 0,
  sources: /\.pot$/,
  ...readers(false),
  writer: { ...WRITER, write: (document) => writePo(document) },
  as2026: {
    ...readers(true),
    writer: { ...WRITER, write: (document) => writePo(document, LAST_FIELDS_2026) },
  },
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

function readers(isIn2026: boolean): Pick<Format, 'decode' | 'parse' | 'readVersion'> {
  const parse: Format['parse'] = (bytes, options) => parsePo(bytes, options, isIn2026)
  return {
    decode: (bytes) => decodePo(bytes, isIn2026).text,
    parse,
    readVersion: (bytes, before, options) =>
      readInPieces(bytes, before, {
        layoutOf,
        parse: (whole) => parse(whole, options),
        readPiece: (raw) => readPiece(raw, options, isIn2026),
      }),
  }
}

function parsePo(bytes: Uint8Array, options: ParseOptions, isIn2026: boolean): ParsedFile {
  const file = decodePo(bytes, isIn2026)
  const blocks = [...readPoBlocks(file)]
  const [first] = blocks
  // 5.14 reads the former source of the first entry as Latin-1, whatever the file's encoding.
  if (first !== undefined && !isIn2026) first.previous = file.first?.previous
  const entries = entriesOf(blocks, file.lineEnd, options, isIn2026)
  const plural = first && isHeader(first) ? pluralFormsOf(first, file.lineEnd) : undefined
  return plural === undefined ? { entries } : { entries, plural }
}

function entriesOf(
  blocks: readonly PoBlock[],
  lineEnd: PoText['lineEnd'],
  { isMonolingual }: ParseOptions,
  isIn2026: boolean,
): Entry[] {
  const entries: Entry[] = []
  for (const block of blocks) {
    if (block.isObsolete) continue
    const texts = textsOf(block, lineEnd)
    if (isHeader(block) && texts.context === '') continue
    const identity = isMonolingual ? monolingual(texts) : bilingual(texts)
    entries.push(entryOf(block, texts, identity, entries.length + 1, lineEnd, isIn2026))
  }
  return entries
}

/** A file that starts with a header, in UTF-8 and with plain line ends; blank lines divide its pieces. */
function layoutOf(bytes: Buffer): Layout | undefined {
  const end = bytes.indexOf(SEPARATOR)
  if (end === -1 || bytes.includes('\r') || !isUtf8(bytes)) return undefined
  const head = bytes.toString('latin1', 0, end)
  const [header, ...others] = isWhole(head) ? readPoBlocks({ text: head, lineEnd: '\n' }) : []
  if (header === undefined || !isHeader(header) || others.length > 0) return undefined
  if (!/^utf-?8$/i.test(charsetOf(header))) return undefined
  let last = bytes.length
  while (bytes[last - 1] === LINE_FEED) last--
  const start = end + SEPARATOR.length
  const plural = pluralFormsOf(header, '\n')
  return start > last ? undefined : { bytes, separator: SEPARATOR, start, end: last, plural }
}

const SEPARATOR = '\n\n'
const LINE_FEED = 10

const TRANSLATION_AT_END = /^msgstr[^\n]*(?:\n"[^\n]*)*(?![\s\S])/m
const OBSOLETE_AT_END = /^#~ msgstr[^\n]*(?:\n#~ "[^\n]*)*(?![\s\S])/m

/** Returns whether a text ends with a translation, to which nothing behind a blank line can belong. */
function isWhole(text: string): boolean {
  return TRANSLATION_AT_END.test(text) || OBSOLETE_AT_END.test(text)
}

function readPiece(raw: string, options: ParseOptions, isIn2026: boolean): Piece | undefined {
  if (!isWhole(raw)) return undefined
  try {
    const text = Buffer.from(raw, 'latin1').toString('utf8')
    const blocks = [...readPoBlocks({ text, lineEnd: '\n' })]
    return { raw, key: undefined, entries: entriesOf(blocks, '\n', options, isIn2026) }
  } catch {
    // Reading the whole file reports what is wrong and where.
    return undefined
  }
}

function bilingual({ context, source, plural }: PoTexts): PoIdentity {
  return { context, source: plural === undefined ? source : source + SEP + plural }
}

function monolingual({ context, source }: PoTexts): PoIdentity {
  if (context === '' || source === '') return { context: context + source, source: '' }
  return { context: `${context}.${source}`, source: '', noteTail: context }
}

/**
 * Decodes a PO file without its byte order mark: by the `charset=` of its first entry, otherwise as UTF-8. `first` is
 * that entry, decoded as Latin-1. In 2026.10, ASCII is read as UTF-8. Throws
 * ParseError for invalid bytes, UTF-16, and unknown encodings.
 */
function decodePo(
  bytes: Uint8Array,
  isIn2026: boolean,
): PoText & { readonly first: PoBlock | undefined } {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    throw new ParseError('expected UTF-8 or a charset of single bytes, found UTF-16', 1, 1)
  }
  const content = hasUtf8Mark(bytes) ? bytes.subarray(3) : bytes
  const raw = bufferOver(content).toString('latin1')
  const lineEnd = lineEndOf(raw)
  const [first] = readPoBlocks({ text: raw, lineEnd })
  const declared = charsetOf(first)
  const charset = isIn2026 && /^(?:us-)?ascii$/i.test(declared) ? 'utf-8' : declared
  return { text: decodeAs(charset, content), lineEnd, first }
}

/** The line break before the first `msgid` counts, otherwise the first line break. */
function lineEndOf(raw: string): PoText['lineEnd'] {
  const at = 1 + Math.max(raw.indexOf('\nmsgid '), raw.indexOf('\rmsgid '))
  const breaks = /\r\n|\n|\r/g
  breaks.lastIndex = at
  // One of the three line breaks, by the expression.
  return (breaks.exec(raw)?.[0] ?? '\n') as PoText['lineEnd']
}

/** The name stops at white space, a backslash and the letter n, as in the reference. */
const CHARSET = /charset=([^\s\\n]+)/

function charsetOf(first: PoBlock | undefined): string {
  const literals = [...(first?.translations.values() ?? [])].flat().join('')
  const name = CHARSET.exec(literals)?.[1]
  if (name === undefined || name === 'CHARSET') return 'utf-8'
  if (/^\W*utf-?_?(16|32)/i.test(name)) {
    throw new ParseError(`the file is not in the declared encoding ${name}`, 1, 1)
  }
  // As in Python, only letters, digits and dots of a name matter.
  const plain = name.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-|-$/g, '')
  return LABELS.get(plain.toLowerCase()) ?? plain
}

/** Python's names of encodings with another name in https://encoding.spec.whatwg.org/#names-and-labels. */
const LABELS = new Map([
  ['ansi-x3.4-1968', 'ascii'],
  ['cp874', 'windows-874'],
  ['cp932', 'windows-31j'],
  ['cp936', 'gbk'],
  ['cp949', 'windows-949'],
  ['cp950', 'big5'],
  ['eucjp', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['ks-c-5601-1987', 'euc-kr'],
])

/** Returns the header's `Plural-Forms` as written; undefined if it declares none that is valid. */
function pluralFormsOf(
  header: PoBlock,
  lineEnd: PoText['lineEnd'],
): ParsedFile['plural'] | undefined {
  let declared: string | undefined
  for (const line of textsOf(header, lineEnd).target.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0 && line.slice(0, colon).trim() === 'Plural-Forms')
      declared = line.slice(colon + 1)
  }
  return readPluralForms(declared ?? '')
}
