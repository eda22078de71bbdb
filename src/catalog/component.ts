import { type Entry, type Format, ParseError } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import { placeAt } from '../../formats/text.ts'
import type { Cache } from '../cache.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { RepositoryError } from '../errors.ts'
import type { Commit, Repository } from '../git/repository.ts'
import { parseAliases, pluralFor } from '../languages/language.ts'
import { parsePythonRegExp } from '../python-regexp.ts'
import { createFileTree, type FileTree } from './file-tree.ts'
import { type MatchedFile, type Matches, matchFiles } from './filemask.ts'
import type { Alert, Translation } from './model.ts'
import {
  createIntermediateTable,
  createTable,
  pairMonolingual,
  readBilingual,
  sourceUnitsOfBilingual,
} from './pair.ts'
import { countUnits, type Statistics } from './statistics.ts'
import type { SourceTable, Units } from './unit.ts'
import { isCjk } from './words.ts'

/** A translation before it gets its place in a view. */
export type LooseTranslation = Omit<Translation, 'id' | 'languageId' | 'component' | 'lastTouch'>

export interface ComponentContent {
  readonly translations: readonly LooseTranslation[]
  readonly alerts: readonly Alert[]
}

/** What is kept of a file between two commits that both have it. */
export interface ParsedTranslation {
  readonly units: Units
  readonly statistics: Statistics
}

export interface ReadOptions {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly repository: Repository
  readonly commit: Commit
  readonly cache: Cache<ParsedTranslation>
}

/** The format of a component. Its configuration was checked, so there is one. */
export function formatOf({ fileFormat }: ComponentConfig): Format {
  const format = formats.get(fileFormat)
  if (format === undefined) throw new RangeError(`no format ${fileFormat}`)
  return format
}

const EMPTY_TABLE = createTable([], { isSourceCjk: false })
/** What a translation has whose file cannot be read. */
export const NO_UNITS: Units = pairMonolingual(EMPTY_TABLE, [], {
  format: { checkFlags: '' },
  pluralNumber: 1,
})
const NOTHING: ParsedTranslation = { units: NO_UNITS, statistics: countUnits(NO_UNITS) }

/**
 * Reads the translations of a component at a commit, one file between two yields. A file that cannot be read is an alert
 * on its translation; throws RepositoryError only when the tree itself cannot be read.
 */
export function* readComponent(options: ReadOptions): Generator<void, ComponentContent> {
  const { config, project, repository, commit } = options
  const matches = matchFiles(treeOf(repository, commit), {
    filemask: config.filemask,
    template: config.template,
    intermediate: config.intermediate,
    isMonolingual: config.template !== '',
    languageRegex: config.languageRegex,
    languageAliases: parseAliases(project.languageAliases),
    sourceLanguage: config.sourceLanguage,
  })
  const content =
    config.template === ''
      ? yield* readBilingualFiles(matches, options)
      : yield* readMonolingualFiles(matches, options)
  return { ...content, alerts: [...content.alerts, ...duplicateAlerts(matches)] }
}

/** The files of a commit. */
export function treeOf(repository: Repository, commit: Commit): FileTree {
  return createFileTree({
    list: (_path, oid) => repository.readTree(oid === '' ? commit.tree : oid),
    readLink: (_path, oid) => repository.readBlob(oid).toString(),
  })
}

function duplicateAlerts({ duplicates }: Matches): Alert[] {
  return duplicates.map(({ path, language, kept }) => ({
    name: 'DuplicateLanguage',
    message: `${path}: expected one file for each language, ${kept.path || 'the source'} is ${language.name} too`,
    filename: path,
  }))
}

