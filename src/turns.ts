/** Tasks of which only one runs at a time. */
export interface Turns {
  /** Runs a task when all before it have ended, whatever became of them, and settles as it does. */
  take<T>(task: () => T | Promise<T>): Promise<T>
  /** Settles when all have ended. */
  ended(): Promise<void>
}

/** Turns that nobody has taken yet. */
export function createTurns(): Turns {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    take(task) {
      const turn = tail.then(task)
      tail = turn.catch(() => {})
      return turn
    },
    async ended() {
      await tail
    },
  }
}
