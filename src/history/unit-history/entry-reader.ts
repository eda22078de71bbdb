import type { Entry } from '../../../formats/entry.ts'
import { createCache, once } from '../../cache.ts'
import type { ComponentConfig } from '../../config/config.ts'
import { ParseError, RepositoryError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import { sourceId } from '../../model/unit.ts'
import { readContent } from '../../reading/read-content.ts'
import { createVersionReader } from '../../reading/read-entries.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { namingOf } from '../states/text-versions.ts'

type EntriesRead =
  | {
      readonly entries: readonly Entry[]
      /** The targets by the names that `namingOf` returns. */
      readonly targets: () => ReadonlyMap<string, string>
    }
  | { readonly error: ParseError | RepositoryError }

/** Reads the entries of blobs without pairing them, and caches the last ones. */
export type ReadEntries = (oid: string, code: string) => EntriesRead

/** For the last versions of each language's file. */
const MAX_BYTES = 32 << 20
/** Memory of an entry besides its texts, in characters. */
const CHARACTERS_PER_ENTRY = 100

/** Creates a reader for the files of a component. */
export function createEntryReader(config: ComponentConfig, repository: Repository): ReadEntries {
  const format = formatOf(config)
  const readVersion = createVersionReader(format, {
    isMonolingual: config.template !== '',
    sourceLanguage: config.sourceLanguage,
  })
  const naming = namingOf(config)
  const cache = createCache<EntriesRead>({ maxBytes: MAX_BYTES })

  function parse(oid: string, languageCode: string): EntriesRead {
    try {
      const { entries } = readVersion(readContent(repository, format, oid), languageCode)
      return {
        // A unit's source is repeated for each alternative, and versions differ in their number.
        entries: format.hasAlternatives
          ? entries.map((entry) => ({ ...entry, source: sourceId(entry.source, format) }))
          : entries,
        targets: once(() => new Map(entries.map((entry) => [naming.of(entry), entry.target]))),
      }
    } catch (error) {
      // Revisions that do not parse are skipped, whatever is wrong with them.
      if (error instanceof ParseError || error instanceof RepositoryError) return { error }
      throw error
    }
  }

  return (oid, code) => {
    const key = `${code}/${oid}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const read = parse(oid, code)
    let characters = 0
    for (const { context, source, target } of 'entries' in read ? read.entries : []) {
      characters += context.length + source.length + target.length + CHARACTERS_PER_ENTRY
    }
    cache.set(key, read, 2 * characters)
    return read
  }
}
