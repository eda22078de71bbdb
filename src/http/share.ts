import { busy } from './http-error.ts'

/** Does a piece of work, or waits for the same one that is being done. */
export type Share<T> = (
  key: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

interface Shared<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  askers: number
}

/**
 * The function that does work once for all who ask for it, by the same key, before it is done. Its signal is aborted when
 * all who asked are gone. Rejects with 503 while `maxRunning` others are being done.
 */
export function createShare<T>({ maxRunning }: { readonly maxRunning: number }): Share<T> {
  const running = new Map<string, Shared<T>>()
  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    if (running.size >= maxRunning) throw busy()
    const controller = new AbortController()
    const shared = { result: work(controller.signal), controller, askers: 0 }
    running.set(key, shared)
    return shared
  }
  function end(key: string, shared: Shared<T>): void {
    if (running.get(key) === shared) running.delete(key)
  }
  return async (key, signal, work) => {
    const shared = running.get(key) ?? begin(key, work)
    const leave = (): void => {
      shared.askers -= 1
      if (shared.askers > 0) return
      // Whoever asks from now on needs another one.
      end(key, shared)
      shared.controller.abort()
    }
    shared.askers += 1
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    try {
      return await shared.result
    } finally {
      signal.removeEventListener('abort', leave)
      end(key, shared)
    }
  }
}
