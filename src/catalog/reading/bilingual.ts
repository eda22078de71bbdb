import { createHash } from 'node:crypto'
import type { SourceTable } from '../unit.ts'
import type { MatchedFile, Matches } from './filemask.ts'
import type { ParsedUnits } from './library.ts'
import { readBilingual, sourceUnitsOfBilingual } from './pair.ts'
import { readContent, readEntries } from './read-entries.ts'
import { createSizeLimit } from './size-limit.ts'
import {
  alertsOf,
  attempt,
  type ComponentContent,
  contentKey,
  emptyTranslation,
  fileOid,
  formatOf,
  languageInFile,
  type ParsedTranslation,
  pairOptions,
  type ReadOptions,
  type ReadTranslation,
  toTranslation,
} from './translation-file.ts'
import { isCjk } from './words.ts'

/** Reads the files of a component without a template, one between two yields; they fill the source language's translation. */
export function* readBilingualFiles(
  { files }: Matches,
  options: ReadOptions,
): Generator<void, ComponentContent> {
  const limit = createSizeLimit(options.config)
  const read: ParsedTranslation[] = []
  for (const file of files.filter(({ path }) => path !== '')) {
    const result = attempt(file.path, () => limit(() => readBilingualFile(file, options)))
    read.push(
      'alert' in result ? emptyTranslation(file, result.alert) : toTranslation(file, result.value),
    )
    yield
  }
  const source = files.find(({ path }) => path === '')
  const translations =
    source === undefined ? read : [sourceOfBilingual(source, read, options), ...read]
  return { translations, alerts: alertsOf(read) }
}

/** Reads one file of a component without a template. Throws ParseError or RepositoryError. */
export function readBilingualFile(file: MatchedFile, options: ReadOptions): ReadTranslation {
  const oid = fileOid(file)
  const key = contentKey(options, file, [oid])
  const parse = (): ParsedUnits => {
    const parsed = parseBilingual(file, oid, options)
    // Kept before it is asked for: units are kept without their table.
    options.library.table(key, () => parsed.units.table)
    return parsed
  }
  const table = (): SourceTable =>
    options.library.table(key, () => parseBilingual(file, oid, options).units.table)
  return { contentKey: key, oids: [oid], ...options.library.file(key, { table, parse }) }
}

function parseBilingual(file: MatchedFile, oid: string, options: ReadOptions): ParsedUnits {
  const format = formatOf(options.config)
  const bytes = readContent(options.repository, format, oid)
  options.budget?.spend(bytes.length)
  const found = readEntries(format, bytes, {
    languageCode: file.code,
    isMonolingual: false,
  })
  const language = languageInFile(file.language, found.plural)
  const units = readBilingual(found.entries, {
    ...pairOptions(options, language),
    isSourceCjk: isCjk(options.config.sourceLanguage),
    locate: found.locate,
  })
  return { units, plural: found.plural, bytes: bytes.length }
}

/** The source language's translation, which has no file: the others fill it. */
export function sourceOfBilingual(
  file: MatchedFile,
  translations: readonly ParsedTranslation[],
  { config, library }: Pick<ReadOptions, 'config' | 'library'>,
): ParsedTranslation {
  const contents = translations.map((one) => one.contentKey)
  const { number: pluralNumber } = file.language.filePlural
  const key = createHash('sha1')
    .update(JSON.stringify(['source', pluralNumber, config.sourceLanguage, contents]))
    .digest('hex')
  const make = () =>
    sourceUnitsOfBilingual(
      translations.map(({ units }) => units()),
      { isSourceCjk: isCjk(config.sourceLanguage), pluralNumber },
    )
  const table = () => library.table(key, () => make().table)
  const parse = () => {
    const units = make()
    library.table(key, () => units.table)
    return { units, bytes: 0 }
  }
  const read = library.file(key, { table, parse })
  return toTranslation(file, { contentKey: key, oids: [], ...read })
}
