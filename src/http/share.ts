import { busy } from './http-error.ts'

interface Shared<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  askers: number
}

/**
 * Returns a function that runs work once for all concurrent callers with the same key. The signal of the work is
 * aborted when all callers are gone. Rejects with 503 while `maxRunning` other pieces of work are running.
 */
export function createShare<T>(
  maxRunning: number,
): (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T> {
  const running = new Map<string, Shared<T>>()
  return async (key, signal, work) => {
    let shared = running.get(key)
    if (shared === undefined) {
      if (running.size >= maxRunning) throw busy()
      const controller = new AbortController()
      shared = { result: work(controller.signal), controller, askers: 0 }
      running.set(key, shared)
    }
    const { result, controller } = shared
    const end = (): void => {
      if (running.get(key) === shared) running.delete(key)
    }
    const leave = (): void => {
      shared.askers -= 1
      if (shared.askers > 0) return
      // Later callers must start new work.
      end()
      controller.abort()
    }
    shared.askers += 1
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    try {
      return await result
    } finally {
      signal.removeEventListener('abort', leave)
      end()
    }
  }
}
