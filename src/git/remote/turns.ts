import PQueue from 'p-queue'

/** Lets few remotes work at once, in all and of each host. */
export interface Turns {
  /**
   * Does the work when it is its turn. The turn ends with the work, or earlier when nothing happens for a while, as
   * `onActivity` tells: a remote that hangs keeps nobody waiting.
   */
  take<T>(host: string, work: (onActivity: () => void) => Promise<T>): Promise<T>
  /** Does work that keeps a processor busy, beside the others; while some is under way it is left out. */
  takeAlone(work: () => Promise<void>): Promise<void>
}

const IN_ALL = 8
const PER_HOST = 4
const SILENCE_MS = 5000

export function createTurns(silenceMs = SILENCE_MS): Turns {
  const all = new PQueue({ concurrency: IN_ALL })
  const hosts = new Map<string, PQueue>()

  function queueOf(host: string): PQueue {
    const queue = hosts.get(host) ?? new PQueue({ concurrency: PER_HOST })
    hosts.set(host, queue)
    return queue
  }

  let isTaken = false
  return {
    async takeAlone(work) {
      if (isTaken) return
      isTaken = true
      await work().finally(() => {
        isTaken = false
      })
    },
    take: (host, work) =>
      new Promise((resolve, reject) => {
        const turn = () =>
          new Promise<void>((end) => {
            const timer = setTimeout(end, silenceMs)
            const settle = (): void => {
              clearTimeout(timer)
              end()
            }
            work(() => void timer.refresh())
              .then(resolve, reject)
              .finally(settle)
          })
        void queueOf(host).add(() => all.add(turn))
      }),
  }
}
