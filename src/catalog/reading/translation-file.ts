import type { ParsedFile } from '../../../formats/entry.ts'
import type { Format } from '../../../formats/format.ts'
import { formats } from '../../../formats/index.ts'
import type { Cache } from '../../cache.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { ParseError, RepositoryError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import type { Language } from '../../languages/language.ts'
import type { Alert, Translation } from '../model.ts'
import { pathInProject } from '../paths.ts'
import { countUnits, type Statistics } from '../statistics.ts'
import type { Units } from '../unit.ts'
import type { MatchedFile } from './filemask.ts'
import { createTable, pairMonolingual } from './pair.ts'
import type { PairOptions } from './rule.ts'

/** A translation before it gets its place in a view. */
export type ParsedTranslation = Omit<Translation, 'id' | 'languageId' | 'component' | 'lastChange'>

/** What the files of a component hold at one commit. */
export interface ComponentContent {
  readonly translations: readonly ParsedTranslation[]
  readonly alerts: readonly Alert[]
}

/** What is kept of a file between two commits that both have it. */
export interface ParsedUnits {
  readonly units: Units
  readonly statistics: Statistics
  /** Of the file. */
  readonly bytes: number
  /** What the file declares. */
  readonly plural?: ParsedFile['plural'] | undefined
}

/** A component, and where its files are read from. */
export interface ReadOptions {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly repository: Repository
  readonly cache: Cache<ParsedUnits>
}

/** The format of a component. Its configuration was checked, so there is one. */
export function formatOf({ fileFormat }: ComponentConfig): Format {
  const format = formats.get(fileFormat)
  if (format === undefined) throw new RangeError(`no format ${fileFormat}`)
  return format
}

const EMPTY_TABLE = createTable([], { isSourceCjk: false })
/** What a translation has without a file, or whose file cannot be read. */
const NO_UNITS: Units = pairMonolingual(EMPTY_TABLE, [], {
  format: { checkFlags: '' },
  pluralNumber: 1,
})
/** What a translation has before its project is checked. */
const NOT_FAILING: ParsedTranslation['failing'] = new Map()
const NOTHING: ParsedUnits = { units: NO_UNITS, statistics: countUnits(NO_UNITS), bytes: 0 }

/** A file that was read, and the blobs that went into it. */
export interface ReadTranslation {
  readonly parsed: ParsedUnits
  readonly oids: readonly string[]
}

/** What the configuration and the language say about pairing the entries of a file. */
export function pairOptions(
  { config, project }: Pick<ReadOptions, 'config' | 'project'>,
  language: Language,
): PairOptions {
  return {
    format: formatOf(config),
    pluralNumber: language.filePlural.number,
    projectFlags: project.checkFlags,
    componentFlags: config.checkFlags,
  }
}

/** The language with the plural forms that its file declares, if it does. */
export function languageInFile(
  language: Language,
  plural: ParsedFile['plural'] | undefined,
): Language {
  const { filePlural } = language
  if (plural === undefined) return language
  const isUsual = plural.number === filePlural.number && plural.formula === filePlural.formula
  return isUsual ? language : { ...language, filePlural: { ...plural, source: 1, type: UNKNOWN } }
}

/** Weblate's number for plural forms that it has no name for. */
const UNKNOWN = 666

/** Id of a file's blob, or a folder's tree. Throws RepositoryError when there is no such file. */
export function fileOid({ path, real }: MatchedFile): string {
  if (real === undefined) throw new RepositoryError(`${path}: expected a file in the repository`)
  return real.oid
}

/** What a translation of a component is in a tree. */
export function kindOf(config: ComponentConfig): 'file' | 'folder' {
  return formatOf(config).folder === undefined ? 'file' : 'folder'
}

/** A path of a component's translation as Git's history is asked for it: that of a folder ends with a slash. */
export function pathInGit(path: string, config: ComponentConfig): string {
  return kindOf(config) === 'file' ? path : `${path}/`
}

/** Where two files have the same key they give the same units. */
export function cacheKey(
  { project, config }: ReadOptions,
  { code, isTemplate }: MatchedFile,
  oids: readonly string[],
): string {
  return [project.slug, pathInProject(config), code, isTemplate ? 'template' : '', ...oids].join(
    '/',
  )
}

/** Texts of two bytes a character, and the columns. */
export function sizeOf({ units }: ParsedUnits): number {
  let characters = 0
  for (const target of units.targets) characters += target.length
  return 2 * characters + 100 * units.targets.length
}

/** The translation that a file holds. */
export function toTranslation(
  file: MatchedFile,
  { parsed, oids }: ReadTranslation,
): ParsedTranslation {
  const { path, code, language, isTemplate, isSource } = file
  return {
    language: languageInFile(language, parsed.plural),
    languageCode: code,
    filename: path,
    revision: oids.join(','),
    isTemplate,
    isSource,
    units: parsed.units,
    statistics: parsed.statistics,
    failing: NOT_FAILING,
    sourceRowsAdded: [],
    alert: undefined,
  }
}

/** A translation without a file, or whose file could not be read. */
export function emptyTranslation(file: MatchedFile, alert: Alert | undefined): ParsedTranslation {
  return { ...toTranslation(file, { parsed: NOTHING, oids: [] }), alert }
}

/** What is wrong with the files of the translations, in their order. */
export function alertsOf(translations: readonly ParsedTranslation[]): Alert[] {
  return translations.flatMap(({ alert }) => (alert === undefined ? [] : [alert]))
}

/** A value, or the alert that a broken file is. */
export function attempt<T>(path: string, read: () => T): { value: T } | { alert: Alert } {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof ParseError) {
      const message = `${path}:${error.line}:${error.column}: ${error.message}`
      return { alert: { name: 'ParseError', message, filename: path } }
    }
    if (error instanceof RepositoryError) {
      return {
        alert: { name: 'RepositoryError', message: `${path}: ${error.message}`, filename: path },
      }
    }
    throw error
  }
}
