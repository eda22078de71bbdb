import { FairQueue } from '../../fair-queue.ts'

const IN_ALL = 8
const PER_HOST = 4
const PROCESSES = 2
const SILENCE_MS = 5000

/** Limits how many remotes are accessed at once, in total and per host. */
export class RemoteQueue {
  readonly #silenceMs: number
  readonly #remotes = new FairQueue({ concurrency: IN_ALL, perClient: PER_HOST })
  readonly #processes = new FairQueue({ concurrency: PROCESSES, first: 'tips' })
  #isBusy = false

  constructor(silenceMs: number = SILENCE_MS) {
    this.#silenceMs = silenceMs
  }

  /**
   * Runs work in its turn. The next work starts when this one ends, or if `onActivity` is not called for a while,
   * so that a stalled remote blocks nobody.
   */
  run<T>(host: string, work: (onActivity: () => void) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const task = () =>
        new Promise<void>((end) => {
          const timer = setTimeout(end, this.#silenceMs)
          work(() => void timer.refresh())
            .then(resolve, reject)
            .finally(() => {
              clearTimeout(timer)
              end()
            })
        })
      void this.#remotes.add(host, task)
    })
  }

  /** Runs a memory-hungry process: few at once, and tips before histories. */
  runProcess<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T> {
    return this.#processes.add(isUrgent ? 'tips' : 'histories', work)
  }

  /** Runs CPU-bound work alongside the rest; skips the work if other such work is running. */
  async runAlone(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    await work().finally(() => {
      this.#isBusy = false
    })
  }
}
