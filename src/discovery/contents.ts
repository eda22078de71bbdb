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
    const text = this.text(path)
    if (text === undefined) return undefined
    try {
      return JSON.parse(text.slice(startOfValue(text)))
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
    const bytes = this.#bytesOf(path)
    if (bytes === undefined) return undefined
    try {
      return format.parse(bytes, {
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
      const entries = this.entries(path, format, way)
      this.#keys.set(name, entries && new Set(entries.map(keyOf)))
    }
    return this.#keys.get(name)
  }

  #bytesOf(path: string): Buffer | undefined {
    if (!this.#bytes.has(path)) {
      const bytes = this.#read(path)
      this.#bytes.set(path, bytes && bytes.length > 0 ? asBuffer(bytes) : undefined)
    }
    return this.#bytes.get(path)
  }
}

/** The same bytes, not a copy. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
