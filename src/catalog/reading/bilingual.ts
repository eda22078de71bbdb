import { digestOf } from '../digest.ts'
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
  const parse = () => parseBilingual(file, oid, options)
  return { contentKey: key, oids: [oid], ...options.library.file(key, { parse }) }
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
  const key = digestOf(['source', pluralNumber, config.sourceLanguage, contents])
  const parse = () => {
    const filling = translations.map(({ units }) => units())
    const isSourceCjk = isCjk(config.sourceLanguage)
    return { units: sourceUnitsOfBilingual(filling, { isSourceCjk, pluralNumber }), bytes: 0 }
  }
  const read = library.file(key, { parse })
  return toTranslation(file, { contentKey: key, oids: [], ...read })
}
