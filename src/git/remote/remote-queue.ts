import { FairQueue } from '../../fair-queue.ts'

/** Limits how many remotes are accessed at once, in total and per host. */
export interface RemoteQueue {
  /**
   * Runs work in its turn. The next work starts when this one ends, or if `onActivity` is not called for a while,
   * so that a stalled remote blocks nobody.
   */
  run<T>(host: string, work: (onActivity: () => void) => Promise<T>): Promise<T>
  /** Runs a memory-hungry process: few at once, and tips before histories. */
  runProcess<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>
  /** Runs CPU-bound work alongside the rest; skips the work if other such work is running. */
  runAlone(work: () => Promise<void>): Promise<void>
}

const IN_ALL = 8
const PER_HOST = 4
const PROCESSES = 2
const SILENCE_MS = 5000

export function createRemoteQueue(silenceMs = SILENCE_MS): RemoteQueue {
  const remotes = new FairQueue({ concurrency: IN_ALL, perClient: PER_HOST })
  const processes = new FairQueue({ concurrency: PROCESSES, first: 'tips' })
  let isBusy = false
  return {
    runProcess: (isUrgent, work) => processes.add(isUrgent ? 'tips' : 'histories', work),
    async runAlone(work) {
      if (isBusy) return
      isBusy = true
      await work().finally(() => {
        isBusy = false
      })
    },
    run: (host, work) =>
      new Promise((resolve, reject) => {
        const task = () =>
          new Promise<void>((end) => {
            const timer = setTimeout(end, silenceMs)
            const finish = (): void => {
              clearTimeout(timer)
              end()
            }
            work(() => void timer.refresh())
              .then(resolve, reject)
              .finally(finish)
          })
        void remotes.add(host, task)
      }),
  }
}
