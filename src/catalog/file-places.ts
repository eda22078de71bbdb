import { firstNotBefore } from '../bisect.ts'
import type { ComponentConfig } from '../config/config.ts'
import type { TextPosition } from '../text.ts'
import { ignoreFault } from './reading/read-entries.ts'
import { type FormatSettings, formatOf } from './reading/translation-file.ts'

/** Where entries of a file are, by their source and context, joined. */
export interface EntryPositions {
  get(id: string): TextPosition | undefined
}

/** A file, and how it is read. */
export interface PlacedFile {
  readonly bytes: Uint8Array
  readonly config: FormatSettings & Pick<ComponentConfig, 'sourceLanguage'>
  readonly languageCode: string
  readonly isMonolingual: boolean
  /** Whether the last of a key's texts counts, as in a translation with a template; else the first. */
  readonly isLast: boolean
}

/** The places in a file. Throws ParseError. */
export function readPlaces({ bytes, config, isLast, ...options }: PlacedFile): EntryPositions {
  const format = formatOf(config)
  const offsets = new Map<string, number>()
  const texts = new Map<string, string>()
  for (const entry of format.parse(bytes, {
    ...options,
    sourceLanguage: config.sourceLanguage,
    onFault: ignoreFault,
  }).entries) {
    const id = entry.source + entry.context
    // A plural of i18next may be several entries, all with its texts.
    const counts = isLast ? texts.get(id) !== entry.target : !offsets.has(id)
    if (counts) offsets.set(id, entry.offset)
    texts.set(id, entry.target)
  }
  const placeAt = createPlaceFinder(format.decode(bytes))
  return {
    get(id) {
      const offset = offsets.get(id)
      return offset === undefined ? undefined : placeAt(offset)
    },
  }
}

/** As `placeAt` of one text that is asked for many places. */
function createPlaceFinder(text: string): (offset: number) => TextPosition {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1)
  }
  return (offset) => {
    const line = firstNotBefore(starts.length, (index) => starts[index]! <= offset)
    return { line, column: offset - starts[line - 1]! + 1 }
  }
}
