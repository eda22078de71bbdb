import type { Entry } from '../../../formats/entry.ts'
import { createCache, once } from '../../cache.ts'
import { sourceId } from '../../model/unit.ts'
import { formatOf } from '../../reading/translation-file.ts'
import type { ComponentHistory } from '../component-history.ts'
import { namingOf } from '../states/text-versions.ts'

interface EntriesRead {
  readonly entries: readonly Entry[]
  /** The targets by the names that `namingOf` returns. */
  readonly targets: () => ReadonlyMap<string, string>
}

/** Reads the entries of blobs without pairing them, and caches the last ones. Throws ParseError or RepositoryError. */
export type ReadEntries = (oid: string, code: string) => EntriesRead

/** For the last versions of each language's file. */
const MAX_BYTES = 32 << 20
/** Memory of an entry besides its texts, in characters. */
const CHARACTERS_PER_ENTRY = 100

/** Creates a reader for the files of a component. */
export function createEntryReader({
  place: { config },
  reader,
}: Pick<ComponentHistory, 'place' | 'reader'>): ReadEntries {
  const format = formatOf(config)
  const naming = namingOf(config)
  const versions = reader.openVersions(false)
  const cache = createCache<EntriesRead>({ maxBytes: MAX_BYTES })

  return (oid, code) => {
    const key = `${code}/${oid}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const { entries } = versions.parse(oid, code)
    const read = {
      // A unit's source is repeated for each alternative, and versions differ in their number.
      entries: format.hasAlternatives
        ? entries.map((entry) => ({ ...entry, source: sourceId(entry.source, format) }))
        : entries,
      targets: once(() => new Map(entries.map((entry) => [naming.of(entry), entry.target]))),
    }
    let characters = 0
    for (const { context, source, target } of entries) {
      characters += context.length + source.length + target.length + CHARACTERS_PER_ENTRY
    }
    cache.set(key, read, 2 * characters)
    return read
  }
}
