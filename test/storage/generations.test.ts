import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openGenerations, type Values } from '../../src/storage/generations.ts'
import type { Store } from '../../src/storage/store.ts'
import { moduleUrl } from '../support/programs.ts'
import { texts, useStoreFolder } from './store-folder.ts'
import { startStoreProcess } from './store-process.ts'

const MAX_BYTES = 2 << 20
const LONG = 'x'.repeat(20_000)

const folder = useStoreFolder({ maxBytes: MAX_BYTES })
const { open, warnings } = folder

function openValues(): Values {
  const values = openGenerations({ path: folder.path, maxBytes: () => MAX_BYTES, warn: () => {} })
  onTestFinished(values.close)
  return values
}

/** Writes as much as pushes out all that nobody uses; one value is used. */
async function fill(store: Store, prefix: string): Promise<void> {
  for (let number = 0; number < 110; number++) {
    texts(store).set(`${prefix} ${number}`, LONG)
    texts(store).get('used')
    if (number % 5 === 4) await store.flush()
  }
}

function generations(): string[] {
  return readdirSync(folder.path).filter((name) => name !== 'turns')
}

function sizeOnDisk(): number {
  return generations().reduce(
    (sum, name) => sum + statSync(join(folder.path, name, 'data.mdb')).size,
    0,
  )
}

test('what was not used for long is forgotten, and what is used stays', async () => {
  const store = open()
  const found = texts(store)
  found.set('used', 'one')
  found.set('unused', 'two')
  for (const round of ['a', 'b', 'c', 'd']) {
    await fill(store, round)
    expect(store.bytesUsed()).toBe(sizeOnDisk())
    expect(store.bytesUsed()).toBeLessThan(1.2 * MAX_BYTES)
  }
  expect([found.get('used'), found.get('unused'), found.get('a 1'), found.get('d 109')]).toEqual([
    'one',
    undefined,
    undefined,
    LONG,
  ])
  expect(warnings).toEqual([])
})

test('a value that would push out many others is not kept', async () => {
  const store = open()
  texts(store).set('small', 'one')
  texts(store).set('huge', 'x'.repeat(MAX_BYTES / 2))
  await store.flush()
  expect([texts(store).get('small'), texts(store).get('huge')]).toEqual(['one', undefined])
})

test.each([false, true])(
  'a store makes room when it may take less (thread: %s)',
  async (isInThread) => {
    const store = open({ maxBytes: 8 * MAX_BYTES, writesInThread: isInThread })
    await fill(store, 'a')
    await fill(store, 'b')
    expect(store.bytesUsed()).toBeGreaterThan(2 * MAX_BYTES)
    store.resize(MAX_BYTES)
    texts(store).set('used', 'one')
    await store.flush()
    expect([texts(store).get('a 0'), texts(store).get('b 0')]).toEqual([undefined, undefined])
    texts(store).set('used', 'two')
    await store.flush()
    expect(texts(store).get('used')).toBe('two')
    expect(sizeOnDisk()).toBeLessThan(MAX_BYTES)
  },
)

test('others follow to the generations that one begins', async () => {
  const mine = open()
  const other = open()
  texts(other).set('other', 'one')
  await other.flush()
  for (const round of ['a', 'b', 'c']) await fill(mine, round)
  texts(mine).set('mine', 'two')
  await mine.flush()
  expect([texts(other).get('mine'), texts(other).get('c 109'), texts(other).get('a 1')]).toEqual([
    'two',
    LONG,
    undefined,
  ])
  texts(other).set('later', 'three')
  await other.flush()
  expect(texts(mine).get('later')).toBe('three')
  expect(generations().length).toBe(2)
})

test('a folder that is deleted while it is used is made anew', async () => {
  const store = open()
  texts(store).set('one', 'a text')
  await store.flush()
  rmSync(folder.path, { recursive: true })
  expect(texts(store).get('two')).toBe(undefined)
  texts(store).set('two', 'another text')
  await store.flush()
  expect([texts(store).get('two'), texts(open()).get('two'), warnings]).toEqual([
    'another text',
    'another text',
    [],
  ])
})

test('a read in the same turn of the event loop sees what others have written since', () => {
  const mine = openValues()
  const other = openValues()
  expect(mine.get('one')).toBe(undefined)
  other.write([['one', Buffer.from('a text')]])
  expect(mine.get('one')?.bytes.toString()).toBe('a text')
})

test('generations are opened while nobody else opens or deletes any', async () => {
  const ended = `${folder.path}.ended`
  const code = `
    const { openDatabase } = await import(${JSON.stringify(moduleUrl('storage/database'))})
    openDatabase(${JSON.stringify(join(folder.path, 'turns'))}, console.log).exclusively(() => {
      fs.writeSync(1, 'has the turn')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      fs.writeFileSync(${JSON.stringify(ended)}, '')
    })
    await pause()`
  const other = startStoreProcess(folder.path, `const fs = await import('node:fs');${code}`)
  expect(await other.next()).toBe('has the turn')
  expect(existsSync(ended)).toBe(false)
  openValues()
  expect(existsSync(ended)).toBe(true)
})

test('processes that are killed while they begin generations leave a store that is right', async () => {
  const code = `
    for (let number = 0; ; number++) {
      const key = 'key ' + number % 300
      const value = texts.get(key)
      if (value === undefined) texts.set(key, key.repeat(3000))
      else if (value !== key.repeat(3000)) console.log('wrong')
      if (number % 20 === 0) await store.flush()
      if (number === 400) console.log('many')
    }`
  for (let round = 0; round < 2; round++) {
    const others = [0, 1].map(() =>
      startStoreProcess(folder.path, code, `{ maxBytes: ${MAX_BYTES} }`),
    )
    expect(await Promise.all(others.map(({ next }) => next()))).toEqual(['many\n', 'many\n'])
    await Promise.all(others.map(({ kill }) => kill()))
  }
  const store = open()
  const values = Array.from({ length: 300 }, (_, number) => {
    const value = texts(store).get(`key ${number}`)
    return value === undefined || value === `key ${number}`.repeat(3000)
  })
  expect(values).toEqual(values.map(() => true))
  await fill(store, 'a')
  expect(texts(store).get('a 109')).toBe(LONG)
  expect(store.bytesUsed()).toBeLessThan(1.2 * MAX_BYTES)
  expect(warnings).toEqual([])
})
