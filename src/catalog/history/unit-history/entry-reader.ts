import type { Entry } from '../../../../formats/entry.ts'
import { ParseError, RepositoryError } from '../../../errors.ts'
import { createVersionReader, readContent } from '../../reading/read-entries.ts'
import { formatOf, type ReadOptions } from '../../reading/translation-file.ts'
import { sourceId } from '../../unit.ts'

/** A file as it was, or why it cannot be read, in words. */
export type EntriesRead = { readonly entries: readonly Entry[] } | { readonly message: string }

/** Reads the entries of blobs without pairing them, and keeps those it read last. */
export type ReadEntries = (oid: string, code: string) => EntriesRead

/** A template and a file, each before and after a commit, and as many to spare. */
const KEPT = 8

/** A reader for the files of a component. */
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
      // The source of a unit is repeated for each alternative, of which versions have different numbers.
      return {
        entries: format.hasAlternatives
          ? entries.map((entry) => ({ ...entry, source: sourceId(entry.source, format) }))
          : entries,
      }
    } catch (error) {
      // Revisions that did not parse are skipped, whatever is wrong with them.
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
