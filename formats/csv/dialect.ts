import { sniffFrequency } from './sniff-frequency.ts'
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
