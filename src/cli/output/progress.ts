import { sanitizeTerminal } from '../../text.ts'

/** An output, which may be a terminal. */
export interface Stream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Runs work that takes long with much history. A terminal says so after a second, until the work is done. */
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

/** Faster work shows no count. */
const FIRST_MS = 1000
/** How often the count is updated. */
const SHOWN_EACH_MS = 100

/** Counts finished items, which a terminal shows as `written: 120 of 300` until `end`; `total` is 0 if unknown. */
export function createCounter(word: string, total = 0, stream?: Stream, now?: () => number) {
  const of = total === 0 ? '' : ` of ${total}`
  let count = 0
  const { show, end } = createProgressLine(stream, now)
  function add(): void {
    count += 1
    show(`${word}: ${count}${of}`)
  }
  return { add, end }
}

/** Shows progress in one line of a terminal until `end`; `now` returns milliseconds. */
export function createProgressLine(
  stream: Stream = process.stderr,
  now: () => number = () => performance.now(),
) {
  let isShown = false
  let next = now() + FIRST_MS
  return {
    show(text: string): void {
      if (stream.isTTY !== true || now() < next) return
      stream.write(`\r\x1b[K${sanitizeTerminal(text)}`)
      isShown = true
      next = now() + SHOWN_EACH_MS
    },
    end(): void {
      if (isShown) stream.write('\r\x1b[K')
      isShown = false
    },
  }
}

/** Prints a line to stderr; on a terminal instead of the progress that its last line may show. */
export function warn(message: string, stream: Stream = process.stderr): void {
  stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${sanitizeTerminal(message)}\n`)
}
