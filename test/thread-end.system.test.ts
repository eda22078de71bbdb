import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { moduleUrl } from './support/programs.ts'

/** Inflates until it is terminated. */
const inflating = `
  const { deflateSync } = require('node:zlib')
  const { parentPort } = require('node:worker_threads')
  import('${moduleUrl('git/objects/inflate')}').then(({ inflate }) => {
    const stream = deflateSync('Segel')
    parentPort.postMessage('inflates')
    for (;;) inflate(stream, 5)
  })`

const terminating = `
  import { once } from 'node:events'
  import { Thread } from '${moduleUrl('thread-end')}'
  for (let count = 0; count < 60; count++) {
    const thread = new Thread(${JSON.stringify(inflating)}, { eval: true, execArgv: [] })
    await once(thread, 'message')
    await new Promise((resolve) => setTimeout(resolve, count % 4))
    await thread.terminate()
  }
  console.log('alive')`

test('terminating threads while they inflate does not crash the process', async () => {
  const args = ['--input-type=module', '--eval', terminating]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toBe('alive\n')
})
