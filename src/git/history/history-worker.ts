import { parentPort } from 'node:worker_threads'
import { runSync } from '../../run-yielding.ts'
import { createHistoryEngine, type HistoryRequest } from './history-engine.ts'
import { buffersOf } from './rows.ts'

const engine = createHistoryEngine()

parentPort?.on('message', (request: HistoryRequest) => {
  const answer = runSync(engine.answer(request))
  const buffers = 'columns' in answer ? buffersOf(answer.columns) : []
  if ('segment' in answer && answer.segment) buffers.push(answer.segment.bytes.buffer)
  parentPort?.postMessage(answer, buffers)
})
