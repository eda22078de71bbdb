import type { Entry } from '../../../../formats/entry.ts'
import { ParseError, RepositoryError } from '../../../errors.ts'
import { createVersionReader, readContent } from '../../reading/read-entries.ts'
import { formatOf, type ReadOptions } from '../../reading/translation-file.ts'
import { sourceId } from '../../unit.ts'

/** A former file, or a sentence that says why it cannot be read. */
export type EntriesRead = { readonly entries: readonly Entry[] } | { readonly message: string }

/** Reads the entries of blobs without pairing them, and caches the last ones. */
export type ReadEntries = (oid: string, code: string) => EntriesRead

/** A template and a file, before and after a commit, and as many to spare. */
const KEPT = 8

/** Creates a reader for the files of a component. */
export function createEntryReader({
  config,
  repository,
}: Pick<ReadOptions, 'config' | 'repository'>): ReadEntries {
  const format = formatOf(config)
  const readVersion = createVersionReader(format, {
    isMonolingual: config.template !== '',
    sourceLanguage: config.sourceLanguage,
  })
  const cache = new Map<string, EntriesRead>()

  function parse(oid: string, languageCode: string): EntriesRead {
    try {
      const entries = readVersion(readContent(repository, format, oid), languageCode)
      // A unit's source is repeated for each alternative, and versions differ in their number.
      return {
        entries: format.hasAlternatives
          ? entries.map((entry) => ({ ...entry, source: sourceId(entry.source, format) }))
          : entries,
      }
    } catch (error) {
      // Revisions that do not parse are skipped, whatever is wrong with them.
      if (error instanceof ParseError) {
        return { message: `${error.line}:${error.column}: ${error.message}` }
      }
      if (error instanceof RepositoryError) return { message: error.message }
      throw error
    }
  }

  return (oid, code) => {
    const key = `${code}/${oid}`
    const entriesRead = cache.get(key) ?? parse(oid, code)
    cache.delete(key)
    cache.set(key, entriesRead)
    if (cache.size > KEPT) cache.delete(cache.keys().next().value ?? '')
    return entriesRead
  }
}
