import { ParseError, RepositoryError, unless } from '../errors.ts'
import type { Alert } from '../model/model.ts'
import type { SourceTable } from '../model/unit.ts'
import { wordRuleOf } from './count-words.ts'
import { openKeyFilter } from './entry.ts'
import { type MatchedFile, type Matches, templateOf } from './filemask.ts'
import type { ParsedUnits } from './library.ts'
import { type PairOptions, pairMonolingual } from './pair.ts'
import { readContent } from './read-content.ts'
import { type Found, readEntries } from './read-entries.ts'
import { hashFolder } from './read-folder.ts'
import { createSizeLimit } from './size-limit.ts'
import { createStrayKeys } from './stray-keys.ts'
import { createIntermediateTable, createTable } from './template-table.ts'
import {
  alertsOf,
  attempt,
  type ComponentContent,
  contentKey,
  emptyTranslation,
  fileOid,
  formatOf,
  kindOf,
  languageInFile,
  ownPlural,
  type ParsedTranslation,
  pairOptions,
  type ReadOptions,
  type ReadTranslation,
  tableKey,
  toTranslation,
} from './translation-file.ts'

/** Builds the message for a missing template, with a guess at the file that was meant. */
function missingTemplate(template: string, { duplicates }: Matches): string {
  // Another file of the source language is the likely one.
  const meant = duplicates.find(({ first: file }) => file.isTemplate)?.path
  const guess = meant === undefined ? '' : ` Did you mean ${meant}?`
  return `The template ${template} does not exist.${guess}`
}

/** Reads the files of a component with a template. */
export function readMonolingualFiles(matches: Matches, options: ReadOptions): ComponentContent {
  const base = openTemplate(matches, options)
  if ('alert' in base) {
    const failed = matches.files.map((file) => emptyTranslation(file, base.alert))
    return { translations: failed, alerts: [base.alert] }
  }
  const limit = createSizeLimit(options.config)
  const translations: ParsedTranslation[] = []
  for (const file of matches.files) {
    const read = attempt(file.path, () => limit(() => base.value(file)))
    translations.push(
      'alert' in read ? emptyTranslation(file, read.alert) : toTranslation(file, read.value),
    )
  }
  return { translations, alerts: alertsOf(translations) }
}

function openTemplate(
  matches: Matches,
  options: ReadOptions,
): { readonly value: ReadMonolingual } | { readonly alert: Alert } {
  const { template } = options.config
  if (templateOf(matches)?.real === undefined) {
    const message = missingTemplate(template, matches)
    return { alert: { name: 'MissingFile', message, filename: template } }
  }
  return attempt(template, () => createMonolingualReader(matches, options))
}

/** Reads a file of a component with a template. Throws ParseError or RepositoryError. */
export type ReadMonolingual = (file: MatchedFile) => ReadTranslation

/** The parsed template, the source table of its own translation, and that of all others. */
interface Template {
  readonly parsed: Found
  readonly bytes: number
  readonly ownTable: SourceTable
  readonly others: SourceTable
}

/** Ids of the blobs that decide what all files hold. */
export function sourceOids(
  template: { readonly oid: string },
  { intermediate, notes }: Pick<Matches, 'intermediate' | 'notes'>,
): string[] {
  return [template, intermediate, notes].flatMap((file) => file?.oid ?? [])
}

/** Throws ParseError if the template or intermediate file is broken, RepositoryError if it cannot be read. */
export function createMonolingualReader(
  { files, intermediate, notes }: Pick<Matches, 'files' | 'intermediate' | 'notes'>,
  options: ReadOptions,
): ReadMonolingual {
  const { library } = options
  const template = files.find((file) => file.isTemplate)
  if (template?.real === undefined) {
    throw new ParseError('the template does not exist', 1, 1)
  }
  const { oid } = template.real
  const shared = sourceOids(template.real, { intermediate, notes })
  const key = tableKey(options, shared)
  const ownKey = intermediate === undefined ? key : `${key}/own`

  function readTemplate(): Template {
    const read = parseTemplate(oid, { intermediate, notes }, options)
    library.table(ownKey, () => read.ownTable)
    library.table(key, () => read.others)
    return read
  }
  const ownTable = () => library.table(ownKey, () => readTemplate().ownTable)
  const sources = () => library.table(key, () => readTemplate().others)

  const { hasAlternatives, revisionEnd = '' } = formatOf(options.config)
  function read(
    file: MatchedFile,
    table: () => SourceTable,
    parse: () => ParsedUnits,
  ): ReadTranslation {
    const name = contentKey(options, file, [fileOid(file), ...shared])
    // Each translation has its own alternatives, and so its own sources.
    const stored = library.file(name, hasAlternatives ? { parse } : { table, parse })
    const revision = stored.summary.revision ?? fileOid(file)
    templateRevision ??= revision
    const revisions = [revision + revisionEnd, templateRevision, ...shared.slice(1)]
    return { contentKey: name, revisions, ...stored }
  }
  // The template is read first, so that a broken one is reported even if the rest comes from the store.
  let templateRevision: string | undefined
  const translation = read(template, ownTable, () => parseOwn(template, readTemplate(), options))
  return (file) =>
    file.isTemplate ? translation : read(file, sources, () => parseFile(file, sources(), options))
}

