import { digestOf } from '../digest.ts'
import { type Count, NOTHING } from '../statistics.ts'
import { findRow, type SourceTable, type Units } from '../unit.ts'
import { sourceUnitsOfBilingual } from './bilingual-source.ts'
import { isFilled, type MatchedFile, type Matches } from './filemask.ts'
import type { ParsedUnits } from './library.ts'
import { pairMonolingual, readBilingual } from './pair.ts'
import { readContent, readEntries } from './read-entries.ts'
import { createRecentTables, type RecentTables } from './recent-tables.ts'
import { createSizeLimit } from './size-limit.ts'
import { buildTable, type Row } from './table.ts'
import {
  alertsOf,
  attempt,
  type ComponentContent,
  contentKey,
  emptyTranslation,
  fileOid,
  formatOf,
  languageInFile,
  ownPlural,
  type ParsedTranslation,
  pairOptions,
  type ReadOptions,
  type ReadTranslation,
  toTranslation,
} from './translation-file.ts'
import { type WordRule, wordRuleOf } from './words.ts'

/** Reads the files of a component without a template. Their units make up the source language's translation. */
export function readBilingualFiles(matches: Matches, options: ReadOptions): ComponentContent {
  const { files } = matches
  const limit = createSizeLimit(options.config)
  const recent = createRecentTables()
  const read: ParsedTranslation[] = []
  const source = files.find(isFilled)
  const base = source && readSources(source, options, recent)
  const sources = base ?? readOtherSources(matches, options, recent)
  const withAbsent = (translation: ParsedTranslation, readTranslation: ReadTranslation) => {
    return { ...translation, absent: countAbsent(sources, readTranslation, options) }
  }
  for (const file of files.filter((candidate) => !isFilled(candidate))) {
    const result = attempt(file.path, () => limit(() => readBilingualFile(file, options, recent)))
    read.push(
      'alert' in result
        ? emptyTranslation(file, result.alert)
        : withAbsent(toTranslation(file, result.value), result.value),
    )
  }
  const translations =
    source === undefined
      ? read
      : [withAbsent(...fillTranslation(source, read, { ...options, base })), ...read]
  return { translations, alerts: alertsOf(read) }
}

/** Reads one file of a component without a template. Throws ParseError or RepositoryError. */
export function readBilingualFile(
  file: MatchedFile,
  options: ReadOptions,
  recent: RecentTables,
): ReadTranslation {
  const oid = fileOid(file)
  const key = fileKey(file, options)
  const read = options.library.file(key, {
    parse: () => parseBilingual(file, options, recent.list()),
    onTable: recent.add,
  })
  return {
    contentKey: key,
    revisions: [oid + (formatOf(options.config).revisionEnd ?? '')],
    ...read,
  }
}

/** Names what such a file holds. Throws RepositoryError where there is none. */
export function fileKey(file: MatchedFile, options: ReadOptions): string {
  return contentKey(options, file, [fileOid(file)])
}

function parseBilingual(
  file: MatchedFile,
  options: ReadOptions,
  sourceTables: readonly SourceTable[],
): ParsedUnits {
  const format = formatOf(options.config)
  const bytes = readContent(options.repository, format, fileOid(file))
  const content = readEntries(format, bytes, {
    languageCode: file.code,
    sourceLanguage: options.config.sourceLanguage,
    isMonolingual: false,
  })
  const language = languageInFile(file.language, format, content.plural)
  const units = readBilingual(content.entries, {
    ...pairOptions(options, language),
    wordRule: wordRuleOf(options.config),
    locate: content.locate,
    known: sourceTables,
  })
  return { units, plural: ownPlural(language, file), bytes: bytes.length, faults: content.faults }
}

/**
 * Returns the source language's translation: the units of its file, if it has one, and those that only other
 * translations have.
 */
export function sourceOfBilingual(
  file: MatchedFile,
  translations: readonly ParsedTranslation[],
  options: Pick<ReadOptions, 'config' | 'library'> & SourceBase,
): ParsedTranslation {
  return fillTranslation(file, translations, options)[0]
}

function fillTranslation(
  file: MatchedFile,
  translations: readonly ParsedTranslation[],
  options: Pick<ReadOptions, 'config' | 'library'> & SourceBase,
): [ParsedTranslation, ReadTranslation] {
  const read = fillSource(file, translations, options)
  return [toTranslation(file, read), read]
}

