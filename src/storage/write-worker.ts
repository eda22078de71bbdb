import { parentPort, workerData } from 'node:worker_threads'
import { openGenerations, type Values } from './generations.ts'
import type { PostedResult, PostedValues } from './write-thread.ts'

// Only write-thread.ts starts this module.
const path = workerData as string
const port = parentPort!
let values: Values | undefined
let maxBytes = 0

port.on('message', (posted: PostedValues) => {
  if (posted === 'end') {
    values?.close()
    port.close()
    return
  }
  maxBytes = posted.maxBytes
  let result: PostedResult = {}
  try {
    // Whoever has it open has warned of damage.
    values ??= openGenerations({ path, maxBytes: () => maxBytes, warn: () => {} })
    values.write(
      posted.values.map(([key, bytes]) => [
        key,
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      ]),
    )
  } catch (error) {
    result = { message: error instanceof Error ? error.message : String(error) }
  }
  port.postMessage(result)
})
