import type { Contents, FileWay } from '../../formats/discovery.ts'
import type { Entry, EntryReader } from '../../formats/entry.ts'
import { startOfValue } from '../../formats/json/reader.ts'
import { ParseError } from '../errors.ts'

/** Contents by a reader that returns undefined for files that cannot be read; each file is read at most once. */
export class ReadContents implements Contents {
  readonly #read: (path: string) => Uint8Array | undefined
  readonly #bytes = new Map<string, Buffer | undefined>()
  readonly #keys = new Map<string, ReadonlySet<string> | undefined>()

  constructor(read: (path: string) => Uint8Array | undefined) {
    this.#read = read
  }

  text(path: string): string | undefined {
    return this.#bytesOf(path)
      ?.toString('utf8')
      .replace(/^\ufeff/, '')
  }

  json(path: string): unknown {
    const found = this.text(path)
    if (found === undefined) return undefined
    try {
      return JSON.parse(found.slice(startOfValue(found)))
    } catch {
      // Broken files say nothing; `gitglot check` reports them.
      return undefined
    }
  }

  entries(
    path: string,
    format: EntryReader,
    way: FileWay = 'monolingual',
  ): readonly Entry[] | undefined {
    const found = this.#bytesOf(path)
    if (found === undefined) return undefined
    try {
      return format.parse(found, {
        languageCode: 'en',
        isMonolingual: way === 'monolingual',
        withoutOffsets: true,
        // They are found when the files are read in earnest.
        onFault: () => {},
      }).entries
    } catch (error) {
      // As above.
      if (error instanceof ParseError) return undefined
      throw error
    }
  }

  keys(
    path: string,
    format: EntryReader,
    way: FileWay = 'monolingual',
  ): ReadonlySet<string> | undefined {
    const name = `${way} ${format.id}:${path}`
    if (!this.#keys.has(name)) {
      const keyOf = ({ context, source }: Entry) =>
        way === 'monolingual' ? context : `${context}\0${source}`
      const found = this.entries(path, format, way)
      this.#keys.set(name, found && new Set(found.map(keyOf)))
    }
    return this.#keys.get(name)
  }

  #bytesOf(path: string): Buffer | undefined {
    if (!this.#bytes.has(path)) {
      const found = this.#read(path)
      this.#bytes.set(path, found && found.length > 0 ? asBuffer(found) : undefined)
    }
    return this.#bytes.get(path)
  }
}

/** The same bytes, not a copy. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