/** Reads only the file of a source translation. Throws ParseError or RepositoryError. */
export function readSourceFile(
  file: MatchedFile,
  options: ReadOptions,
  recent: RecentTables,
): ReadTranslation {
  return fillSource(file, [], { ...options, base: readBilingualFile(file, options, recent) })
}

function fillSource(
  file: MatchedFile,
  translations: readonly ParsedTranslation[],
  { config, library, base }: Pick<ReadOptions, 'config' | 'library'> & SourceBase,
): ReadTranslation {
  const language = languageInFile(file.language, formatOf(config), base?.summary.plural)
  const { number: pluralNumber } = language.filePlural
  const contents = translations.map((parsed) => parsed.contentKey)
  const key = sourceKey(file, { contents, base: base?.contentKey ?? '', config })
  const parse = () => {
    const filling = translations.map(({ units }) => units())
    const wordRule = wordRuleOf(config)
    const units = sourceUnitsOfBilingual(filling, {
      wordRule,
      pluralNumber,
      format: formatOf(config),
      base: base?.units(),
    })
    return { units, plural: ownPlural(language, file), bytes: base?.summary.bytes ?? 0 }
  }
  const read = library.file(key, { parse })
  return { contentKey: key, revisions: base?.revisions ?? [], ...read }
}

/**
 * Names what a source translation holds that others fill: by the keys of these, `''` of those that cannot be read, and that
 * of its own file, if it has one.
 */
export function sourceKey(
  { language }: MatchedFile,
  {
    contents,
    base,
    config,
  }: Pick<ReadOptions, 'config'> & { readonly contents: readonly string[]; readonly base: string },
): string {
  const { number } = languageInFile(language, formatOf(config)).filePlural
  return digestOf(['source', number, config.sourceLanguage, base, contents])
}

interface SourceBase {
  /** What the file of the source translation holds. */
  readonly base: ReadTranslation | undefined
}

/**
 * Returns the file that new translations start from, or the source language's file if the source translation has none;
 * undefined if there is no such file, or if it cannot be read.
 */
function readOtherSources(
  { base }: Matches,
  options: ReadOptions,
  recent: RecentTables,
): ReadTranslation | undefined {
  if (base === undefined || formatOf(options.config).hasTerms) return undefined
  const read = attempt(base.path, () => readBilingualFile(base, options, recent))
  return 'alert' in read ? undefined : read.value
}

/**
 * Reads the file of a source translation. Returns undefined if there is none or it cannot be read: the translations
 * suffice then.
 */
function readSources(
  file: MatchedFile,
  options: ReadOptions,
  recent: RecentTables,
): ReadTranslation | undefined {
  if (file.real === undefined) return undefined
  const read = attempt(file.path, () => readBilingualFile(file, options, recent))
  return 'alert' in read ? undefined : read.value
}

/** Counts the strings of the source file that a translation lacks; 0 if there is no such file. */
function countAbsent(
  sources: ReadTranslation | undefined,
  translation: ReadTranslation | undefined,
  { config, library }: Pick<ReadOptions, 'config' | 'library'>,
): Count {
  if (sources === undefined || translation === undefined) return NOTHING
  if (sources.contentKey === translation.contentKey) return NOTHING
  const key = absentKey(sources.contentKey, translation.contentKey)
  const parse = () => {
    const wordRule = wordRuleOf(config)
    const rows = rowsWithout(sources.units().table, translation.units().table)
    return { units: withoutTargets(rows, wordRule), bytes: 0 }
  }
  return library.file(key, { parse }).summary.statistics.total
}

/** Names what a translation lacks, by the keys of both. */
export function absentKey(sources: string, translation: string): string {
  return digestOf(['absent', sources, translation])
}

function rowsWithout(table: SourceTable, other: SourceTable): Row[] {
  const rows: Row[] = []
  for (let row = 0; row < table.count; row++) {
    if (findRow(other, table, row) !== undefined) continue
    rows.push({
      context: table.contexts.at(row) ?? '',
      source: table.sources.at(row) ?? '',
      position: table.positions[row] ?? 0,
      note: '',
      noteTail: '',
      flags: '',
      explanation: '',
      terms: undefined,
      location: '',
      isReadOnly: false,
    })
  }
  return rows
}

function withoutTargets(rows: readonly Row[], wordRule: WordRule): Units {
  const table = buildTable(rows, { isBilingual: true, wordRule })
  return pairMonolingual(table, [], { format: { checkFlags: '' }, pluralNumber: 1 })
}
