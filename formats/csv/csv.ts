import { isUtf8 } from 'node:buffer'
import { writeCsv } from '../../src/csv.ts'
import { decodeAs } from '../../src/encoding.ts'
import { ParseError } from '../../src/errors.ts'
import { groupBy } from '../../src/group-by.ts'
import { decodeUtf8, hasUtf8Mark } from '../../src/text.ts'
import { bilingualProposal, isBilingualSet, keyedProposal } from '../bilingual-discovery.ts'
import type { Contents, DiscoveryRule, DiscoveryTree, NearMiss } from '../discovery.ts'
import { type Entry, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { templateRule } from '../template-discovery.ts'
import type { TranslationDocument } from '../translation-document.ts'
import { readHeader, type TableRules } from './columns.ts'
import { sniffDialect } from './dialect.ts'
import { readRows } from './rows.ts'
import { tableOf } from './table.ts'

/** Weblate escapes more cells than necessary. */
const FORMULA = /^[ =+\-@|%\t\r]/

/** The rows of `tableOf` after RFC 4180; cells that a spreadsheet would calculate are put in single quotes, as Weblate does. */
function writeCsvFile(document: TranslationDocument): string {
  return writeCsv(tableOf(document).map((cells) => cells.map(defuse)))
}

function defuse(text: string): string {
  return FORMULA.test(text) ? `'${text}'` : text
}

/** Tables of two columns, keys and texts, or of sources and targets, by their names. Other tables are data. */
const csvDiscovery: DiscoveryRule = {
  files: /\.csv$/i,
  find(tree, format) {
    const named = tree.sets(tree.paths).filter((set) => {
      const headers = set.files.map(({ path }) => columnsOf(path, tree.contents))
      const filled = headers.filter(([first]) => first !== undefined)
      const isNamed = filled.length > 0 && filled.filter(hasSources).length * 2 >= filled.length
      const isAlone = set.strength === 'alone' && !/(?:^|\/)\*\.csv$/i.test(set.filemask)
      return isNamed && !isAlone && isBilingualSet(set, tree)
    })
    const proposals = named.map(
      (set) =>
        keyedProposal(set, tree, format.id, format) ??
        bilingualProposal(set, tree, {
          fileFormat: format.id,
          sourceLanguage: tree.sourceLanguage,
          notes: ['its columns are named source and target'],
        }),
    )
    const others = keyed.find(tree, format)
    return {
      proposals: [...proposals, ...others.proposals],
      nearMisses: [...others.nearMisses, ...tree.paths.flatMap((path) => explainTable(path, tree))],
    }
  },
}

/** The reason against a table of several languages: they are in its columns. */
function explainTable(path: string, { contents, languageOfCode }: DiscoveryTree): NearMiss[] {
  const columns = columnsOf(path, contents)
  // Unity names its columns `English(en)`, and one `Id`.
  const inBrackets = columns.flatMap((column) => /\((\S+)\)$/.exec(column)?.[1] ?? [])
  const codes = inBrackets.length > 0 ? inBrackets : columns
  const languages = codes.filter((code) => languageOfCode(code))
  const isText =
    /^keys?$/i.test(columns[0] ?? '') || languages.some((code) => /^en(?:[-_]|$)/i.test(code))
  if (languages.length < 2 || !isText) return []
  const explanation = `It holds ${languages.length} languages in its columns; a component needs a file for each.`
  return [{ filemask: path, explanation, files: languages.length }]
}

const keyed = templateRule({
  files: /\.csv$/i,
  dataMasks: /\*/,
  sourcesFormat: (fileFormat) => fileFormat,
  isOwn(_, [template = ''], contents) {
    const columns = columnsOf(template, contents)
    return columns.length === 2 && !hasSources(columns)
  },
})

/** Returns the fields of the first row if no quotes hide the delimiter. */
function columnsOf(path: string, contents: Contents): string[] {
  const text = contents.text(path) ?? ''
  const end = text.indexOf('\n')
  const fields = (end === -1 ? text : text.slice(0, end)).match(/"[^"]*"?|[^"\s,;][^",;\t]*/g) ?? []
  return fields.map((field) => field.trim().replaceAll('"', ''))
}

function hasSources(columns: readonly string[]): boolean {
  return columns.includes('source') && columns.includes('target')
}

const MULTI = { hasAlternatives: true } as const
const SIMPLE = { isSimple: true } as const

/** Tables whose header or number of columns tells where the texts are: RFC 4180 and anything called CSV. */
export const csv: Format = createCsv('csv', 'CSV file', decodeGuessed, {
  discovery: csvDiscovery,
  writer: { needsKeys: false, isSingle: true, write: writeCsvFile },
  withParams: ({ csv_encoding: encoding }) => (encoding === 'utf-8' ? csvUtf8 : csv),
})

export const csvUtf8: Format = createCsv('csv-utf-8', 'CSV file (UTF-8)', decodeWithMark)

/** Several rows may give alternatives for one text. */
export const csvMulti: Format = createCsv('csv-multi', 'Multivalue CSV file', decodeGuessed, {
  ...MULTI,
  withParams: ({ csv_encoding: encoding }) => (encoding === 'utf-8' ? csvMultiUtf8 : csvMulti),
})

/** Several rows may give alternatives for one text. */
export const csvMultiUtf8: Format = createCsv(
  'csv-multi-utf-8',
  'Multivalue CSV file (UTF-8)',
  decodeWithMark,
  MULTI,
)

/** A column of sources, or of keys, and one of targets. */
export const csvSimple: Format = createCsv('csv-simple', 'Simple CSV file', decodeGuessed, {
  ...SIMPLE,
  withParams: ({ csv_simple_encoding: encoding }) =>
    encoding === 'utf-8' ? csvSimpleUtf8 : encoding === 'iso-8859-1' ? csvSimpleIso : csvSimple,
})

export const csvSimpleUtf8: Format = createCsv(
  'csv-simple-utf-8',
  'Simple CSV file (UTF-8)',
  decodeWithMark,
  SIMPLE,
)

export const csvSimpleIso: Format = createCsv(
  'csv-simple-iso',
  'Simple CSV file (ISO-8859-1)',
  (bytes) => decodeAs('iso-8859-1', bytes),
  SIMPLE,
)

function createCsv(
  id: string,
  name: string,
  decode: Format['decode'],
  { isSimple = false, ...facts }: Partial<Format> & { readonly isSimple?: boolean } = {},
): Format {
  const { hasAlternatives = false } = facts
  const parser =
    (knowsWords: boolean): Format['parse'] =>
    (bytes, options) => {
      if (bytes.length === 0) throw new ParseError('expected a row, found an empty file', 1, 1)
      const rules = { isSimple, knowsWords }
      const entries = readEntries(decode(bytes), options, rules, hasAlternatives)
      return {
        entries: hasAlternatives ? joinAlternatives(entries, options.isMonolingual) : entries,
      }
    }
  return {
    ...{ id, name, decode, extension: 'csv', mediaType: 'text/csv' },
    template: 'both',
    ...facts,
    parse: parser(false),
    as2026: { parse: parser(true) },
  }
}

/** Decodes UTF-8. The byte order mark stays part of the first field, as in the reference. Throws ParseError. */
function decodeWithMark(bytes: Uint8Array): string {
  return hasUtf8Mark(bytes) ? `\ufeff${decodeUtf8(bytes.subarray(3))}` : decodeUtf8(bytes)
}

/**
 * Decodes UTF-16 if there is a byte order mark for it, otherwise UTF-8 if valid, otherwise ISO 8859-1. Throws
 * ParseError.
 */
function decodeGuessed(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return decodeAs('utf-16le', bytes)
  if (a === 0xfe && b === 0xff) return decodeAs('utf-16be', bytes)
  return decodeAs(isUtf8(bytes) ? 'utf-8' : 'iso-8859-1', bytes)
}

const FUZZY: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'x', 'fuzzy'])

