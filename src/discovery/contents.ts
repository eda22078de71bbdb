import type { Entry } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import { ParseError } from '../errors.ts'
import { type JsonShape, shapeOf } from './json-shape.ts'

/** What the files say. Everything is undefined for files that are empty, broken or cannot be read: nothing is known then. */
export interface Contents {
  /** Without a byte order mark. */
  text(path: string): string | undefined
  /** The parsed JSON, of which nothing is checked. */
  json(path: string): unknown
  shape(path: string): JsonShape | undefined
  /** The strings of a monolingual file. */
  entries(path: string, format: string): readonly Entry[] | undefined
  /** The keys of those strings. */
  keys(path: string, format: string): ReadonlySet<string> | undefined
}

/** Contents by a reader that returns undefined for files that cannot be read; each file is read at most once. */
export function createContents(read: (path: string) => Uint8Array | undefined): Contents {
  const texts = new Map<string, Buffer | undefined>()
  const keySets = new Map<string, ReadonlySet<string> | undefined>()
  const shapes = new Map<string, JsonShape | undefined>()

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
      return JSON.parse(found)
    } catch {
      // Broken files say nothing; `gitglot check` reports them.
      return undefined
    }
  }

  function entries(path: string, format: string): readonly Entry[] | undefined {
    const found = bytes(path)
    if (found === undefined) return undefined
    try {
      return formats
        .get(format)
        ?.parse(found, { languageCode: 'en', isMonolingual: true, withoutOffsets: true }).entries
    } catch (error) {
      // As above.
      if (error instanceof ParseError) return undefined
      throw error
    }
  }

  return {
    text,
    json,
    entries,
    shape(path) {
      if (!shapes.has(path)) shapes.set(path, shapeOf(json(path)))
      return shapes.get(path)
    },
    keys(path, format) {
      const name = `${format}:${path}`
      if (!keySets.has(name)) {
        const found = entries(path, format)
        keySets.set(name, found && new Set(found.map(({ context }) => context)))
      }
      return keySets.get(name)
    },
  }
}

/** The same bytes, not a copy. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
