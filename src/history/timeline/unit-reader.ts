import type { Entry } from '../../../formats/entry.ts'
import { type Cache, createRecent, once } from '../../cache.ts'
import type { Alert } from '../../model/model.ts'
import { RecentTables, readBilingualFile, readSourceFile } from '../../reading/bilingual.ts'
import { isFilled, type MatchedFile, templateOf } from '../../reading/filemask.ts'
import {
  createFormerReader,
  createSourceReader,
  type FormerSource,
} from '../../reading/former-files.ts'
import {
  type FormerSources,
  FormerUnitReader,
  type FormerUnits,
  toFormerUnits,
} from '../../reading/former-units.ts'
import { createMonolingualReader, type MonolingualReader } from '../../reading/monolingual.ts'
import type { KeptVersion } from '../../reading/read-entries.ts'
import {
  attempt,
  formatOf,
  type ReadOptions,
  type ReadTranslation,
} from '../../reading/translation-file.ts'
import type { StepFiles } from './timeline.ts'

type Outcome<T> = { readonly value: T } | { readonly alert: Alert }

/** Reads the files of a component after a step. */
export interface StepReader<T> {
  read(files: StepFiles, file: MatchedFile): Outcome<T>
  /** Returns what is wrong with the template or the intermediate file, so that no translation can be read. */
  templateAlert(files: StepFiles): Alert | undefined
}

/** Reads the units after a step. */
export interface FormerReader extends StepReader<FormerUnits> {
  /** Returns the sources of translations; undefined while the template is broken. */
  sources(files: StepFiles): FormerSources | undefined
}

/** Number of parsed templates in the cache: before and after a step, and as many to spare. */
const KEPT_TEMPLATES = 4

type Opened = Outcome<MonolingualReader>

/**
 * Reads a component's former translations with the parser, pairing and cache of served ones. Steps with the same blobs
 * (file, template, intermediate file) share objects while cached.
 */
export class UnitReader implements StepReader<ReadTranslation> {
  readonly #options: ReadOptions
  readonly #versions: Cache<KeptVersion>
  readonly #template: string
  readonly #opened = createRecent<string, Opened>(KEPT_TEMPLATES)
  readonly #recent = new RecentTables()

  constructor(options: ReadOptions, versions: Cache<KeptVersion>) {
    this.#options = options
    this.#versions = versions
    this.#template = options.config.template
  }

  read(files: StepFiles, file: MatchedFile): Outcome<ReadTranslation> {
    const base = this.#open(files)
    if (base === undefined) {
      const readFile = isFilled(file) ? readSourceFile : readBilingualFile
      return attempt(file.path, () => readFile(file, this.#options, this.#recent))
    }
    return 'alert' in base ? base : attempt(file.path, () => base.value.read(file))
  }

  /** Returns a reader of only the sources, for one walk through versions of the template. */
  openSources(): (files: StepFiles) => readonly FormerSource[] | undefined {
    const read = createSourceReader(this.#options)
    return (files) => valueIn(attempt(this.#template, () => read(files)))
  }

  /** Returns the same for entries of a component with a template; undefined for an unreadable file. */
  openEntries(): (file: MatchedFile) => readonly Entry[] | undefined {
    const read = createFormerReader(this.#options)
    return (file) => valueIn(attempt(file.path, () => read(file)))
  }

  /** Returns a faster reader of only the units. All share it, since it reuses what was read last. */
  readonly former = once((): FormerReader => {
    const unitReader = new FormerUnitReader(this.#options, this.#versions)
    const { config } = this.#options
    const hasTemplate = this.#template !== ''
    const isFast = !hasTemplate || !formatOf(config).hasAlternatives
    const sourcesIn = (files: StepFiles) =>
      valueIn(attempt(this.#template, () => unitReader.sources(files)))?.others
    const templateAlert = (files: StepFiles) => {
      const isRead = !hasTemplate || (isFast && sourcesIn(files) !== undefined)
      return isRead ? undefined : this.templateAlert(files)
    }
    return {
      templateAlert,
      sources: (files) => (templateAlert(files) === undefined ? sourcesIn(files) : undefined),
      read: (files, file) => {
        const units = isFast ? attempt(file.path, () => unitReader.read(files, file)) : undefined
        if (units !== undefined && 'value' in units) return units
        // Names the place of a fault, too.
        const read = this.read(files, file)
        return 'alert' in read ? read : { value: toFormerUnits(read.value.units(), config) }
      },
    }
  })

  templateAlert(files: StepFiles): Alert | undefined {
    const base = this.#open(files)
    return base !== undefined && 'alert' in base ? base.alert : undefined
  }

  #open(files: StepFiles): Opened | undefined {
    if (this.#template === '') return undefined
    const base = templateOf(files)
    const key = `${base?.real?.oid} ${files.intermediate?.oid}`
    let reader = this.#opened.get(key)
    if (reader === undefined) {
      reader = attempt(this.#template, () => createMonolingualReader(files, this.#options))
      this.#opened.set(key, reader)
    }
    return reader
  }
}

function valueIn<T>(read: { readonly value: T } | { readonly alert: Alert }): T | undefined {
  return 'value' in read ? read.value : undefined
}
