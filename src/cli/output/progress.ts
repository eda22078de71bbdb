interface Stream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Does some work that takes long in repositories with much history: a terminal says so after a second, until it is done. */
export async function readingHistory<T>(
  work: () => Promise<T>,
  stream: Stream = process.stderr,
  milliseconds = 1000,
): Promise<T> {
  if (stream.isTTY !== true) return work()
  let isShown = false
  const timer = setTimeout(() => {
    isShown = true
    stream.write('reading the history...')
  }, milliseconds)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (isShown) stream.write('\r\x1b[K')
  }
}

/** How often a count is shown again: a site has thousands of files. */
const SHOWN_EACH = 20

/** Counts what is done, which a terminal shows as `written: 120` until `end`. */
export function createCounter(
  word: string,
  stream: Stream = process.stderr,
): { readonly add: () => void; readonly end: () => void } {
  let count = 0
  return {
    add() {
      count += 1
      if (stream.isTTY && count % SHOWN_EACH === 0) stream.write(`\r${word}: ${count}`)
    },
    end() {
      if (stream.isTTY && count >= SHOWN_EACH) stream.write('\r\x1b[K')
    },
  }
}
