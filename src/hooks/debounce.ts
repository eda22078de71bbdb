/**
 * The function that does work about a key at once, or, within `gapMs` after the work before about the same key, once at
 * the end of that time: of all that come meanwhile only the last is done.
 */
export function createDebounce(gapMs: number): (key: string, work: () => void) => void {
  const next = new Map<string, (() => void) | undefined>()
  function begin(key: string, work: () => void): void {
    next.set(key, undefined)
    work()
    setTimeout(() => {
      const later = next.get(key)
      if (later === undefined) next.delete(key)
      else begin(key, later)
    }, gapMs).unref()
  }
  return (key, work) => {
    if (next.has(key)) next.set(key, work)
    else begin(key, work)
  }
}
