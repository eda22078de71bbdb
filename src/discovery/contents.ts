import type { Contents, FileWay } from '../../formats/discovery.ts'
import type { Entry, EntryReader } from '../../formats/entry.ts'
import { startOfValue } from '../../formats/json/reader.ts'
import { ParseError } from '../errors.ts'

/**
 * Contents by a reader that returns undefined for files that cannot be read; each file is read at most once. It is long
 * because its functions share what was read.
 */
export function createContents(read: (path: string) => Uint8Array | undefined): Contents {
  const texts = new Map<string, Buffer | undefined>()
  const keySets = new Map<string, ReadonlySet<string> | undefined>()

  function bytes(path: string): Buffer | undefined {
    if (!texts.has(path)) {
      const found = read(path)
      texts.set(path, found && found.length > 0 ? asBuffer(found) : undefined)
    }
    return texts.get(path)
  }

  function text(path: string): string | undefined {
    return bytes(path)
      ?.toString('utf8')
      .replace(/^\ufeff/, '')
  }

  function json(path: string): unknown {
    const found = text(path)
    if (found === undefined) return undefined
    try {
      return JSON.parse(found.slice(startOfValue(found)))
    } catch {
      // Broken files say nothing; `gitglot check` reports them.
      return undefined
    }
  }

  function entries(
    path: string,
    format: EntryReader,
    way: FileWay = 'monolingual',
  ): readonly Entry[] | undefined {
    const found = bytes(path)
    if (found === undefined) return undefined
    try {
      const isMonolingual = way === 'monolingual'
      const options = {
        languageCode: 'en',
        isMonolingual,
        withoutOffsets: true,
        // They are found when the files are read in earnest.
        onFault: () => {},
      }
      return format.parse(found, options).entries
    } catch (error) {
      // As above.
      if (error instanceof ParseError) return undefined
      throw error
    }
  }

  function keys(
    path: string,
    format: EntryReader,
    way: FileWay = 'monolingual',
  ): ReadonlySet<string> | undefined {
    const name = `${way} ${format.id}:${path}`
    if (!keySets.has(name)) {
      const keyOf = ({ context, source }: Entry) =>
        way === 'monolingual' ? context : `${context}\0${source}`
      const found = entries(path, format, way)
      keySets.set(name, found && new Set(found.map(keyOf)))
    }
    return keySets.get(name)
  }

  return { text, json, entries, keys }
}

/** The same bytes, not a copy. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
