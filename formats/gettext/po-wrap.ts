/** Columns of a line without its quotes. */
const MAX_COLUMNS = 77

/** Full-width characters: two columns, and lines may end beside them. */
const WIDE =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff01-\\uff60]'
const WIDE_CHARACTERS = new RegExp(WIDE, 'gu')
/**
 * Where a line may end: after spaces (but not before a bar), before an escape, after a slash in an address, and beside
 * full-width characters. It is where the lines of Weblate's files end.
 */
const BREAK = new RegExp(
  `(?<=\\s)(?=[^\\s|])|(?<=[\\w-]/)(?=[^/\\s])|(?<=[^\\\\])(?=\\\\)|(?=${WIDE})|(?<=${WIDE})`,
  'u',
)

/** The lines of an escaped text without line ends of its own, each at most 77 columns where it can be cut. */
export function wrapPo(text: string): string[] {
  if (columnsOf(text) <= MAX_COLUMNS) return [text]
  const lines: string[] = []
  let line = ''
  let columns = 0
  for (const piece of text.split(BREAK)) {
    const width = columnsOf(piece)
    if (line !== '' && columns + width > MAX_COLUMNS) {
      lines.push(line)
      line = ''
      columns = 0
    }
    line += piece
    columns += width
  }
  lines.push(line)
  return lines
}

function columnsOf(text: string): number {
  return [...text].length + (text.match(WIDE_CHARACTERS)?.length ?? 0)
}
