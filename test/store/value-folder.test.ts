import { existsSync, rmSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { texts, useStoreFolder } from './store-folder.ts'
import { startStoreProcess } from './store-process.ts'

const MAX_BYTES = 2 << 20
const LONG = 'x'.repeat(20_000)

const folder = useStoreFolder({ maxBytes: MAX_BYTES })
const { files, open, warnings } = folder

/** Writes enough to evict all unused values; one value is used. */
async function fill(store: Store, prefix: string): Promise<void> {
  for (let number = 0; number < 110; number++) {
    texts(store).set(`${prefix} ${number}`, LONG)
    texts(store).get('used')
    if (number % 5 === 4) await store.flush()
  }
}

function sizeOnDisk(): number {
  return files().reduce((sum, path) => sum + statSync(path).size, 0)
}

test('unused values are evicted, and used ones stay', async () => {
  const store = open()
  const bucket = texts(store)
  bucket.set('used', 'one')
  bucket.set('unused', 'two')
  for (const round of ['a', 'b', 'c', 'd']) {
    await fill(store, round)
    expect(store.bytesUsed()).toBe(sizeOnDisk())
    expect(store.bytesUsed()).toBeLessThan(1.1 * MAX_BYTES)
  }
  expect([
    bucket.get('used'),
    bucket.get('unused'),
    bucket.get('a 1'),
    bucket.get('d 109'),
  ]).toEqual(['one', undefined, undefined, LONG])
  expect(warnings).toEqual([])
})

test('a value that would evict many others is not stored', async () => {
  const store = open()
  texts(store).set('small', 'one')
  texts(store).set('huge', 'x'.repeat(MAX_BYTES / 2))
  await store.flush()
  expect([texts(store).get('small'), texts(store).get('huge')]).toEqual(['one', undefined])
})

test('a store shrinks when its limit is reduced', async () => {
  const store = open({ maxBytes: 8 * MAX_BYTES })
  await fill(store, 'a')
  await fill(store, 'b')
  await fill(store, 'c')
  expect(store.bytesUsed()).toBeGreaterThan(2 * MAX_BYTES)
  store.resize(MAX_BYTES)
  for (const value of ['one', 'two']) {
    texts(store).set('used', value)
    await store.flush()
  }
  expect([texts(store).get('used'), texts(store).get('a 0')]).toEqual(['two', undefined])
  expect(sizeOnDisk()).toBeLessThan(1.1 * MAX_BYTES)
})

test('other stores read and write the files that one store begins', async () => {
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
  expect(files().length).toBe(4)
})

test('a folder that is deleted while in use is created again', async () => {
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

test('a value that is set again replaces the earlier one, for other stores, too', async () => {
  const mine = open()
  const other = open()
  for (const value of ['one', 'two']) {
    texts(mine).set('key', value)
    await mine.flush()
  }
  expect([texts(mine).get('key'), texts(other).get('key'), texts(open()).get('key')]).toEqual([
    'two',
    'two',
    'two',
  ])
})

test('processes that are killed while they write do not damage the store', async () => {
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
  expect(store.bytesUsed()).toBeLessThan(1.1 * MAX_BYTES)
  expect([existsSync(`${folder.path}.damaged`), warnings]).toEqual([false, []])
})
