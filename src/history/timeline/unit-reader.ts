import type { Entry } from '../../../formats/entry.ts'
import { createRecent } from '../../cache.ts'
import type { Alert } from '../../model/model.ts'
import type { SourceTable } from '../../model/unit.ts'
import { RecentTables, readBilingualFile, readSourceFile } from '../../reading/bilingual.ts'
import { isFilled, type MatchedFile, templateOf } from '../../reading/filemask.ts'
import {
  createFormerReader,
  createSourceReader,
  type FormerSource,
} from '../../reading/former-files.ts'
import { createMonolingualReader, type MonolingualReader } from '../../reading/monolingual.ts'
import { attempt, type ReadOptions, type ReadTranslation } from '../../reading/translation-file.ts'
import type { StepFiles } from './timeline.ts'

type StepRead = { readonly value: ReadTranslation } | { readonly alert: Alert }

/** Number of parsed templates in the cache: before and after a step, and as many to spare. */
const KEPT_TEMPLATES = 4

type Opened = { readonly value: MonolingualReader } | { readonly alert: Alert }

/**
 * Reads a component's former translations with the parser, pairing and cache of served ones. Steps with the same blobs
 * (file, template, intermediate file) share objects while cached.
 */
export class UnitReader {
  readonly #options: ReadOptions
  readonly #template: string
  readonly #opened = createRecent<string, Opened>(KEPT_TEMPLATES)
  readonly #recent = new RecentTables()

  constructor(options: ReadOptions) {
    this.#options = options
    this.#template = options.config.template
  }

  read(files: StepFiles, file: MatchedFile): StepRead {
    const base = this.#open(files)
    if (base === undefined) {
      const readFile = isFilled(file) ? readSourceFile : readBilingualFile
      return attempt(file.path, () => readFile(file, this.#options, this.#recent))
    }
    return 'alert' in base ? base : attempt(file.path, () => base.value.read(file))
  }

  /** Returns the contexts and sources of translations; undefined without a template, or while it is broken. */
  sources(files: StepFiles): SourceTable | undefined {
    const base = this.#open(files)
    return base !== undefined && 'value' in base ? base.value.sources() : undefined
  }

  /** Returns a faster reader of only these sources, for one walk through versions of the template. */
  openSources(): (files: StepFiles) => readonly FormerSource[] | undefined {
    const read = createSourceReader(this.#options)
    return (files) => valueIn(attempt(this.#template, () => read(files)))
  }

  /** Returns the same for entries of a component with a template; undefined for an unreadable file. */
  openEntries(): (file: MatchedFile) => readonly Entry[] | undefined {
    const read = createFormerReader(this.#options)
    return (file) => valueIn(attempt(file.path, () => read(file)))
  }

  /** Returns what is wrong with the template or the intermediate file, so that no translation can be read. */
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
