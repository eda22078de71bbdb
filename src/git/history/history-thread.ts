import type { Worker } from 'node:worker_threads'
import { RepositoryError } from '../../errors.ts'
import { startWorker } from '../worker.ts'
import type { HistoryAnswer, HistoryRequest } from './history-engine.ts'

/** Walks through histories, one request after the other. */
export interface HistoryWalker {
  /** Rejects with RepositoryError saying what went wrong, also when it is stopped meanwhile. */
  ask(request: Omit<HistoryRequest, 'id'>): Promise<HistoryAnswer>
  stop(): Promise<void>
}

interface Pending {
  readonly resolve: (answer: HistoryAnswer) => void
  readonly reject: (error: RepositoryError) => void
}

/**
 * Walks through histories in a thread of its own, which is started when it is first asked, and again after it failed. It
 * keeps the process alive only while it works.
 */
export function createHistoryThread(): HistoryWalker {
  const pending = new Map<number, Pending>()
  let lastId = 0
  let worker: Worker | undefined

  function failAll(message: string): void {
    for (const { reject } of pending.values()) reject(new RepositoryError(message))
    pending.clear()
  }

  function settle(answer: HistoryAnswer): void {
    const waiting = pending.get(answer.id)
    pending.delete(answer.id)
    if (pending.size === 0) worker?.unref()
    if ('message' in answer) waiting?.reject(new RepositoryError(answer.message))
    else waiting?.resolve(answer)
  }

  function start(): Worker {
    const started = startWorker({ name: 'history/history-worker', workerData: undefined })
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
    ask(request) {
      return new Promise((resolve, reject) => {
        worker ??= start()
        const id = ++lastId
        pending.set(id, { resolve, reject })
        worker.ref()
        worker.postMessage({ ...request, id })
      })
    },
    async stop() {
      const running = worker
      worker = undefined
      failAll('the history worker was stopped')
      await running?.terminate()
    },
  }
}
