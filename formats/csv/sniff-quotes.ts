/** What a quoted field in a sample reveals. */
interface Match {
  readonly quote: string
  /** The delimiter beside the field; `''` if the field stands alone. */
  readonly delimiter: string
  readonly hasSpace: boolean
  /** Offset behind it. */
  readonly end: number
}

/** The start of a file, in which `next` returns the first offset, from a given one on, that passes a test, or -1. */
interface Sample {
  readonly text: string
  next(name: string, from: number, test: (at: number) => boolean): number
}

/** Finds a quoted field that starts at an offset. */
type Pattern = (sample: Sample, at: number) => Match | undefined

const QUOTES = '"\''
const WORD = /^[\p{L}\p{N}_]$/u

/**
 * Returns the quote, and the delimiter if any, beside most quoted fields of a sample; undefined without such fields.
 */
export function sniffQuotes(
  text: string,
):
  | { readonly quote: string; readonly delimiter: string; readonly skipsSpace: boolean }
  | undefined {
  const sample: Sample = { text, next: createNext(text) }
  for (const pattern of PATTERNS) {
    const matches = findAll(sample, pattern)
    if (matches.length === 0) continue
    const quote = mostFrequent(matches.map((match) => match.quote))
    const delimiters = matches.flatMap(({ delimiter }) => (delimiter === '' ? [] : [delimiter]))
    const delimiter = mostFrequent(delimiters)
    const spaces = matches.filter(({ hasSpace }) => hasSpace).length
    const count = delimiters.filter((text) => text === delimiter).length
    return { quote, delimiter, skipsSpace: count === spaces }
  }
  return undefined
}

function findAll(sample: Sample, pattern: Pattern): Match[] {
  const matches: Match[] = []
  for (let at = 0; at < sample.text.length; ) {
    const match = pattern(sample, at)
    if (match !== undefined) matches.push(match)
    at = match?.end ?? at + 1
  }
  return matches
}

/** Returns the first of the most frequent ones; `''` if there is none. */
function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best = ''
  for (const [value, count] of counts) if (count > (counts.get(best) ?? 0)) best = value
  return best
}

/**
 * Patterns of a quoted field: between two equal delimiters; at the start of a line before one; behind one at the end of
 * a line; or a whole line. A space may follow a delimiter.
 */
const PATTERNS: readonly Pattern[] = [
  (sample, at) => {
    const { text } = sample
    return matchBehind(sample, at, 2, (quote, delimiter, from) =>
      sample.next(
        `pair ${quote}${delimiter}`,
        from,
        (end) => text[end] === quote && text[end + 1] === delimiter,
      ),
    )
  },
  (sample, at) => {
    const { text } = sample
    return matchAtLineStart(sample, at, (quote, from) => {
      const close = sample.next(
        `any ${quote}`,
        from,
        (end) => text[end] === quote && isDelimiter(text.charAt(end + 1)),
      )
      if (close < 0) return undefined
      const hasSpace = text[close + 2] === ' '
      const delimiter = text.charAt(close + 1)
      return { quote, delimiter, hasSpace, end: close + (hasSpace ? 3 : 2) }
    })
  },
  (sample, at) =>
    matchBehind(sample, at, 1, (quote, _delimiter, from) =>
      nextAtLineEnd(sample, 'last', quote, from),
    ),
  (sample, at) =>
    matchAtLineStart(sample, at, (quote, from) => {
      const close = nextAtLineEnd(sample, 'whole', quote, from)
      return close < 0 ? undefined : { quote, delimiter: '', hasSpace: false, end: close + 1 }
    }),
]

function isDelimiter(character: string): boolean {
  return (
    character !== '' && character !== '\n' && !QUOTES.includes(character) && !WORD.test(character)
  )
}

function isQuote(character: string): boolean {
  return character !== '' && QUOTES.includes(character)
}

function nextAtLineEnd(sample: Sample, name: string, quote: string, from: number): number {
  const { text } = sample
  const isLineEnd = (at: number) => at === text.length || text[at] === '\n'
  return sample.next(`${name} ${quote}`, from, (at) => text[at] === quote && isLineEnd(at + 1))
}

/** Finds a field behind a delimiter; `closeAt` finds its closing quote, and the match ends `width` characters later. */
function matchBehind(
  { text }: Sample,
  at: number,
  width: number,
  closeAt: (quote: string, delimiter: string, from: number) => number,
): Match | undefined {
  const delimiter = text.charAt(at)
  if (!isDelimiter(delimiter)) return undefined
  for (const hasSpace of text[at + 1] === ' ' ? [true, false] : [false]) {
    const open = at + (hasSpace ? 2 : 1)
    const quote = text.charAt(open)
    if (!isQuote(quote)) continue
    const close = closeAt(quote, delimiter, open + 1)
    if (close >= 0) return { quote, delimiter, hasSpace, end: close + width }
  }
  return undefined
}

function matchAtLineStart(
  { text }: Sample,
  at: number,
  toMatch: (quote: string, from: number) => Match | undefined,
): Match | undefined {
  const isStart = at === 0 || text[at - 1] === '\n'
  const opens = [...(isStart ? [at] : []), ...(text[at] === '\n' ? [at + 1] : [])]
  for (const open of opens) {
    const quote = text.charAt(open)
    const match = isQuote(quote) ? toMatch(quote, open + 1) : undefined
    if (match !== undefined) return match
  }
  return undefined
}

/** Each test examines each offset once: offsets only grow within a pattern, and no two patterns share a name. */
function createNext(text: string): Sample['next'] {
  const offsets = new Map<string, number>()
  return (name, from, test) => {
    let at = offsets.get(name) ?? 0
    if (at < 0) return -1
    if (at < from) at = from
    while (at < text.length && !test(at)) at++
    if (at >= text.length) at = -1
    offsets.set(name, at)
    return at
  }
}
