/** Wakes those who wait for a change. */
export interface ChangeBell {
  /** Resolves at the next change; rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<void>
  ring(): void
}

export function createChangeBell(): ChangeBell {
  const waiting = new Set<() => void>()
  return {
    next: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const leave = () => {
          signal.removeEventListener('abort', hangUp)
          waiting.delete(wake)
        }
        const hangUp = () => {
          leave()
          reject(signal.reason)
        }
        const wake = () => {
          leave()
          resolve()
        }
        signal.addEventListener('abort', hangUp)
        waiting.add(wake)
      }),
    ring() {
      for (const wake of [...waiting]) wake()
    },
  }
}