/** Makes an entry of each row. Alternatives of one text are fuzzy only by their mark, even without a target. */
function readEntries(
  text: string,
  { isMonolingual, isTemplate }: ParseOptions,
  rules: TableRules,
  hasAlternatives: boolean,
): Entry[] {
  const sample = rules.knowsWords ? text.replaceAll('\r\n', '\n') : text
  const all = readRows(text, sniffDialect(sample))
  const { names, rows } = readHeader(all, isMonolingual, rules)
  const columns = new Map(names.map((name, index) => [name, index]))
  /** A translation without a column of its own shows the sources, which count as untranslated. */
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

/**
 * Merges rows with equal key, or equal source and context, into entries with alternatives: at the position of the
 * first, texts joined with `SEP`. With a template their notes are joined as well, and the first location counts.
 */
function joinAlternatives(entries: readonly Entry[], isMonolingual: boolean): Entry[] {
  const groups = groupBy(entries, ({ context, source }) => `${context}\0${source}`)
  return Array.from(groups.values(), (rows, index) => joinRows(rows, isMonolingual, index + 1))
}

function joinRows(
  rows: readonly [Entry, ...Entry[]],
  isMonolingual: boolean,
  position: number,
): Entry {
  const [first] = rows
  const texts = (field: 'source' | 'target' | 'note') => rows.map((row) => row[field])
  const notes = texts('note')
  const targets = texts('target')
  const states = targets.some((target) => target !== '') ? rows.map(({ state }) => state) : []
  return {
    ...first,
    source: isMonolingual ? '' : texts('source').join(SEP),
    target: targets.join(SEP),
    state:
      (['fuzzy', 'translated'] as const).find((state) => states.includes(state)) ?? 'untranslated',
    note: isMonolingual ? notes.join(SEP) : notes.filter((note) => note !== '').join('\n'),
    location: isMonolingual
      ? (first.location ?? '')
      : rows.map(({ location }) => location).join(', '),
    position,
  }
}
