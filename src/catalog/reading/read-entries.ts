import type { Entry, Format, ParseOptions } from '../../../formats/format.ts'
import { placeAt } from '../../text.ts'
import type { Locate } from './entry.ts'

/** The entries of a file, and where each of them is. */
export interface Found {
  readonly entries: readonly Entry[]
  readonly locate: Locate
}

/**
 * Parses a file without places, which saves most of the time; the file is parsed again when a place is asked for, as
 * happens once for a file that is broken. Throws ParseError.
 */
export function readEntries(format: Format, bytes: Uint8Array, options: ParseOptions): Found {
  const entries = format.parse(bytes, { ...options, withoutOffsets: true })
  return {
    entries,
    locate(entry) {
      const located = format.parse(bytes, options)[entries.indexOf(entry)] ?? entry
      return placeAt(format.decode(bytes), located.offset)
    },
  }
}
