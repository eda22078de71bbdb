import type { Entry } from '../../../../formats/entry.ts'
import { type Cache, createCache } from '../../../cache.ts'
import type { ComponentConfig } from '../../../config/config.ts'
import { ParseError } from '../../../errors.ts'
import type { Repository } from '../../../git/repository.ts'
import { remember, type Store } from '../../../storage/store.ts'
import { createVersionReader, readContent } from '../../reading/read-entries.ts'
import { type FormatSettings, formatOf } from '../../reading/translation-file.ts'

/** Targets that are not empty, by the unit's context (and its source, where there is no template). */
type Targets = ReadonlyMap<string, string>

/** Two versions of one file. */
interface BlobPair {
  /** Blob ids; undefined where there is no file. */
  readonly old: string | undefined
  readonly new: string | undefined
  /** The code in the file's path. */
  readonly code: string
}

interface UnitCounterOptions {
  readonly repository: Repository
  readonly config: FormatSettings & Pick<ComponentConfig, 'template' | 'sourceLanguage'>
  /** Where counts are kept. */
  readonly store: Store
}

/** Counts what new versions of files translate. */
export interface UnitCounter {
  /**
   * How many units have a text in the new version that is not empty and that they did not have in the old one. Undefined
   * when either does not parse. Throws RepositoryError for an unreadable blob.
   */
  count(pair: BlobPair): number | undefined
}

const MAX_PARSED_BYTES = 32 << 20

/**
 * A counter over the files of one component. Versions that follow one another are parsed once each. It is long
 * because its functions share them.
 */
export function createUnitCounter(options: UnitCounterOptions): UnitCounter {
  const { repository, config, store } = options
  const { fileFormat, fileFormatParams, weblate, sourceLanguage } = config
  const format = formatOf(config)
  const isMonolingual = config.template !== ''
  const counts = store.bucket<number | null>({ name: 'unit-counts' })
  const parsed: Cache<{ targets: Targets | undefined }> = createCache({
    maxBytes: MAX_PARSED_BYTES,
  })
  const readEntries = createVersionReader(format, { isMonolingual, sourceLanguage })
  const idOf = (entry: Entry) =>
    isMonolingual ? entry.context : `${entry.source}\0${entry.context}`

  function parse(oid: string, code: string): Targets | undefined {
    const bytes = readContent(repository, format, oid)
    try {
      const targets = new Map<string, string>()
      for (const entry of readEntries(bytes, code)) {
        if (entry.target !== '') targets.set(idOf(entry), entry.target)
      }
      return targets
    } catch (error) {
      // A version that did not parse when it was committed counts nothing.
      if (error instanceof ParseError) return undefined
      throw error
    }
  }

  function read(oid: string, code: string): Targets | undefined {
    const key = `${code}/${oid}`
    let file = parsed.get(key)
    if (file === undefined) {
      const targets = parse(oid, code)
      file = { targets }
      let characters = 100
      for (const [id, target] of targets ?? []) characters += id.length + target.length + 50
      parsed.set(key, file, 2 * characters)
    }
    return file.targets
  }

  function compare(pair: BlobPair): number | undefined {
    if (pair.new === undefined) return 0
    const before = pair.old === undefined ? new Map() : read(pair.old, pair.code)
    const after = read(pair.new, pair.code)
    if (before === undefined || after === undefined) return undefined
    let count = 0
    for (const [id, target] of after) if (before.get(id) !== target) count++
    return count
  }

  return {
    count(pair) {
      if (pair.old === pair.new) return 0
      const params = JSON.stringify(fileFormatParams)
      const way = isMonolingual ? 'keys' : sourceLanguage
      const kind = [weblate, fileFormat, params, way].join(' ')
      const key = `${kind}/${encodeURIComponent(pair.code)}/${pair.old ?? ''}/${pair.new ?? ''}`
      return remember(counts, key, () => compare(pair) ?? null) ?? undefined
    },
  }
}
