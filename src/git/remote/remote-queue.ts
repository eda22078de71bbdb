import PQueue from 'p-queue'
import { FairQueue } from '../../fair-queue.ts'

/** Lets few remotes work at once, in all and of each host. */
export interface RemoteQueue {
  /**
   * Runs the work in its turn. The next one runs after it, or earlier when nothing happens for a while, as `onActivity`
   * tells: a remote that hangs keeps nobody waiting.
   */
  run<T>(host: string, work: (onActivity: () => void) => Promise<T>): Promise<T>
  /** Runs a process that may take much memory: few at once, and tips before histories. */
  runProcess<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>
  /** Runs work that keeps a processor busy, beside the others; while some is under way it is left out. */
  runAlone(work: () => Promise<void>): Promise<void>
}

const IN_ALL = 8
const PER_HOST = 4
const PROCESSES = 2
const SILENCE_MS = 5000

export function createRemoteQueue(silenceMs = SILENCE_MS): RemoteQueue {
  const remotes = new FairQueue({ concurrency: IN_ALL, perClient: PER_HOST })
  const processes = new PQueue({ concurrency: PROCESSES })
  let isBusy = false
  return {
    runProcess: (isUrgent, work) => processes.add(work, { priority: isUrgent ? 1 : 0 }),
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