function* readMonolingualFiles(
  matches: Matches,
  options: ReadOptions,
): Generator<void, ComponentContent> {
  const base = attempt(options.config.template, () => new MonolingualReader(matches, options))
  if ('alert' in base) {
    const failed = matches.files.map((file) => emptyTranslation(file, base.alert))
    return { translations: failed, alerts: [base.alert] }
  }
  const translations: LooseTranslation[] = []
  for (const file of matches.files) {
    const read = attempt(file.path, () => base.value.read(file))
    translations.push(
      'alert' in read ? emptyTranslation(file, read.alert) : toTranslation(file, read.value),
    )
    yield
  }
  return { translations, alerts: alertsOf(translations) }
}

interface ReadTranslation {
  readonly parsed: ParsedTranslation
  readonly oids: readonly string[]
}

/** Reads the files of a component with a template. Its constructor throws ParseError when the template is broken. */
class MonolingualReader {
  readonly #options: ReadOptions
  readonly #format: Format
  readonly #oids: readonly string[]
  /** The table of the template's own translation, and that of all others. */
  readonly #tables: { readonly own: SourceTable; readonly others: SourceTable }
  readonly #templateEntries: readonly Entry[]

  constructor(matches: Matches, options: ReadOptions) {
    this.#options = options
    const { config, repository, commit } = options
    this.#format = formatOf(config)
    const template = matches.files.find((file) => file.isTemplate)
    const oid = template?.real?.oid
    if (oid === undefined) throw new ParseError('expected the template, found no such file', 1, 1)
    const read = (blob: string): { entries: Entry[]; locate: ReturnType<typeof locator> } => {
      const bytes = repository.readBlob(blob)
      return {
        entries: this.#format.parse(bytes, {
          languageCode: config.sourceLanguage,
          isMonolingual: true,
        }),
        locate: locator(bytes),
      }
    }
    const { entries, locate } = read(oid)
    const tableOptions = {
      isSourceCjk: isCjk(config.sourceLanguage),
      ...(config.keyFilter === '' ? {} : { keyFilter: parsePythonRegExp(config.keyFilter) }),
    }
    this.#templateEntries = entries
    const between = treeOf(repository, commit).resolve(config.intermediate)
    if (config.intermediate === '' || between.kind !== 'file') {
      const table = createTable(entries, { ...tableOptions, locate })
      this.#tables = { own: table, others: table }
      this.#oids = [oid]
      return
    }
    const intermediate = read(between.oid)
    this.#tables = {
      own: createTable(intermediate.entries, { ...tableOptions, locate: intermediate.locate }),
      others: createIntermediateTable(
        { intermediate: intermediate.entries, template: entries },
        { ...tableOptions, locate },
      ),
    }
    this.#oids = [oid, between.oid]
  }

  read(file: MatchedFile): ReadTranslation {
    const { cache, repository } = this.#options
    const oid = fileOid(file)
    const key = cacheKey(this.#options, file, [oid, ...this.#oids])
    const known = cache.get(key)
    const parsed = known ?? this.#parse(file, repository.readBlob(oid))
    if (known === undefined) cache.set(key, parsed, sizeOf(parsed))
    return { parsed, oids: [oid, ...this.#oids] }
  }

  #parse(file: MatchedFile, bytes: Buffer): ParsedTranslation {
    const { isTemplate, code } = file
    const entries = isTemplate
      ? this.#templateEntries
      : this.#format.parse(bytes, { languageCode: code, isMonolingual: true })
    const { own, others } = this.#tables
    const units = pairMonolingual(isTemplate ? own : others, entries, {
      ...pairOptions(this.#options, file, bytes),
      isReadOnly: isTemplate && !this.#options.config.editTemplate,
      isTemplate,
      fillFromSource: isTemplate && own !== others,
    })
    return { units, statistics: countUnits(units) }
  }
}

function* readBilingualFiles(
  { files }: Matches,
  options: ReadOptions,
): Generator<void, ComponentContent> {
  const format = formatOf(options.config)
  const isSourceCjk = isCjk(options.config.sourceLanguage)
  const read: LooseTranslation[] = []
  for (const file of files.filter(({ path }) => path !== '')) {
    const result = attempt(file.path, (): ReadTranslation => {
      const oid = fileOid(file)
      const key = cacheKey(options, file, [oid])
      const known = options.cache.get(key)
      if (known !== undefined) return { parsed: known, oids: [oid] }
      const bytes = options.repository.readBlob(oid)
      const entries = format.parse(bytes, { languageCode: file.code, isMonolingual: false })
      const units = readBilingual(entries, { ...pairOptions(options, file, bytes), isSourceCjk })
      const parsed = { units, statistics: countUnits(units) }
      options.cache.set(key, parsed, sizeOf(parsed))
      return { parsed, oids: [oid] }
    })
    read.push(
      'alert' in result ? emptyTranslation(file, result.alert) : toTranslation(file, result.value),
    )
    yield
  }
  const source = files.find(({ path }) => path === '')
  const translations = source === undefined ? read : withSource(source, read, options)
  return { translations, alerts: alertsOf(read) }
}

/** Puts the source language's translation, which has no file, in front of those that fill it. */
function withSource(
  file: MatchedFile,
  translations: readonly LooseTranslation[],
  { config }: ReadOptions,
): LooseTranslation[] {
  const { units, makers } = sourceUnitsOfBilingual(
    translations.map((translation) => translation.units),
    {
      isSourceCjk: isCjk(config.sourceLanguage),
      pluralNumber: pluralFor(file.language, config.fileFormat).number,
    },
  )
  const added: number[][] = translations.map(() => [])
  for (const [row, maker] of makers.entries()) added[maker]?.push(row)
  const filling = translations.map((translation, index) => ({
    ...translation,
    sourceRowsAdded: added[index] ?? [],
  }))
  const source = toTranslation(file, { parsed: { units, statistics: countUnits(units) }, oids: [] })
  return [source, ...filling]
}

function pairOptions(
  { config, project }: ReadOptions,
  file: MatchedFile,
  bytes: Buffer,
): Parameters<typeof pairMonolingual>[2] {
  return {
    format: formatOf(config),
    pluralNumber: pluralFor(file.language, config.fileFormat).number,
    projectFlags: project.checkFlags,
    componentFlags: config.checkFlags,
    locate: locator(bytes),
  }
}

function fileOid({ path, real }: MatchedFile): string {
  if (real === undefined) throw new RepositoryError(`${path}: expected a file in the repository`)
  return real.oid
}

function locator(bytes: Buffer): (offset: number) => { line: number; column: number } {
  return (offset) => placeAt(new TextDecoder().decode(bytes), offset)
}

function cacheKey(
  { project, config }: ReadOptions,
  { code, isTemplate }: MatchedFile,
  oids: readonly string[],
): string {
  return [project.slug, config.slug, code, isTemplate ? 'template' : '', ...oids].join('/')
}

/** Texts of two bytes a character, and the columns. */
function sizeOf({ units }: ParsedTranslation): number {
  let characters = 0
  for (const target of units.targets) characters += target.length
  return 2 * characters + 100 * units.targets.length
}

function toTranslation(file: MatchedFile, { parsed, oids }: ReadTranslation): LooseTranslation {
  const { path, code, language, isTemplate, isSource } = file
  return {
    language,
    languageCode: code,
    filename: path,
    revision: oids.join(','),
    isTemplate,
    isSource,
    units: parsed.units,
    statistics: parsed.statistics,
    sourceRowsAdded: [],
    alert: undefined,
  }
}

function emptyTranslation(file: MatchedFile, alert: Alert): LooseTranslation {
  return { ...toTranslation(file, { parsed: NOTHING, oids: [] }), alert }
}

function alertsOf(translations: readonly LooseTranslation[]): Alert[] {
  return translations.flatMap(({ alert }) => (alert === undefined ? [] : [alert]))
}

/** A value, or the alert that a broken file is. */
function attempt<T>(path: string, read: () => T): { value: T } | { alert: Alert } {
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
