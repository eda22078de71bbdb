import type { Contents, FileWay } from '../../formats/discovery.ts'
import type { Entry, EntryReader } from '../../formats/entry.ts'
import { startOfValue } from '../../formats/json/reader.ts'
import { ParseError } from '../errors.ts'
import { bufferOver } from '../text.ts'

/** Space, tab and ends of lines: files of these alone are empty. */
const SPACES: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'))

/** Reads contents through a function that returns undefined for unreadable files. Reads each file at most once. */
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
      // A broken file is no evidence; `gitglot check` reports it.
      return undefined
    }
  }

  entries(
    path: string,
    format: EntryReader,
    way: FileWay = 'monolingual',
  ): readonly Entry[] | undefined {
    const parsed = this.#parse(path, format, way)
    // A broken file is no evidence.
    return parsed instanceof ParseError ? undefined : parsed
  }

  fault(path: string, format: EntryReader): string | undefined {
    const parsed = this.#parse(path, format, 'monolingual')
    return parsed instanceof ParseError
      ? `${parsed.line}:${parsed.column}: ${parsed.message}`
      : undefined
  }

  #parse(path: string, format: EntryReader, way: FileWay) {
    const bytes = this.#bytesOf(path)
    if (bytes === undefined) return undefined
    try {
      return format.parse(bytes, {
        languageCode: 'en',
        isMonolingual: way === 'monolingual',
        withoutOffsets: true,
        // Faults are reported when the files are read for a component.
        onFault: () => {},
      }).entries
    } catch (error) {
      if (error instanceof ParseError) return error
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
      this.#bytes.set(
        path,
        bytes?.some((byte) => !SPACES.has(byte)) ? bufferOver(bytes) : undefined,
      )
    }
    return this.#bytes.get(path)
  }
}
