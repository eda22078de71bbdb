import type { Entry, ParsedFile } from '../../formats/entry.ts'
import { type Cache, createRecent, once } from '../cache.ts'
import { ParseError } from '../errors.ts'
import { STATE } from '../model/statistics.ts'
import { flagsOf, previousSourceOf, rawTarget, sourceId, type Units } from '../model/unit.ts'
import { openKeyFilter, uniqueEntries } from './entry.ts'
import { isFilled, type MatchedFile, type Matches } from './filemask.ts'
import {
  alignEntries,
  type ColumnOptions,
  flagsWithEntry,
  rowsByContext,
  rulesOf,
  stateOf,
  storedTarget,
  targetOf,
} from './pair.ts'
import { readContent, readVersionContent } from './read-content.ts'
import { createVersionReader, type KeptVersion } from './read-entries.ts'
import { type Row, rowOf } from './source-table.ts'
import { intermediateRows, templateRows } from './template-table.ts'
import {
  type FormatSettings,
  fileOid,
  formatOf,
  languageInFile,
  ownPlural,
  pairOptions,
  type ReadOptions,
} from './translation-file.ts'

/** A unit as a version of its file has it. Versions share the units in which they do not differ. */
export interface FormerUnit {
  /** The same in all versions: the context, or in a file without keys the source and the context. */
  readonly id: string
  readonly context: string
  readonly source: string
  /** As stored: padded or cut to the plural forms of the language. */
  readonly target: string
  /** As read. */
  readonly rawTarget: string
  /** As in `STATE`, from the file. */
  readonly state: number
  readonly previousSource: string
  /** In canonical form. */
  readonly flags: string
}

/** The units of a version of a translation, in their order. */
export class FormerUnits {
  readonly list: readonly FormerUnit[]
  /** Of units with the same id, the first counts. */
  readonly #indexes = once(
    () => new Map(this.list.map(({ id }, index) => [id, index] as const).reverse()),
  )

  constructor(list: readonly FormerUnit[]) {
    this.list = list
  }

  /** Returns the index of a unit; faster if that is `near`. */
  indexOf(id: string, near = -1): number | undefined {
    return this.list[near]?.id === id ? near : this.#indexes().get(id)
  }
}

/** Returns units of a component in the form of those of former versions. */
export function toFormerUnits(units: Units, config: FormatSettings): FormerUnits {
  const { table, targets, states } = units
  const idOf = createIds(config)
  return new FormerUnits(
    Array.from({ length: table.count }, (_, row): FormerUnit => {
      const context = table.contexts.at(row)!
      const source = table.sources.at(row)!
      return {
        id: idOf(source, context),
        context,
        source,
        target: targets.at(row)!,
        rawTarget: rawTarget(units, row),
        state: states[row]!,
        previousSource: previousSourceOf(units, row),
        flags: flagsOf(units, row),
      }
    }),
  )
}

function createIds(config: FormatSettings): (source: string, context: string) => string {
  if (config.template !== '') return (_, context) => context
  const format = formatOf(config)
  return (source, context) => sourceId(source, format) + context
}

/** The units of the template's own translation, and the rows of all others. */
interface Sources {
  readonly own: () => FormerUnits
  readonly others: FormerSources
}

/** The rows of a version of a template. */
export interface FormerSources {
  readonly count: number
  readonly contexts: readonly string[]
  readonly list: readonly Row[]
}

/** Returns the row with a context. */
export function findSource(sources: FormerSources, context: string): Row | undefined {
  return sources.list[rowsByContext(sources).get(context) ?? -1]
}

type FormerOptions = Omit<ReadOptions, 'library'>

/** The files of a commit. */
type FormerStep = Pick<Matches, 'files' | 'intermediate'>

/** Before and after a step, and as many to spare. */
const KEPT_SOURCES = 4
/** Plural forms that files declare may differ from version to version. */
const KEPT_PAIRINGS = 1000

type ReadVersion = ReturnType<typeof createVersionReader>

/**
 * Reads the units of former versions of a component's files, fast if a version hardly differs from the one before. Not
 * for templates with alternatives. Its methods throw ParseError, perhaps without a place, and RepositoryError.
 */
export class FormerUnitReader {
  readonly #options: FormerOptions
  readonly #readContent: typeof readContent
  readonly #readTemplate: ReadVersion
  readonly #readIntermediate: ReadVersion
  readonly #readTranslation: ReadVersion
  readonly #rows = new WeakMap<Entry, Row>()
  readonly #sources = createRecent<string, Sources>(KEPT_SOURCES)
  readonly #pairings = createRecent<string, Pairing>(KEPT_PAIRINGS)

