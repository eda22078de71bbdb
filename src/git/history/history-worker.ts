import { parentPort } from 'node:worker_threads'
import { RepositoryError } from '../../errors.ts'
import { runSync } from '../../run-yielding.ts'
import { createHistoryEngine } from './history-engine.ts'
import type { PostedAnswer, PostedRequest } from './history-thread.ts'
import { buffersOf } from './rows.ts'

const engine = createHistoryEngine()

parentPort?.on('message', ({ id, request }: PostedRequest) => {
  try {
    const answer = runSync(engine(request))
    const buffers = answer?.columns ? buffersOf(answer.columns) : []
    for (const { buffer } of answer?.segment?.parts ?? []) buffers.push(buffer)
    parentPort?.postMessage({ id, answer } satisfies PostedAnswer, buffers)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const { code } = error instanceof RepositoryError ? error : {}
    parentPort?.postMessage({ id, message, ...(code && { code }) } satisfies PostedAnswer)
  }
})
