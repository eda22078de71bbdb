import { decodeAs } from '../../src/encoding.ts'
import { ParseError } from '../../src/errors.ts'
import { decodeUtf8 } from '../../src/text.ts'
import type { Entry, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { joinAlternatives } from './alternatives.ts'
import { readHeader } from './columns.ts'
import { csvDiscovery } from './csv-discovery.ts'
import { sniffDialect } from './dialect.ts'
import { readRows } from './rows.ts'
import { writeCsvFile } from './write-csv.ts'

/** Tables whose header, or number of columns, tells where texts are: RFC 4180 and whatever is called so. */
export const csv: Format = createCsv({
  id: 'csv',
  name: 'CSV file',
  decode: decodeGuessed,
  discovery: csvDiscovery,
  writer: { needsKeys: false, write: writeCsvFile },
})

export const csvUtf8: Format = createCsv({
  id: 'csv-utf-8',
  name: 'CSV file (UTF-8)',
  decode: decodeWithMark,
})

/** Several rows may give alternatives for one text. */
export const csvMultiUtf8: Format = createCsv({
  id: 'csv-multi-utf-8',
  name: 'Multivalue CSV file (UTF-8)',
  decode: decodeWithMark,
  hasAlternatives: true,
})

/** A column of sources, or of keys, and one of targets. */
export const csvSimple: Format = createCsv({
  id: 'csv-simple',
  name: 'Simple CSV file',
  decode: decodeGuessed,
  isSimple: true,
})

export const csvSimpleUtf8: Format = createCsv({
  id: 'csv-simple-utf-8',
  name: 'Simple CSV file (UTF-8)',
  decode: decodeWithMark,
  isSimple: true,
})

export const csvSimpleIso: Format = createCsv({
  id: 'csv-simple-iso',
  name: 'Simple CSV file (ISO-8859-1)',
  decode: (bytes) => decodeAs('iso-8859-1', bytes),
  isSimple: true,
})

/** What makes a format one of its own. */
type Variant = Pick<
  Format,
  'id' | 'name' | 'decode' | 'discovery' | 'writer' | 'hasAlternatives'
> & {
  readonly isSimple?: boolean
}

function createCsv({ isSimple = false, ...format }: Variant): Format {
  const { hasAlternatives = false } = format
  return {
    extension: 'csv',
    mediaType: 'text/csv',
    template: 'both',
    checkFlags: '',
    ...format,
    parse(bytes, options) {
      if (bytes.length === 0) throw new ParseError('expected a row, found an empty file', 1, 1)
      const entries = readEntries(format.decode(bytes), options, { isSimple, hasAlternatives })
      return {
        entries: hasAlternatives ? joinAlternatives(entries, options.isMonolingual) : entries,
      }
    },
  }
}

/** UTF-8 whose byte order mark stays, as in the reference: it belongs to the first field. Throws ParseError. */
function decodeWithMark(bytes: Uint8Array): string {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return isMarked ? `\ufeff${decodeUtf8(bytes.subarray(3))}` : decodeUtf8(bytes)
}

/** UTF-16 with a byte order mark, else UTF-8. Throws ParseError. */
function decodeGuessed(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return decodeAs('utf-16le', bytes)
  return a === 0xfe && b === 0xff ? decodeAs('utf-16be', bytes) : decodeUtf8(bytes)
}

const FUZZY: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'x', 'fuzzy'])

/** An entry for each row. Those that are alternatives of one text are fuzzy by their mark alone, even without a target. */
function readEntries(
  text: string,
  { isMonolingual, isTemplate }: ParseOptions,
  { isSimple, hasAlternatives }: { readonly isSimple: boolean; readonly hasAlternatives: boolean },
): Entry[] {
  const all = readRows(text, sniffDialect(text))
  const { names, rows } = readHeader(all, { isSimple, isMonolingual })
  const columns = new Map(names.map((name, index) => [name, index]))
  /** A translation without its own column has the sources, which count as not translated. */
  const hasTargets = columns.has('target') || !isMonolingual || isTemplate === true
  return rows.map(({ fields, offset }, index): Entry => {
    const field = (name: string): string => fields[columns.get(name) ?? -1] ?? ''
    const target = field(hasTargets ? 'target' : 'source')
    const isFuzzy = FUZZY.has(field('fuzzy').toLowerCase())
    const comments = [field('translator_comments'), field('developer_comments')]
    return {
      context: isMonolingual
        ? field('id') || field('context') || field('source')
        : field('context'),
      source: isMonolingual ? '' : field('source'),
      target,
      state:
        isFuzzy && (target !== '' || hasAlternatives)
          ? 'fuzzy'
          : target !== '' && hasTargets
            ? 'translated'
            : 'untranslated',
      note: comments.filter((comment) => comment !== '').join('\n'),
      explanation: '',
      flags: '',
      location: field('location'),
      position: index + 1,
      offset,
    }
  })
}
