interface Stream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * Does something, and tells people at a terminal what takes so long when it takes longer than this many milliseconds; the
 * line is wiped out at the end.
 */
export async function withProgress<T>(
  { stream, message, milliseconds }: { stream: Stream; message: string; milliseconds: number },
  work: () => Promise<T>,
): Promise<T> {
  if (stream.isTTY !== true) return work()
  let isShown = false
  const timer = setTimeout(() => {
    isShown = true
    stream.write(message)
  }, milliseconds)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (isShown) stream.write('\r\x1b[K')
  }
}

/** Does something that takes long where there is much history. */
export function readingHistory<T>(work: () => Promise<T>): Promise<T> {
  const message = 'reading the history...'
  return withProgress({ stream: process.stderr, message, milliseconds: 1000 }, work)
}