  /**
   * `versions` keeps the versions that were read last. `isByIds`: units that are whole files have blob ids in place of
   * texts.
   */
  constructor(options: FormerOptions, versions: Cache<KeptVersion>, isByIds: boolean) {
    const { template, sourceLanguage } = options.config
    const format = formatOf(options.config)
    const open = (role: Parameters<typeof createVersionReader>[1]) =>
      createVersionReader(format, role, versions)
    this.#options = options
    this.#readContent = isByIds ? readVersionContent : readContent
    this.#readTemplate = open({ isMonolingual: true, isTemplate: true })
    this.#readIntermediate = open({ isMonolingual: true, isTemplate: true })
    this.#readTranslation = open(
      template === '' ? { isMonolingual: false, sourceLanguage } : { isMonolingual: true },
    )
  }

  /** Reads the template and the intermediate file. */
  sources(files: FormerStep): Sources {
    const template = files.files.find(({ isTemplate }) => isTemplate)
    if (template?.real === undefined) throw new ParseError('the template does not exist', 1, 1)
    const key = `${template.real.oid} ${files.intermediate?.oid}`
    const sources = this.#sources.get(key) ?? this.#readSources(template, files.intermediate)
    this.#sources.set(key, sources)
    return sources
  }

  read(files: FormerStep, file: MatchedFile): FormerUnits {
    if (this.#options.config.template === '') return this.#readBilingual(file)
    const { own, others } = this.sources(files)
    if (file.isTemplate) return own()
    const { entries, plural } = this.parse(fileOid(file), file.code)
    return pairAll(others, entries, this.#pairingOf(file, plural))
  }

  /** Reads a translation's file without pairing its entries. */
  parse(oid: string, languageCode: string): ReturnType<ReadVersion> {
    return this.#readTranslation(this.#content(oid, languageCode), languageCode)
  }

  #readBilingual(file: MatchedFile): FormerUnits {
    const { entries, plural } = this.parse(fileOid(file), file.code)
    const pairing = this.#pairingOf(file, plural)
    const unique = uniqueEntries(entries, (entry) => entry.source + entry.context)
    return new FormerUnits(
      unique.map((entry) => {
        const row = this.#rows.get(entry) ?? rowOf(entry, entry.source, undefined)
        this.#rows.set(entry, row)
        return pairing.unitOf(row, entry)
      }),
    )
  }

  #readSources(file: MatchedFile, intermediate: FormerStep['intermediate']): Sources {
    const { keyFilter } = this.#options.config
    const options = { keyFilter: openKeyFilter(keyFilter), rows: this.#rows }
    const template = this.#readShared(this.#readTemplate, fileOid(file))
    const between =
      intermediate && this.#readShared(this.#readIntermediate, intermediate.oid).entries
    const rows = rowsOf(templateRows(between ?? template.entries, options))
    const pairing = this.#pairingOf(file, template.plural, between !== undefined)
    const own = once(() => pairAll(rows, template.entries, pairing))
    if (between === undefined) return { own, others: rows }
    const files = { template: template.entries, intermediate: between }
    return { own, others: rowsOf(intermediateRows(files, options)) }
  }

  #readShared(read: ReadVersion, oid: string): ReturnType<ReadVersion> {
    return read(this.#content(oid), this.#options.config.sourceLanguage)
  }

  #content(oid: string, languageCode?: string): Buffer {
    const { repository, config } = this.#options
    return this.#readContent(repository, formatOf(config), oid, languageCode)
  }

  #pairingOf(
    file: MatchedFile,
    declared: ParsedFile['plural'] | undefined,
    fillFromSource = false,
  ): Pairing {
    const { config } = this.#options
    const format = formatOf(config)
    const { isTemplate } = file
    const isSource = isFilled(file)
    const inFile = languageInFile(file.language, format, declared)
    const plural = isSource && ownPlural(inFile, file)
    const language = isSource ? languageInFile(file.language, format, plural || undefined) : inFile
    const { number } = language.filePlural
    const key = [file.code, number, isTemplate, isSource, fillFromSource].join()
    const pairing =
      this.#pairings.get(key) ??
      new Pairing({
        ...pairOptions(this.#options, language, file),
        isBilingual: config.template === '',
        isReadOnly: isTemplate && !config.editTemplate,
        isTemplate,
        fillFromSource,
        isSource,
        idOf: createIds(config),
      })
    this.#pairings.set(key, pairing)
    return pairing
  }
}

function pairAll(rows: FormerSources, entries: readonly Entry[], pairing: Pairing): FormerUnits {
  const aligned = alignEntries(rows, entries)
  return new FormerUnits(rows.list.map((row, index) => pairing.unitOf(row, aligned[index])))
}

function rowsOf(list: readonly Row[]): FormerSources {
  return { count: list.length, contexts: list.map(({ context }) => context), list }
}

interface PairingOptions extends ColumnOptions {
  /** Whether the units are sources of a bilingual component, which are their own translations. */
  readonly isSource: boolean
  readonly idOf: ReturnType<typeof createIds>
}

interface PairedUnit extends FormerUnit {
  readonly row: Row
}

/** Makes units of rows and entries. Equal pairs make the same unit. */
class Pairing {
  readonly #options: PairingOptions
  readonly #isUsuallyReadOnly: boolean
  readonly #units = new WeakMap<Entry | Row, PairedUnit>()

  constructor(options: PairingOptions) {
    this.#options = options
    this.#isUsuallyReadOnly = rulesOf(options)('').isReadOnly
  }

  /** Throws ParseError. */
  unitOf(row: Row, entry: Entry | undefined): FormerUnit {
    const cached = this.#units.get(entry ?? row)
    if (cached?.row === row) return cached
    const unit = this.#options.isSource ? this.#sourceOf(row, entry) : this.#pair(row, entry)
    this.#units.set(entry ?? row, unit)
    return unit
  }

  #pair(row: Row, entry: Entry | undefined): PairedUnit {
    const { context, source } = row
    const rawTarget = targetOf(entry, source, this.#options)
    const flags = flagsWithEntry(row.flags, entry, this.#options)
    const isReadOnly =
      flags === '' ? this.#isUsuallyReadOnly : rulesOf(this.#options)(flags).isReadOnly
    return {
      row,
      id: this.#options.idOf(source, context),
      context,
      source,
      target: storedTarget(rawTarget, source, this.#options),
      rawTarget,
      state: stateOf(row.isReadOnly || isReadOnly, entry, this.#options),
      previousSource: entry?.previousSource ?? '',
      flags,
    }
  }

  #sourceOf(row: Row, entry: Entry | undefined): PairedUnit {
    const target = storedTarget(row.source, row.source, this.#options)
    return { ...this.#pair(row, entry), target, rawTarget: target, state: STATE.readOnly }
  }
}
