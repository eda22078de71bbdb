import type { Row, Setting } from '../bench.ts'
import { formatFile } from '../format-files.ts'
import { runInTurn } from '../run.ts'

/** The minimum speed of a format's parser, as a multiple of an npm library's speed. */
const LIBRARIES = [
  { format: 'properties-utf8', library: 'dot-properties', atLeast: 2 },
  { format: 'php', library: 'php-parser', atLeast: 5 },
  { format: 'po', library: 'pofile', atLeast: 5 },
  { format: 'yaml', library: 'js-yaml', atLeast: 5 },
  ...['ts', 'xliff', 'poxliff', 'resx', 'stringsdict', 'aresource', 'tbx'].map((format) => ({
    format,
    library: 'saxes',
    atLeast: 1,
  })),
]

/** Parses synthetic files to entries, compared with libraries in CPU time. */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const { format, library, atLeast } of LIBRARIES) {
    const [ours = [], others = []] = await runInTurn(setting, [
      { name: 'format', argument: { format } },
      { name: 'format', argument: { format, library } },
    ])
    const megabytes = formatFile(format).length / 1e6
    rows.push({
      what: `reading ${format}`,
      unit: 'MB/s',
      ours: ours.map(({ milliseconds }) => (megabytes * 1000) / milliseconds),
      otherName: library,
      others: others.map(({ milliseconds }) => (megabytes * 1000) / milliseconds),
      target: { atLeast },
    })
  }
  return rows
}
