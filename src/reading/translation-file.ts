import type { ParsedFile } from '../../formats/entry.ts'
import type { Format } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import { formatParams } from '../../formats/params.ts'
import { oncePer } from '../cache.ts'
import { componentFields } from '../config/component-fields.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { ParseError, RepositoryError } from '../errors.ts'
import type { Repository } from '../git/repository.ts'
import { findLanguage, knownLanguage, type Language, type Plural } from '../languages/language.ts'
import { isSameRule, isValidRule } from '../languages/plural-formula.ts'
import { UNNAMED } from '../languages/table.ts'
import { withZeroForm } from '../languages/zero-form.ts'
import { digestOf } from '../model/digest.ts'
import type { Alert, Translation } from '../model/model.ts'
import { NOTHING } from '../model/statistics.ts'
import type { Units } from '../model/unit.ts'
import { compilePython } from '../regexp/python.ts'
import { inVersion } from '../weblate-version.ts'
import type { MatchedFile } from './filemask.ts'
import { type Library, NO_SUMMARY, type ReadFile } from './library.ts'
import { type PairOptions, pairMonolingual } from './pair.ts'
import { createTable } from './template-table.ts'

/** A translation that is not yet part of a view. */
export type ParsedTranslation = Omit<Translation, 'id' | 'languageId' | 'component' | 'lastChange'>

/** The contents of a component's files at a commit. */
export interface ComponentContent {
  readonly translations: readonly ParsedTranslation[]
  readonly alerts: readonly Alert[]
}

/** A component and its project, as they are configured. */
export interface ConfiguredComponent {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
}

/** A project as sent to a worker; the components in question are sent beside it. */
export const withoutComponents: (project: ProjectConfig) => ProjectConfig = oncePer((project) => ({
  ...project,
  components: [],
}))

/** A component, and the repository and library to read it with. */
export interface ReadOptions extends ConfiguredComponent {
  readonly repository: Repository
  readonly library: Library
}

/** The settings that select a format. */
export type FormatSettings = Pick<ComponentConfig, 'fileFormat' | 'fileFormatParams' | 'weblate'> &
  Partial<ComponentConfig>

/** Returns the format of a component, as the configured version of Weblate reads it. */
export function formatOf(settings: FormatSettings): Format {
  const { fileFormat, fileFormatParams: params, weblate } = settings
  const format = formats.get(fileFormat)
  if (format === undefined) throw new RangeError(`no format ${fileFormat}`)
  if (format.forFiles !== undefined) return formatForFiles(settings)
  const isChosen = Object.keys(params).some((name) => formatParams.get(name)?.isRead)
  const hasParams = weblate !== '5.14' || isChosen
  return inVersion((hasParams && format.withParams?.(params)) || format, weblate)
}

const ANY_CODE = componentFields.languageRegex.default ?? ''

const formatForFiles = oncePer((settings: FormatSettings): Format => {
  const { fileFormat, filemask = '', template = '', languageRegex = ANY_CODE } = settings
  const isLanguage = createCodeTest({ languageRegex })
  return formats.get(fileFormat)!.forFiles!({ filemask, template }, isLanguage)
})

/**
 * Returns a test for language codes, for formats whose files lie among others: a code must match the expression and,
 * unless that was configured, be in the default table. Throws SyntaxError.
 */
export function createCodeTest({
  languageRegex,
}: Pick<ComponentConfig, 'languageRegex'>): (code: string) => boolean {
  const expression = compilePython(languageRegex)
  const isChosen = languageRegex !== ANY_CODE
  return (code) => {
    if (!expression.test(code)) return false
    return isChosen || knownLanguage(findLanguage(code)?.code ?? '') !== undefined
  }
}

const EMPTY_TABLE = createTable([], { wordRule: 'spaces' })
/** The units of a translation without a readable file. */
const NO_UNITS: Units = pairMonolingual(EMPTY_TABLE, [], { format: {}, pluralNumber: 1 })
/** What a translation without a file holds. */
export const NO_FILE: ReadFile = { summary: NO_SUMMARY, units: () => NO_UNITS }
/** The failing checks of a translation before its project is checked. */
const NOT_FAILING: ParsedTranslation['failing'] = new Uint32Array()

/** A parsed file, with what identifies its content. */
export interface ReadTranslation extends ReadFile {
  /** Translations with equal keys have equal units. */
  readonly contentKey: string
  /** Versions of the files that it was made from. */
  readonly revisions: readonly string[]
}

/** Returns what configuration and language say about pairing the entries of a file. */
export function pairOptions(
  { config, project }: ConfiguredComponent,
  language: Language,
  { isTemplate = false }: { readonly isTemplate?: boolean } = {},
): PairOptions {
  return {
    hasReviews: isTemplate ? project.sourceReview : project.translationReview,
    format: formatOf(config),
    pluralNumber: language.filePlural.number,
    projectFlags: project.checkFlags,
    componentFlags: config.checkFlags,
  }
}

