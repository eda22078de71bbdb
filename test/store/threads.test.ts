import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { moduleUrl } from '../support/programs.ts'
import { texts, useStoreFolder } from './store-folder.ts'

const folder = useStoreFolder()
const { open, warnings } = folder

/** A thread that opens the store and runs some code with `texts` and `store`. */
function startThread(code: string): Worker {
  const thread = new Worker(
    `import(${JSON.stringify(moduleUrl('store/store'))}).then(async ({ openStore }) => {
      const { parentPort } = require('node:worker_threads')
      const store = openStore({ path: ${JSON.stringify(folder.path)} })
      const texts = store.bucket({ name: 'texts' })
      ${code}
      await store.close()
    })`,
    { eval: true },
  )
  return thread
}

test('values are found while they are being written, and by other stores afterwards', async () => {
  const store = open()
  texts(store).set('one', 'a text')
  const flushed = store.flush()
  texts(store).set('two', 'another text')
  expect([texts(store).get('one'), texts(store).get('two')]).toEqual(['a text', 'another text'])
  await flushed
  const other = open()
  expect([texts(other).get('one'), texts(other).get('two')]).toEqual(['a text', 'another text'])
  texts(store).set('three', 'a last text')
  await store.close()
  expect([texts(other).get('three'), warnings]).toEqual(['a last text', []])
})

test('a value that another thread has flushed is found', async () => {
  const store = open()
  expect(texts(store).get('one')).toBe(undefined)
  const thread = startThread(`
    texts.set('one', 'a text')
    await store.flush()
    parentPort.postMessage('flushed')`)
  const exited = once(thread, 'exit')
  await once(thread, 'message')
  expect(texts(store).get('one')).toBe('a text')
  await exited
})
