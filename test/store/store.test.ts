import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildName } from '../../src/build.ts'
import { texts, useStoreFolder } from './store-folder.ts'
import { startStoreProcess } from './store-process.ts'

const folder = useStoreFolder()
const { open, warnings } = folder

async function writeOne(): Promise<void> {
  const store = open()
  texts(store).set('one', 'a text')
  await store.close()
}

test('values are found at once, and by later stores', async () => {
  const store = open()
  const lists = store.bucket<readonly number[]>({ name: 'lists' })
  lists.set('one', [1, 2])
  lists.set('two', [3])
  lists.set('one', [1])
  expect([lists.get('one'), lists.get('two'), lists.get('three')]).toEqual([[1], [3], undefined])
  expect(texts(store).get('one')).toBe(undefined)
  await store.close()
  const next = open().bucket<readonly number[]>({ name: 'lists' })
  expect([next.get('one'), next.get('two')]).toEqual([[1], [3]])
})

test('a store that collects finds values of other stores only after `follow`', async () => {
  const collecting = open({ collects: true })
  await writeOne()
  expect(texts(collecting).get('one')).toBe(undefined)
  collecting.follow()
  expect(texts(collecting).get('one')).toBe('a text')
})

test('a closed store still returns values, but writes nothing', async () => {
  await writeOne()
  const store = open()
  await store.close()
  texts(store).set('two', 'late')
  expect([texts(store).get('one'), texts(store).get('two')]).toEqual([undefined, 'late'])
  expect([texts(open()).get('one'), texts(open()).get('two')]).toEqual(['a text', undefined])
})

test('a store that is not used writes nothing', async () => {
  const store = open()
  texts(store)
  await store.close()
  expect(existsSync(folder.path)).toBe(false)
})

test('values of another build are not read, but kept', async () => {
  await writeOne()
  const other = join(folder.path, 'another build')
  renameSync(join(folder.path, buildName()), other)
  const store = open()
  expect(texts(store).get('one')).toBe(undefined)
  texts(store).set('one', 'mine')
  await store.close()
  expect(readdirSync(folder.path).sort()).toEqual([buildName(), 'another build'].sort())
  rmSync(join(folder.path, buildName()), { recursive: true })
  renameSync(other, join(folder.path, buildName()))
  expect(texts(open()).get('one')).toBe('a text')
})

test('sources and their build use the same folder', async () => {
  const code = `
    texts.set('one', 'a text')
    await store.flush()
    console.log('stored')
    setInterval(() => {}, 1000)`
  await startStoreProcess(folder.path, code).next()
  expect(readdirSync(folder.path)).toEqual([buildName()])
})

test('values of other builds are evicted first, the oldest build before others', async () => {
  const names = ['oldest', 'older', 'old']
  for (const [index, name] of names.entries()) {
    const other = join(folder.path, name, '1')
    mkdirSync(other, { recursive: true })
    writeFileSync(join(other, 'data.mdb'), 'x'.repeat(400_000))
    for (const path of [join(other, 'data.mdb'), other, join(folder.path, name)]) {
      utimesSync(path, 1000 + index, 1000 + index)
    }
  }
  const store = open({ maxBytes: 1 << 20 })
  texts(store).set('one', 'x'.repeat(200_000))
  await store.flush()
  expect(readdirSync(folder.path).sort()).toEqual([buildName(), 'old', 'older'].sort())
  texts(store).set('two', 'x'.repeat(200_000))
  await store.flush()
  expect(readdirSync(folder.path).sort()).toEqual([buildName(), 'old'].sort())
  expect(texts(store).get('one')?.length).toBe(200_000)
})

test('a value that cannot be decoded is missing', async () => {
  await writeOne()
  const codec = {
    encode: String,
    decode(): string {
      throw new RangeError('damaged')
    },
  }
  expect(open().bucket({ name: 'texts', codec }).get('one')).toBe(undefined)
})

test.each([undefined, '/dev/null/store'])(
  'values stay in memory with the folder %s',
  async (path) => {
    const store = open({ path })
    texts(store).set('one', 'a text')
    await store.flush()
    expect([texts(store).get('one'), store.bytesUsed()]).toEqual(['a text', 0])
    await store.close()
    const why = '/dev/null/store: a part of the path is not a folder; values are kept in memory'
    expect(warnings).toEqual(path === undefined ? [] : [why])
    expect(texts(open({ path })).get('one')).toBe(undefined)
  },
)

test('two processes find the values of each other', async () => {
  const mine = texts(open())
  mine.set('question', 'one')
  const other = startStoreProcess(
    folder.path,
    `
    while (texts.get('question') !== 'one') await pause()
    texts.set('answer', 'two')
    console.log('stored')
    setInterval(() => {}, 1000)`,
  )
  await other.next()
  await expect.poll(() => mine.get('answer')).toBe('two')
})

test('values of a process that was killed are intact', async () => {
  const other = startStoreProcess(
    folder.path,
    `
    for (let number = 0; ; number++) {
      texts.set('key ' + number % 50, String(number).repeat(20_000))
      if (number === 300) console.log('many')
      await pause()
    }`,
  )
  await other.next()
  await other.kill()
  const bucket = texts(open())
  const values = Array.from({ length: 50 }, (_, number) => bucket.get(`key ${number}`))
  const numbers = values.flatMap((value) => value?.slice(0, value.length / 20_000) ?? [])
  expect(numbers.length).toBeGreaterThan(0)
  expect(values.flatMap((value) => value ?? [])).toEqual(
    numbers.map((number) => number.repeat(20_000)),
  )
  bucket.set('key 0', 'new')
  expect(bucket.get('key 0')).toBe('new')
  expect(warnings).toEqual([])
})
