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
