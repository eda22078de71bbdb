import { type Cache, createRecent, once } from '../../cache.ts'
import { ParseError, RepositoryError, unless } from '../../errors.ts'
import type { Alert } from '../../model/model.ts'
import { RecentTables, readBilingualFile, readSourceFile } from '../../reading/bilingual.ts'
import { isFilled, type MatchedFile, templateOf } from '../../reading/filemask.ts'
import {
  type FormerSources,
  FormerUnitReader,
  type FormerUnits,
  toFormerUnits,
} from '../../reading/former-units.ts'
import { createMonolingualReader, type ReadMonolingual } from '../../reading/monolingual.ts'
import { createVersions, type KeptVersion } from '../../reading/read-entries.ts'
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

type Opened = Outcome<ReadMonolingual>

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
    return 'alert' in base ? base : attempt(file.path, () => base.value(file))
  }

  /** Returns a reader for one walk through versions of files, after which it frees them; `isByIds` as there. */
  openVersions(isByIds: boolean): FormerUnitReader {
    return new FormerUnitReader(this.#options, createVersions(), isByIds)
  }

  /** Returns a faster reader of only the units. All share it, since it reuses what was read last. */
  readonly former = once((): FormerReader => {
    const unitReader = new FormerUnitReader(this.#options, this.#versions, false)
    const { config } = this.#options
    const hasTemplate = this.#template !== ''
    const isFast = !hasTemplate || !formatOf(config).hasAlternatives
    const readSources = (files: StepFiles) => {
      const { own, others } = unitReader.sources(files)
      // A template whose own units are broken is broken, too.
      own()
      return others
    }
    const sourcesIn = (files: StepFiles) =>
      unless(() => readSources(files), ParseError, RepositoryError)
    const templateAlert = (files: StepFiles) => {
      const isRead = !hasTemplate || (isFast && sourcesIn(files) !== undefined)
      return isRead ? undefined : this.templateAlert(files)
    }
    return {
      templateAlert,
      sources: sourcesIn,
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
