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

/**
 * Reads former translations with the parser, pairing and cache of served ones. Steps with the same blobs (file,
 * template, intermediate file) share objects while cached.
 */
export interface UnitReader {
  read(files: StepFiles, file: MatchedFile): StepRead
  /** Returns the contexts and sources of translations; undefined without a template, or while it is broken. */
  sources(files: StepFiles): SourceTable | undefined
  /** Returns a faster reader of only these sources, for one walk through versions of the template. */
  openSources(): (files: StepFiles) => readonly FormerSource[] | undefined
  /** Returns the same for entries of a component with a template; undefined for an unreadable file. */
  openEntries(): (file: MatchedFile) => readonly Entry[] | undefined
  /** Returns what is wrong with the template or the intermediate file, so that no translation can be read. */
  templateAlert(files: StepFiles): Alert | undefined
}

/** Number of parsed templates in the cache: before and after a step, and as many to spare. */
const KEPT_TEMPLATES = 4

type Opened = { readonly value: MonolingualReader } | { readonly alert: Alert }

export function createUnitReader(options: ReadOptions): UnitReader {
  const { template } = options.config
  const opened = createRecent<string, Opened>(KEPT_TEMPLATES)
  const recent = new RecentTables()

  function open(files: StepFiles): Opened {
    const base = templateOf(files)
    const key = `${base?.real?.oid} ${files.intermediate?.oid}`
    let reader = opened.get(key)
    if (reader === undefined) {
      reader = attempt(template, () => createMonolingualReader(files, options))
      opened.set(key, reader)
    }
    return reader
  }

  return {
    read(files, file) {
      if (template === '') {
        const readFile = isFilled(file) ? readSourceFile : readBilingualFile
        return attempt(file.path, () => readFile(file, options, recent))
      }
      const base = open(files)
      return 'alert' in base ? base : attempt(file.path, () => base.value.read(file))
    },
    sources(files) {
      const base = template === '' ? undefined : open(files)
      return base !== undefined && 'value' in base ? base.value.sources() : undefined
    },
    openSources() {
      const read = createSourceReader(options)
      return (files) => valueIn(attempt(template, () => read(files)))
    },
    openEntries() {
      const read = createFormerReader(options)
      return (file) => valueIn(attempt(file.path, () => read(file)))
    },
    templateAlert(files) {
      const base = template === '' ? undefined : open(files)
      return base !== undefined && 'alert' in base ? base.alert : undefined
    },
  }
}

function valueIn<T>(read: { readonly value: T } | { readonly alert: Alert }): T | undefined {
  return 'value' in read ? read.value : undefined
}