function parseTemplate(
  oid: string,
  { intermediate: between, notes }: Pick<Matches, 'intermediate' | 'notes'>,
  { config, repository }: ReadOptions,
): Template {
  const format = formatOf(config)
  const how = { languageCode: config.sourceLanguage, isMonolingual: true, isTemplate: true }
  const parse = (bytes: Buffer): Found => readEntries(format, bytes, how)
  const content = readContent(repository, format, oid)
  const bytes = content.length
  const read = (oid: string): Found => parse(readContent(repository, format, oid))
  const parsed = withNotes(parse(content), notes?.oid, read)
  const { entries, locate } = parsed
  const tableOptions = {
    wordRule: wordRuleOf(config),
    keyFilter: openKeyFilter(config.keyFilter),
  }
  if (between === undefined) {
    const table = createTable(entries, { ...tableOptions, locate })
    return { parsed, bytes, ownTable: table, others: table }
  }
  const intermediate = read(between.oid)
  return {
    parsed,
    bytes,
    ownTable: createTable(intermediate.entries, { ...tableOptions, locate: intermediate.locate }),
    others: createIntermediateTable(
      { intermediate: intermediate.entries, template: entries },
      { ...tableOptions, locate },
    ),
  }
}

/** Adds the texts of another file to the entries, as their notes. */
function withNotes(parsed: Found, oid: string | undefined, read: (oid: string) => Found): Found {
  if (oid === undefined) return parsed
  // Missing notes do not make the texts unusable.
  const noteFile = unless(() => read(oid), ParseError, RepositoryError)
  if (noteFile === undefined) return parsed
  const notes = new Map(noteFile.entries.map(({ context, target }) => [context, target]))
  const entries = parsed.entries.map((entry) => {
    return { ...entry, note: notes.get(entry.context) ?? entry.note }
  })
  const locate: Found['locate'] = (entry) =>
    parsed.locate(parsed.entries[entries.indexOf(entry)] ?? entry)
  return { ...parsed, entries, locate }
}

function parseOwn(
  file: MatchedFile,
  { parsed, bytes, ownTable: sourceTable, others }: Template,
  options: ReadOptions,
): ParsedUnits {
  const how = {
    isReadOnly: !options.config.editTemplate,
    isTemplate: true,
    fillFromSource: sourceTable !== others,
  }
  const revision = folderRevision(file, options)
  return { ...pair(file, parsed, sourceTable, { ...options, ...how }), bytes, revision }
}

function parseFile(file: MatchedFile, table: SourceTable, options: ReadOptions): ParsedUnits {
  const { config, repository } = options
  const format = formatOf(config)
  const bytes = readContent(repository, format, fileOid(file), file.code)
  const parsed = readEntries(format, bytes, { languageCode: file.code, isMonolingual: true })
  const revision = folderRevision(file, options)
  return { ...pair(file, parsed, table, options), bytes: bytes.length, revision }
}

function folderRevision(
  file: MatchedFile,
  { config, repository }: ReadOptions,
): string | undefined {
  // The tree id would do as a revision, but Weblate has its own name for a folder's version.
  if (kindOf(config) === 'file' || formatOf(config).isOwn) return undefined
  return hashFolder(repository, file.path, fileOid(file))
}

function pair(
  file: MatchedFile,
  { entries, plural, locate, faults }: Found,
  table: SourceTable,
  { config, project, ...how }: ReadOptions & Partial<PairOptions>,
): Omit<ParsedUnits, 'bytes'> {
  const language = languageInFile(file.language, formatOf(config), plural)
  const strays = createStrayKeys(config.keyFilter)
  const units = pairMonolingual(table, entries, {
    ...how,
    onStray: strays.add,
    ...pairOptions({ config, project }, language, file),
    wordRule: wordRuleOf(config),
    locate,
  })
  return { units, plural: ownPlural(language, file), strays: strays.result(), faults }
}
