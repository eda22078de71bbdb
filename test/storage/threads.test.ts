import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { moduleUrl } from '../support/programs.ts'
import { texts, useStoreFolder } from './store-folder.ts'

const folder = useStoreFolder({ writesInThread: true })
const { open, warnings } = folder

/** A thread that opens the store and runs some code with `texts` and `store`. */
function startThread(code: string): Worker {
  const thread = new Worker(
    `import(${JSON.stringify(moduleUrl('storage/store'))}).then(async ({ openStore }) => {
      const { parentPort } = require('node:worker_threads')
      const store = openStore({ path: ${JSON.stringify(folder.path)} })
      const texts = store.bucket({ name: 'texts', version: 1 })
      ${code}
      await store.close()
    })`,
    { eval: true },
  )
  return thread
}

test('values that a thread writes are found at once, and by later processes', async () => {
  const store = open()
  texts(store).set('one', 'a text')
  const flushed = store.flush()
  texts(store).set('two', 'another text')
  expect([texts(store).get('one'), texts(store).get('two')]).toEqual(['a text', 'another text'])
  await flushed
  const other = open({ writesInThread: false })
  expect([texts(other).get('one'), texts(other).get('two')]).toEqual(['a text', 'another text'])
  texts(store).set('three', 'a last text')
  await store.close()
  expect([texts(other).get('three'), warnings]).toEqual(['a last text', []])
})

test('what a thread has flushed is found by the one that it tells so', async () => {
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

test('writing does not wait for a thread that is writing', async () => {
  const store = open()
  expect(texts(store).get('one')).toBe(undefined)
  const lmdb = JSON.stringify(createRequire(import.meta.url).resolve('lmdb'))
  const state = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(
    `import(${lmdb}).then(({ open }) => {
      const { workerData: { path, state } } = require('node:worker_threads')
      const database = open({ path, noSubdir: false, encoding: 'binary', overlappingSync: false, noMetaSync: true })
      database.transactionSync(() => {
        Atomics.store(state, 0, 1)
        Atomics.notify(state, 0)
        Atomics.wait(state, 0, 1)
      })
      return database.close()
    })`,
    { eval: true, workerData: { path: join(folder.path, '1'), state } },
  )
  const exited = once(thread, 'exit')
  await expect.poll(() => Atomics.load(state, 0)).toBe(1)
  texts(store).set('one', 'a text')
  let isFlushed = false
  const flushed = store.flush().then(() => {
    isFlushed = true
  })
  // A turn of the event loop passes while the other one holds the writer's lock.
  await new Promise((resolve) => setImmediate(resolve))
  expect([isFlushed, texts(store).get('one')]).toEqual([false, 'a text'])
  Atomics.store(state, 0, 2)
  Atomics.notify(state, 0)
  await Promise.all([flushed, exited])
  expect(texts(open({ writesInThread: false })).get('one')).toBe('a text')
})
