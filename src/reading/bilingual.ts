import type { ComponentConfig } from '../config/config.ts'
import { digestOf } from '../model/digest.ts'
import type { Alert } from '../model/model.ts'
import { type Count, countRows, NOTHING } from '../model/statistics.ts'
import { findRow, type SourceTable } from '../model/unit.ts'
import { sourceUnitsOfBilingual } from './bilingual-source.ts'
import { wordRuleOf } from './count-words.ts'
import { isFilled, type MatchedFile, type Matches } from './filemask.ts'
import type { ParsedUnits } from './library.ts'
import { readBilingual } from './pair.ts'
import { readContent } from './read-content.ts'
import { readEntries } from './read-entries.ts'
import { createSizeLimit } from './size-limit.ts'
import { createStrayKeys } from './stray-keys.ts'
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

/** Most translations share the current source table; a few have an older one. */
const MAX_TABLES = 4

/** The source tables that a component's bilingual translations used last; the next translation mostly shares one. */
export class RecentTables {
  #tables: readonly WeakRef<SourceTable>[] = []

  list(): readonly SourceTable[] {
    return this.#tables.flatMap((table) => table.deref() ?? [])
  }

  readonly add = (table: SourceTable): void => {
    const others = this.#tables.filter((other) => other.deref() !== table)
    this.#tables = [new WeakRef(table), ...others].slice(0, MAX_TABLES)
  }
}

/** Reads the files of a component without a template. Their units make up the source language's translation. */
export function readBilingualFiles(matches: Matches, options: ReadOptions): ComponentContent {
  const { files } = matches
  const limit = createSizeLimit(options.config)
  const recent = new RecentTables()
  const source = files.find(isFilled)
  const faults: Alert[] = []
  const readSources = (file: MatchedFile | undefined) => {
    if (file?.real === undefined) return undefined
    const result = attempt(file.path, () => readBilingualFile(file, options, recent))
    if ('alert' in result) faults.push(result.alert)
    return 'alert' in result ? undefined : result.value
  }
  const base = readSources(source)
  const hasOtherSources = !formatOf(options.config).hasTerms
  const isOther = hasOtherSources && matches.base?.path !== source?.path
  const sources = base ?? readSources(isOther ? matches.base : undefined)
  const withAbsent = (file: MatchedFile, read: ReadTranslation): ParsedTranslation => {
    return { ...toTranslation(file, read), absent: countAbsent(sources, read, options) }
  }
  const translations = files
    .filter((file) => !isFilled(file))
    .map((file) => {
      const result = attempt(file.path, () => limit(() => readBilingualFile(file, options, recent)))
      return 'alert' in result
        ? emptyTranslation(file, result.alert)
        : withAbsent(file, result.value)
    })
  const alerts = [...faults, ...alertsOf(translations)]
  if (source === undefined) return { translations, alerts }
  const filled = fillSource(source, translations, options, base)
  return { translations: [withAbsent(source, filled), ...translations], alerts }
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

/** Returns the key for the content of such a file. Throws RepositoryError if the file does not exist. */
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
  const strays = createStrayKeys('')
  const units = readBilingual(content.entries, {
    ...pairOptions(options, language),
    wordRule: wordRuleOf(options.config),
    locate: content.locate,
    sourceTables,
    onStray: strays.add,
  })
  const plural = ownPlural(language, file)
  const { faults } = content
  return { units, plural, bytes: bytes.length, strays: strays.result(), faults }
}

/** Reads only the file of a source translation. Throws ParseError or RepositoryError. */
export function readSourceFile(
  file: MatchedFile,
  options: ReadOptions,
  recent: RecentTables,
): ReadTranslation {
  return fillSource(file, [], options, readBilingualFile(file, options, recent))
}

/** Returns what the source language holds: the units of its file, if any, and those that only translations have. */
export function fillSource(
  file: MatchedFile,
  translations: readonly ParsedTranslation[],
  { config, library }: Pick<ReadOptions, 'config' | 'library'>,
  base: ReadTranslation | undefined,
): ReadTranslation {
  const language = languageInFile(file.language, formatOf(config), base?.summary.plural)
  const { number: pluralNumber } = language.filePlural
  const contents = translations.map((parsed) => parsed.contentKey)
  const key = sourceKey(file, config, base?.contentKey ?? '', contents)
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

/** Returns the key for a source that translations fill, from their keys (`''` if unreadable) and that of its own file. */
export function sourceKey(
  { language }: MatchedFile,
  config: ComponentConfig,
  base: string,
  contents: readonly string[],
): string {
  const { number } = languageInFile(language, formatOf(config)).filePlural
  return digestOf(['source', number, config.sourceLanguage, base, contents])
}

/** Counts the strings of the source file that a translation lacks; 0 if there is no such file. */
function countAbsent(
  sources: ReadTranslation | undefined,
  translation: ReadTranslation,
  { library }: ReadOptions,
): Count {
  if (sources === undefined || sources.contentKey === translation.contentKey) return NOTHING
  const key = absentKey(sources.contentKey, translation.contentKey)
  return library.count(key, () => {
    const units = sources.units()
    const { table } = translation.units()
    const rows = Array.from({ length: units.table.count }, (_, row) => row)
    return countRows(
      units,
      rows.filter((row) => findRow(table, units.table, row) === undefined),
    )
  })
}

/** Returns the key for what a translation lacks, from the keys of both. */
export function absentKey(sources: string, translation: string): string {
  return digestOf(['absent', sources, translation])
}
