import type { Entry } from '../../formats/entry.ts'
import { checkText, flagsOfEntry, type Locate, openKeyFilter } from './entry.ts'
import type { MatchedFile } from './filemask.ts'
import { readVersionContent } from './read-content.ts'
import { createVersionReader } from './read-entries.ts'
import type { Row } from './source-table.ts'
import { intermediateRows, templateRows } from './template-table.ts'
import { fileOid, formatOf, type ReadOptions } from './translation-file.ts'

type FormerOptions = Pick<ReadOptions, 'config' | 'repository'>

/** Reads the entries of older versions of files. Throws ParseError or RepositoryError. */
export function createFormerReader({
  config,
  repository,
}: FormerOptions): (file: MatchedFile) => readonly Entry[] {
  const format = formatOf(config)
  const readVersion = createVersionReader(format, {
    isMonolingual: config.template !== '',
    sourceLanguage: config.sourceLanguage,
  })
  let last: readonly Entry[] = []
  return (file) => {
    const bytes = readVersionContent(repository, format, fileOid(file), file.code)
    const { entries } = readVersion(bytes, file.code)
    for (const [index, entry] of entries.entries()) {
      if (entry === last[index]) continue
      checkText(entry.target, entry, NOWHERE)
      if (!format.templateFlagsOnly) flagsOfEntry(entry, NOWHERE)
    }
    last = entries
    return entries
  }
}

/** A source text; templates with an equal text share the object. */
export type FormerSource = Pick<Row, 'context' | 'source'>

/** Where the sources of a commit are: its template and intermediate file. */
export interface SourceFiles {
  readonly files: readonly Pick<MatchedFile, 'isTemplate' | 'real'>[]
  readonly intermediate: MatchedFile['real']
}

/**
 * Reads the sources of translations by former templates, in the order of their table. Undefined without a template. Throws
 * ParseError or RepositoryError.
 */
export function createSourceReader({
  config,
  repository,
}: FormerOptions): (files: SourceFiles) => readonly FormerSource[] | undefined {
  const format = formatOf(config)
  function openReader(): (oid: string) => readonly Entry[] {
    const readVersion = createVersionReader(format, { isMonolingual: true, isTemplate: true })
    return (oid) =>
      readVersion(readVersionContent(repository, format, oid), config.sourceLanguage).entries
  }
  const readTemplate = openReader()
  const readIntermediate = openReader()
  const rowOptions = {
    keyFilter: openKeyFilter(config.keyFilter),
    locate: NOWHERE,
    rows: new WeakMap<Entry, Row>(),
  }
  return ({ files, intermediate }) => {
    const oid = files.find((file) => file.isTemplate)?.real?.oid
    if (oid === undefined) return undefined
    const template = readTemplate(oid)
    return intermediate === undefined
      ? templateRows(template, rowOptions)
      : intermediateRows({ template, intermediate: readIntermediate(intermediate.oid) }, rowOptions)
  }
}

/** A stub: only whether the file parses matters here. */
const NOWHERE: Locate = () => ({ line: 1, column: 1 })
