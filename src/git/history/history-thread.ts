import type { Worker } from 'node:worker_threads'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { startWorker } from '../../start-worker.ts'
import type { HistoryAnswer, HistoryRequest, HistoryWalker } from './history-engine.ts'

/** What is posted to the thread. */
export interface PostedRequest {
  readonly id: number
  readonly request: HistoryRequest
}

/** What the thread posts back: an answer, or the message of an error. */
export interface PostedAnswer {
  readonly id: number
  readonly answer?: HistoryAnswer | undefined
  readonly message?: string
  readonly code?: RepositoryErrorCode
}

interface Pending {
  readonly resolve: (answer: HistoryAnswer | undefined) => void
  readonly reject: (error: RepositoryError) => void
}

interface HistoryThread extends HistoryWalker {
  stop(): Promise<void>
}

/**
 * Walks histories in a thread, which starts with the first request and again after a failure, and keeps the process alive
 * only while it works.
 */
export function createHistoryThread(): HistoryThread {
  const pending = new Map<number, Pending>()
  let lastId = 0
  let worker: Worker | undefined
  let isStopped = false

  function failAll(message: string): void {
    for (const { reject } of pending.values())
      reject(new RepositoryError(message, { code: 'stopped' }))
    pending.clear()
  }

  function settle({ id, answer, message, code = 'stopped' }: PostedAnswer): void {
    const waiting = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker?.unref()
    if (message === undefined) waiting?.resolve(answer)
    else waiting?.reject(new RepositoryError(message, { code }))
  }

  function start(): Worker {
    const started = startWorker({ name: 'git/history/history-worker', workerData: undefined })
    const end = (message: string) => {
      if (worker !== started) return
      worker = undefined
      failAll(message)
    }
    started.on('message', settle)
    started.on('error', (error) => end(`the history worker failed: ${error.message}`))
    started.on('exit', () => end('the history worker was stopped'))
    return started
  }

  return {
    async ask(request) {
      if (isStopped) throw new RepositoryError('the history was closed', { code: 'stopped' })
      return new Promise((resolve, reject) => {
        worker ??= start()
        const id = ++lastId
        pending.set(id, { resolve, reject })
        worker.ref()
        worker.postMessage({ id, request } satisfies PostedRequest)
      })
    },
    async stop() {
      isStopped = true
      const running = worker
      worker = undefined
      failAll('the history worker was stopped')
      await running?.terminate()
    },
  }
}
