/** What a quoted field in a sample tells. */
interface Match {
  readonly quote: string
  /** Beside the field; `''` where it stands alone. */
  readonly delimiter: string
  readonly hasSpace: boolean
  /** Offset behind it. */
  readonly end: number
}

/** Finds a quoted field that begins at an offset. */
type Pattern = (at: number) => Match | undefined

const QUOTES = '"\''
const WORD = /^[\p{L}\p{N}_]$/u

/** The quote and, if there is one, the delimiter beside most quoted fields of a sample; undefined without such fields. */
export function sniffQuotes(
  sample: string,
):
  | { readonly quote: string; readonly delimiter: string; readonly skipsSpace: boolean }
  | undefined {
  for (const pattern of patternsOf(sample)) {
    const matches = findAll(sample, pattern)
    if (matches.length === 0) continue
    const quote = mostFrequent(matches.map((one) => one.quote))
    const delimiters = matches.flatMap(({ delimiter }) => (delimiter === '' ? [] : [delimiter]))
    const delimiter = mostFrequent(delimiters)
    const spaces = matches.filter(({ hasSpace }) => hasSpace).length
    const count = delimiters.filter((one) => one === delimiter).length
    return { quote, delimiter, skipsSpace: count === spaces }
  }
  return undefined
}

function findAll(sample: string, pattern: Pattern): Match[] {
  const matches: Match[] = []
  for (let at = 0; at < sample.length; ) {
    const match = pattern(at)
    if (match !== undefined) matches.push(match)
    at = match?.end ?? at + 1
  }
  return matches
}

/** The first one of those that come most often; `''` of none. */
function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best = ''
  for (const [value, count] of counts) if (count > (counts.get(best) ?? 0)) best = value
  return best
}

/**
 * The four patterns: a field between two of the same delimiter; at the beginning of a line before one; behind one at
 * the end of a line; a whole line. A space may follow a delimiter. It is long because its four patterns share how they
 * see quotes and delimiters.
 */
function patternsOf(sample: string): readonly Pattern[] {
  const closing = createClosings(sample)
  const isDelimiter = (at: number): boolean => {
    const character = sample.charAt(at)
    return (
      character !== '' && character !== '\n' && !QUOTES.includes(character) && !WORD.test(character)
    )
  }
  const isLineEnd = (at: number) => at === sample.length || sample[at] === '\n'

  /** Behind a delimiter; `closeAt` finds the end by quote and delimiter. */
  const behind =
    (closeAt: (quote: string, delimiter: string, from: number) => number, width: number): Pattern =>
    (at) => {
      if (!isDelimiter(at)) return undefined
      const delimiter = sample.charAt(at)
      for (const hasSpace of sample[at + 1] === ' ' ? [true, false] : [false]) {
        const open = at + (hasSpace ? 2 : 1)
        const quote = sample.charAt(open)
        if (quote === '' || !QUOTES.includes(quote)) continue
        const close = closeAt(quote, delimiter, open + 1)
        if (close >= 0) return { quote, delimiter, hasSpace, end: close + width }
      }
      return undefined
    }
  /** At the beginning of a line. */
  const atLineStart =
    (toMatch: (quote: string, from: number) => Match | undefined): Pattern =>
    (at) => {
      const isStart = at === 0 || sample[at - 1] === '\n'
      const opens = [...(isStart ? [at] : []), ...(sample[at] === '\n' ? [at + 1] : [])]
      for (const open of opens) {
        const quote = sample.charAt(open)
        if (quote === '' || !QUOTES.includes(quote)) continue
        const match = toMatch(quote, open + 1)
        if (match !== undefined) return match
      }
      return undefined
    }
  return [
    behind(
      (quote, delimiter, from) =>
        closing(
          `pair ${quote}${delimiter}`,
          from,
          (at) => sample[at] === quote && sample[at + 1] === delimiter,
        ),
      2,
    ),
    atLineStart((quote, from) => {
      const close = closing(
        `any ${quote}`,
        from,
        (at) => sample[at] === quote && isDelimiter(at + 1),
      )
      if (close < 0) return undefined
      const hasSpace = sample[close + 2] === ' '
      return {
        quote,
        delimiter: sample.charAt(close + 1),
        hasSpace,
        end: close + (hasSpace ? 3 : 2),
      }
    }),
    behind(
      (quote, _delimiter, from) =>
        closing(`end ${quote}`, from, (at) => sample[at] === quote && isLineEnd(at + 1)),
      1,
    ),
    atLineStart((quote, from) => {
      const close = closing(`end ${quote}`, from, (at) => sample[at] === quote && isLineEnd(at + 1))
      return close < 0 ? undefined : { quote, delimiter: '', hasSpace: false, end: close + 1 }
    }),
  ]
}

/** Finds the next place where a test holds; each test, by its name, looks at each place once, as places only grow. */
function createClosings(sample: string) {
  const found = new Map<string, number>()
  return (name: string, from: number, test: (at: number) => boolean): number => {
    let at = found.get(name) ?? 0
    if (at < 0) return -1
    if (at < from) at = from
    while (at < sample.length && !test(at)) at++
    if (at >= sample.length) at = -1
    found.set(name, at)
    return at
  }
}
