interface Stream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Does some work. If it takes longer than `milliseconds`, a terminal shows `message` until it is done. */
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

/** Does some work that takes long in repositories with much history. */
export function readingHistory<T>(work: () => Promise<T>): Promise<T> {
  const message = 'reading the history...'
  return withProgress({ stream: process.stderr, message, milliseconds: 1000 }, work)
}
