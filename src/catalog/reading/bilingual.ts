import { countUnits } from '../statistics.ts'
import type { MatchedFile, Matches } from './filemask.ts'
import { readBilingual, sourceUnitsOfBilingual } from './pair.ts'
import { readContent, readEntries } from './read-entries.ts'
import { createSizeLimit } from './size-limit.ts'
import {
  alertsOf,
  attempt,
  type ComponentContent,
  cacheKey,
  emptyTranslation,
  fileOid,
  formatOf,
  languageInFile,
  type ParsedTranslation,
  pairOptions,
  type ReadOptions,
  type ReadTranslation,
  sizeOf,
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
  const translations = source === undefined ? read : withSource(source, read, options)
  return { translations, alerts: alertsOf(read) }
}

/** Reads one file of a component without a template. Throws ParseError or RepositoryError. */
export function readBilingualFile(file: MatchedFile, options: ReadOptions): ReadTranslation {
  const oid = fileOid(file)
  const key = cacheKey(options, file, [oid])
  const known = options.cache.get(key)
  if (known !== undefined) return { parsed: known, oids: [oid] }
  const format = formatOf(options.config)
  const bytes = readContent(options.repository, format, oid)
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
  const statistics = countUnits(units)
  const parsed = { units, statistics, bytes: bytes.length, plural: found.plural }
  options.cache.set(key, parsed, sizeOf(parsed))
  return { parsed, oids: [oid] }
}

/** Puts the source language's translation, which has no file, in front of those that fill it. */
export function withSource(
  file: MatchedFile,
  translations: readonly ParsedTranslation[],
  { config }: Pick<ReadOptions, 'config'>,
): ParsedTranslation[] {
  const { units, makers } = sourceUnitsOfBilingual(
    translations.map((translation) => translation.units),
    {
      isSourceCjk: isCjk(config.sourceLanguage),
      pluralNumber: file.language.filePlural.number,
    },
  )
  const added: number[][] = translations.map(() => [])
  for (const [row, maker] of makers.entries()) added[maker]?.push(row)
  const filling = translations.map((translation, index) => ({
    ...translation,
    sourceRowsAdded: added[index] ?? [],
  }))
  const source = toTranslation(file, {
    parsed: { units, statistics: countUnits(units), bytes: 0 },
    oids: [],
  })
  return [source, ...filling]
}
