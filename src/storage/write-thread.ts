import type { Worker } from 'node:worker_threads'
import { startWorker } from '../start-worker.ts'

/** What is posted to the thread, which is started with the path: values to write, or that there are no more. */
export type PostedValues =
  | {
      readonly values: readonly (readonly [key: string, value: Uint8Array])[]
      readonly maxBytes: number
    }
  | 'end'

/** What it posts back after each: the message of an error where they could not be written. */
export interface PostedResult {
  readonly message?: string
}

/** A thread that writes values. */
export interface WriteThread {
  /** One call after the other. Rejects where the values could not be written. */
  write(values: Iterable<readonly [string, Buffer]>): Promise<void>
  /** Settles when the thread has ended. */
  close(): Promise<void>
}

/**
 * Writes to a store in a thread: a writer waits while other threads and processes write, and then for the disk. The thread
 * starts with the first write, and is never stopped while it writes: that would lock out all other threads.
 */
export function createWriteThread(path: string, maxBytes: () => number): WriteThread {
  let worker: Worker | undefined
  let settle: ((result: PostedResult) => void) | undefined

  function start(): Worker {
    const started = startWorker({ name: 'storage/write-worker', workerData: path })
    const end = (message: string) => {
      if (worker === started) worker = undefined
      settle?.({ message })
    }
    started.on('message', (result: PostedResult) => settle?.(result))
    started.on('error', (error) => end(error.message))
    started.on('exit', () => end('the thread has ended'))
    return started
  }

  return {
    write(values) {
      worker ??= start()
      const running = worker
      running.ref()
      return new Promise<void>((resolve, reject) => {
        settle = ({ message }) => {
          settle = undefined
          running.unref()
          if (message === undefined) resolve()
          else reject(new Error(message))
        }
        running.postMessage({ values: [...values], maxBytes: maxBytes() } satisfies PostedValues)
      })
    },
    close() {
      const running = worker
      worker = undefined
      if (running === undefined) return Promise.resolve()
      running.ref()
      running.postMessage('end' satisfies PostedValues)
      return new Promise((resolve) => running.once('exit', () => resolve()))
    },
  }
}
