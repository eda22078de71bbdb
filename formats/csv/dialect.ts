import { sniffQuotes } from './sniff-quotes.ts'

/** How a file writes its rows. */
export interface CsvDialect {
  readonly delimiter: string
  readonly quote: string
  /** Whether spaces at the start of a field are skipped. */
  readonly skipsSpace: boolean
  /** Escape character; `''` for none. */
  readonly escapeMark: string
}

const SAMPLE_LENGTH = 40_000
const FALLBACK: CsvDialect = { delimiter: ',', quote: '"', skipsSpace: true, escapeMark: '\\' }

/**
 * The dialect of a file by its beginning, found as Python's `csv.Sniffer` does: by quotes beside delimiters, else by
 * characters that most lines have equally often. https://docs.python.org/3/library/csv.html#csv.Sniffer
 */
export function sniffDialect(text: string): CsvDialect {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const quoted = sniffQuotes(sample)
  if (quoted !== undefined && quoted.delimiter !== '') return { ...quoted, escapeMark: '' }
  const frequent = sniffFrequency(sample)
  if (frequent === undefined) return FALLBACK
  return { ...frequent, quote: quoted?.quote ?? '"', escapeMark: '' }
}

const ASCII = 127
const CHUNK_LINES = 10
const PREFERRED = [',', '\t', ';', ' ', ':']
const MIN_CONSISTENCY = 0.9

/** How often a character occurs in most lines, and how many more lines these are than the others. */
interface Mode {
  readonly frequency: number
  readonly margin: number
}

/** Returns the delimiter that occurs equally often in most lines; undefined if there is none. */
function sniffFrequency(
  sample: string,
): { readonly delimiter: string; readonly skipsSpace: boolean } | undefined {
  const lines = sample.split('\n').filter((line) => line !== '')
  const delimiter = delimiterOf(lines)
  if (delimiter === undefined) return undefined
  const [first = ''] = lines
  return {
    delimiter,
    skipsSpace: first.split(delimiter).length === first.split(`${delimiter} `).length,
  }
}

function delimiterOf(lines: readonly string[]): string | undefined {
  /** Counts, for each character, the lines by number of occurrences. */
  const counts = Array.from({ length: ASCII }, () => new Map<number, number>())
  const chunk = Math.min(CHUNK_LINES, lines.length)
  let candidates: ReadonlyMap<string, Mode> = new Map()
  for (let start = 0; start < lines.length; start += chunk) {
    for (const line of lines.slice(start, start + chunk)) countLine(line, counts)
    if (candidates.size === 0)
      candidates = candidatesOf(counts, Math.min(start + chunk, lines.length))
    if (candidates.size === 1) break
  }
  if (candidates.size > 1) {
    const preferred = PREFERRED.find((candidate) => candidates.has(candidate))
    if (preferred !== undefined) return preferred
  }
  const [best] = [...candidates].sort(
    ([a, modeA], [b, modeB]) =>
      modeB.frequency - modeA.frequency || modeB.margin - modeA.margin || (a < b ? 1 : -1),
  )
  return best?.[0]
}

function countLine(line: string, counts: readonly Map<number, number>[]): void {
  const frequencies = new Array<number>(ASCII).fill(0)
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code < ASCII) frequencies[code] = (frequencies[code] ?? 0) + 1
  }
  for (const [code, frequency] of frequencies.entries()) {
    const lines = counts[code]
    lines?.set(frequency, (lines.get(frequency) ?? 0) + 1)
  }
}

/** Returns the characters that are consistent enough, at the highest level that has any. */
function candidatesOf(
  counts: readonly Map<number, number>[],
  lines: number,
): ReadonlyMap<string, Mode> {
  const modes = counts.map(modeOf)
  const candidates = new Map<string, Mode>()
  for (
    let consistency = 1;
    candidates.size === 0 && consistency >= MIN_CONSISTENCY;
    consistency -= 0.01
  ) {
    for (const [code, mode] of modes.entries()) {
      const isFrequent = mode.frequency > 0 && mode.margin > 0
      if (isFrequent && mode.margin / lines >= consistency) {
        candidates.set(String.fromCharCode(code), mode)
      }
    }
  }
  return candidates
}

function modeOf(counts: ReadonlyMap<number, number>): Mode {
  let frequency = 0
  let most = 0
  let total = 0
  for (const [value, lines] of counts) {
    total += lines
    if (lines > most) {
      most = lines
      frequency = value
    }
  }
  return { frequency, margin: most - (total - most) }
}
