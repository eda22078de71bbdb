import { parentPort, workerData } from 'node:worker_threads'
import { openGenerations, type Values } from './generations.ts'
import type { PostedResult, PostedValues, WriteTask } from './write-thread.ts'

// Only write-thread.ts starts this module.
const task = workerData as WriteTask
const port = parentPort!
let values: Values | undefined

port.on('message', (posted: PostedValues) => {
  if (posted === 'end') {
    values?.close()
    port.close()
    return
  }
  let result: PostedResult = {}
  try {
    // Whoever has it open has warned of damage.
    values ??= openGenerations({ ...task, warn: () => {} })
    values.write(
      posted.map(([key, bytes]) => [
        key,
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      ]),
    )
  } catch (error) {
    result = { message: error instanceof Error ? error.message : String(error) }
  }
  port.postMessage(result)
})
