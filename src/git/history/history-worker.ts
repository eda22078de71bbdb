import { parentPort } from 'node:worker_threads'
import { runSync } from '../../run-yielding.ts'
import { createHistoryEngine, type HistoryRequest } from './history-engine.ts'
import { buffersOf } from './rows.ts'

const engine = createHistoryEngine()

parentPort?.on('message', (request: HistoryRequest) => {
  const answer = runSync(engine.answer(request))
  parentPort?.postMessage(answer, 'columns' in answer ? buffersOf(answer.columns) : [])
})