/** Returns the language with the plural forms of a file: those that it declares, otherwise those of its format. */
export function languageInFile(
  language: Language,
  { pluralSource, hasZeroForm }: Pick<Format, 'pluralSource' | 'hasZeroForm'>,
  declared?: ParsedFile['plural'] | undefined,
): Language {
  const { plurals, filePlural } = language
  const usual =
    pluralSource === undefined
      ? filePlural
      : (plurals.find(({ source }) => source === pluralSource) ?? language.plural)
  const declaredOrUsual =
    declared === undefined ? usual : (declaredPlural(language, declared) ?? usual)
  const plural = hasZeroForm ? withZeroForm(declaredOrUsual) : declaredOrUsual
  return plural === filePlural ? language : { ...language, filePlural: plural }
}

/** Returns the plural forms that a summary must keep: those that differ from the language's usual ones. */
export function ownPlural({ filePlural }: Language, file: MatchedFile): Plural | undefined {
  return filePlural === file.language.filePlural ? undefined : filePlural
}

/** Weblate's numbers for a plural set that comes from a file and has no name. */
const FROM_FILE = { source: 1, type: UNNAMED } as const

/** Returns the language's equivalent plural set, otherwise a new one; undefined for an invalid rule. */
function declaredPlural(
  { plurals }: Language,
  { number, formula }: NonNullable<ParsedFile['plural']>,
): Plural | undefined {
  if (!isValidRule({ number, formula })) return undefined
  const declared = { ...FROM_FILE, number, formula }
  return plurals.find((plural) => isSameRule(plural, declared)) ?? declared
}

/** What is wrong with a path that matches the filemask. */
export const DANGLING_LINK = 'expected a file, found a link to a path that the repository lacks'

/** Returns the id of a file's blob or a folder's tree. Throws RepositoryError if the path is a dangling link. */
export function fileOid({ real }: MatchedFile): string {
  if (real === undefined) throw new RepositoryError('not-found', DANGLING_LINK)
  return real.oid
}

/** Returns whether a component's translations are files or folders. */
export function kindOf(config: ComponentConfig): 'file' | 'folder' {
  return formatOf(config).folder === undefined ? 'file' : 'folder'
}

/** Returns a translation's path as Git's history is asked for it: with a slash at the end for a folder. */
export function pathInGit(path: string, config: ComponentConfig): string {
  return kindOf(config) === 'file' ? path : `${path}/`
}

/** Digests the settings that, besides blobs, decide the content of a component's files. */
const settingsKey = oncePer(({ config, project }: ConfiguredComponent) =>
  digestOf([
    config.weblate,
    config.fileFormat,
    config.fileFormatParams,
    config.template !== '',
    config.intermediate !== '',
    config.sourceLanguage,
    formatOf(config).forFiles && [config.filemask, config.template, config.languageRegex],
    config.keyFilter,
    config.editTemplate,
    config.checkFlags,
    project.checkFlags,
    project.translationReview,
    project.sourceReview,
  ]),
)

/** Returns the key for the content of some files of a component. */
export function tableKey(options: ReadOptions, oids: readonly string[]): string {
  return [settingsKey(options), ...oids].join('/')
}

/** Returns the key for the content of a translation. */
export function contentKey(
  options: ReadOptions,
  { path, code, language, isTemplate }: MatchedFile,
  oids: readonly string[],
): string {
  const { number } = language.filePlural
  // A folder's version depends on its path.
  const folder = kindOf(options.config) === 'folder' ? path : ''
  return [tableKey(options, oids), code, number, isTemplate ? 'template' : '', folder].join('/')
}

/** Makes the translation of a file. */
export function toTranslation(
  { path, code, language, isTemplate, isSource }: MatchedFile,
  { contentKey, revisions, summary, units }: ReadTranslation,
): ParsedTranslation {
  return {
    language: summary.plural ? { ...language, filePlural: summary.plural } : language,
    languageCode: code,
    filename: path,
    revision: revisions.join(','),
    isTemplate,
    isSource,
    contentKey,
    summary,
    units,
    statistics: summary.statistics,
    absent: NOTHING,
    failing: NOT_FAILING,
    verdict: NOT_FAILING,
    accepted: NOT_FAILING,
    alert: undefined,
  }
}

/** Makes a translation that has no file, or an unreadable one. */
export function emptyTranslation(file: MatchedFile, alert: Alert | undefined): ParsedTranslation {
  return { ...toTranslation(file, { ...NO_FILE, contentKey: '', revisions: [] }), alert }
}

/** Returns the alerts of translations, in their order. */
export function alertsOf(translations: readonly ParsedTranslation[]): Alert[] {
  return translations.flatMap(({ alert }) => (alert === undefined ? [] : [alert]))
}

/** Makes the alert for a configured file that does not exist. */
export function missingFile(path: string, reason: string): Alert {
  return { name: 'MissingFile', message: `${path}: ${reason}`, filename: path }
}

/** Returns the value, or the alert about a broken file. */
export function attempt<T>(path: string, read: () => T): { value: T } | { alert: Alert } {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof ParseError) {
      const { line, column } = error
      const message = `${path}:${line}:${column}: ${error.message}`
      return { alert: { name: 'ParseError', message, filename: path, at: { line, column } } }
    }
    if (error instanceof RepositoryError) {
      const message = `${path}: ${error.message}`
      return { alert: { name: 'RepositoryError', message, filename: path, code: error.code } }
    }
    throw error
  }
}
