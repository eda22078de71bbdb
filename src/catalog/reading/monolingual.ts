import type { Format } from '../../../formats/format.ts'
import { ParseError } from '../../errors.ts'
import { compilePython } from '../../regexp/python.ts'
import { countUnits } from '../statistics.ts'
import type { SourceTable } from '../unit.ts'
import type { MatchedFile, Matches } from './filemask.ts'
import { createIntermediateTable, createTable, pairMonolingual } from './pair.ts'
import { type Found, readContent, readEntries } from './read-entries.ts'
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
  type ParsedUnits,
  pairOptions,
  type ReadOptions,
  type ReadTranslation,
  sizeOf,
  toTranslation,
} from './translation-file.ts'
import { isCjk } from './words.ts'

/** Reads the files of a component with a template, one between two yields. */
export function* readMonolingualFiles(
  matches: Matches,
  options: ReadOptions,
): Generator<void, ComponentContent> {
  const base = attempt(options.config.template, () => new MonolingualReader(matches, options))
  if ('alert' in base) {
    const failed = matches.files.map((file) => emptyTranslation(file, base.alert))
    return { translations: failed, alerts: [base.alert] }
  }
  const limit = createSizeLimit(options.config)
  const translations: ParsedTranslation[] = []
  for (const file of matches.files) {
    const read = attempt(file.path, () => limit(() => base.value.read(file)))
    translations.push(
      'alert' in read ? emptyTranslation(file, read.alert) : toTranslation(file, read.value),
    )
    yield
  }
  return { translations, alerts: alertsOf(translations) }
}

/** Reads the files of a component with a template. Its constructor throws ParseError when the template is broken. */
export class MonolingualReader {
  readonly #options: ReadOptions
  readonly #format: Format
  readonly #oids: readonly string[]
  /** The table of the template's own translation, and that of all others. */
  readonly #tables: { readonly own: SourceTable; readonly others: SourceTable }
  readonly #template: Found

  constructor(matches: Pick<Matches, 'files' | 'intermediate'>, options: ReadOptions) {
    this.#options = options
    const { config, repository } = options
    this.#format = formatOf(config)
    const template = matches.files.find((file) => file.isTemplate)
    const oid = template?.real?.oid
    if (oid === undefined) throw new ParseError('expected the template, found no such file', 1, 1)
    const read = (blob: string): Found =>
      readEntries(this.#format, readContent(repository, this.#format, blob), {
        languageCode: config.sourceLanguage,
        isMonolingual: true,
      })
    const found = read(oid)
    const { entries, locate } = found
    const tableOptions = {
      isSourceCjk: isCjk(config.sourceLanguage),
      ...(config.keyFilter === '' ? {} : { keyFilter: compilePython(config.keyFilter) }),
    }
    this.#template = found
    const between = matches.intermediate
    if (between === undefined) {
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

  /** The contexts and sources of all translations but the template's own. */
  get sources(): SourceTable {
    return this.#tables.others
  }

  /** Throws ParseError or RepositoryError. */
  read(file: MatchedFile): ReadTranslation {
    const { cache, repository } = this.#options
    const oid = fileOid(file)
    const key = cacheKey(this.#options, file, [oid, ...this.#oids])
    const known = cache.get(key)
    const parsed = known ?? this.#parse(file, readContent(repository, this.#format, oid))
    if (known === undefined) cache.set(key, parsed, sizeOf(parsed))
    return { parsed, oids: [oid, ...this.#oids] }
  }

  #parse(file: MatchedFile, bytes: Buffer): ParsedUnits {
    const { isTemplate, code } = file
    const found = isTemplate
      ? this.#template
      : readEntries(this.#format, bytes, { languageCode: code, isMonolingual: true })
    const { own, others } = this.#tables
    const language = languageInFile(file.language, found.plural)
    const units = pairMonolingual(isTemplate ? own : others, found.entries, {
      ...pairOptions(this.#options, language),
      locate: found.locate,
      isReadOnly: isTemplate && !this.#options.config.editTemplate,
      isTemplate,
      fillFromSource: isTemplate && own !== others,
    })
    return { units, statistics: countUnits(units), bytes: bytes.length, plural: found.plural }
  }
}
