import type { EntryState } from '../../formats/entry.ts'
import { unpackFolder } from '../../formats/folder.ts'
import type { Format } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import { ParseError } from '../../src/errors.ts'
import { entryOf } from '../support/entry.ts'

const decode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
const facts = { mediaType: 'text/plain', checkFlags: '', decode } as const

/**
 * A bilingual format with all fields: the first line has the plural forms, each other line a state, location, source,
 * previous source and target, separated by `|`; `/` separates plural forms.
 */
const lines: Format = {
  ...facts,
  id: 'lines',
  name: 'Lines',
  extension: 'lines',
  template: 'never',
  parse(bytes) {
    const [plural = '', ...rows] = decode(bytes).trim().split('\n')
    const [number = '', formula = ''] = plural.split(' ')
    return {
      plural: { number: Number(number), formula },
      entries: rows.map((row, index) => {
        const [state = '', location = '', source = '', previousSource = '', target = ''] = row
          .replaceAll('/', '\u001e\u001e')
          .split('|')
        // Only the tests write such files.
        const fields = { state: state as EntryState, location, source, previousSource, target }
        return entryOf({ context: '', ...fields }, index)
      }),
    }
  },
}

/** A format whose one file holds all languages: `{"key": {"en": "text"}}`. */
const catalogue: Format = {
  ...facts,
  id: 'catalogue',
  name: 'Catalogue',
  extension: 'catalogue',
  template: 'both',
  languages: (bytes) => [...new Set(Object.values(readTexts(bytes)).flatMap(Object.keys))],
  parse(bytes, { languageCode, isMonolingual }) {
    const entries = Object.entries(readTexts(bytes)).map(([context, texts], index) => {
      const source = isMonolingual ? '' : (texts['en'] ?? '')
      return entryOf({ context, source, target: texts[languageCode] ?? '' }, index)
    })
    return { entries }
  },
}

function readTexts(bytes: Uint8Array): Record<string, Record<string, string>> {
  try {
    return JSON.parse(decode(bytes)) as Record<string, Record<string, string>>
  } catch (cause) {
    throw new ParseError(String(cause), 1, 1, { cause })
  }
}

/** A format whose translations are folders with a text file per entry. */
const shelf: Format = {
  ...facts,
  id: 'shelf',
  name: 'Shelf',
  extension: 'txt',
  template: 'always',
  folder: /\.txt$/,
  parse(bytes) {
    const files = [...unpackFolder(bytes)]
    return {
      entries: files.map(([path, content], index) => {
        return entryOf({ context: path.replace(/\.txt$/, ''), target: decode(content) }, index)
      }),
    }
  },
}

// Added before the configuration is loaded, which knows only formats that exist then.
for (const format of [lines, catalogue, shelf]) {
  const all = formats as Map<string, Format>
  all.set(format.id, format)
}
