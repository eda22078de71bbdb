import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { moduleUrl } from '../support/programs.ts'
import { texts, useStoreFolder } from './store-folder.ts'
import { startStoreProcess } from './store-process.ts'

const folder = useStoreFolder()
const { open, warnings } = folder

async function writeOne(): Promise<void> {
  const store = open()
  texts(store).set('one', 'a text')
  await store.close()
}

test('values are found at once, and by later processes', async () => {
  const store = open()
  const lists = store.bucket<readonly number[]>({ name: 'lists', version: 1 })
  lists.set('one', [1, 2])
  lists.set('two', [3])
  lists.set('one', [1])
  expect([lists.get('one'), lists.get('two'), lists.get('three')]).toEqual([[1], [3], undefined])
  expect(texts(store).get('one')).toBe(undefined)
  await store.close()
  const next = open().bucket<readonly number[]>({ name: 'lists', version: 1 })
  expect([next.get('one'), next.get('two')]).toEqual([[1], [3]])
})

test('a closed store still answers, and writes nothing', async () => {
  await writeOne()
  const store = open()
  await store.close()
  texts(store).set('two', 'late')
  expect([texts(store).get('one'), texts(store).get('two')]).toEqual([undefined, 'late'])
  expect([texts(open()).get('one'), texts(open()).get('two')]).toEqual(['a text', undefined])
})

test('nothing is touched before it is used', async () => {
  const store = open()
  texts(store)
  await store.close()
  expect(existsSync(folder.path)).toBe(false)
})

test('values of another version are none', async () => {
  await writeOne()
  const store = open()
  expect([texts(store, 2).get('one'), texts(store).get('one')]).toEqual([undefined, 'a text'])
})

test('a value that cannot be decoded is none', async () => {
  await writeOne()
  const codec = {
    encode: String,
    decode(): string {
      throw new RangeError('damaged')
    },
  }
  expect(open().bucket({ name: 'texts', version: 1, codec }).get('one')).toBe(undefined)
})

test('a value with another byte is none', async () => {
  await writeOne()
  const file = join(folder.path, '1/data.mdb')
  const bytes = readFileSync(file)
  bytes[bytes.indexOf('a text') + 2] = 120
  writeFileSync(file, bytes)
  expect(texts(open()).get('one')).toBe(undefined)
})

/** Writes over the first page, where `at` is an offset. */
function overwrite(at: number, byte: number): void {
  const bytes = readFileSync(join(folder.path, '1/data.mdb'))
  bytes[at] = byte
  writeFileSync(join(folder.path, '1/data.mdb'), bytes)
}

const damages: readonly [string, () => void, string][] = [
  [
    'a text',
    () => writeFileSync(join(folder.path, '1/data.mdb'), 'a\n'.repeat(9000)),
    'no store of gitglot',
  ],
  [
    'zeros',
    () => writeFileSync(join(folder.path, '1/data.mdb'), Buffer.alloc(50)),
    'no store of gitglot',
  ],
  ['another format', () => overwrite(28, 3), "expected lmdb's format 2, found 3"],
  [
    'the beginning of a store',
    () => truncateSync(join(folder.path, '1/data.mdb'), 9000),
    expect.stringMatching(/expected \d+ bytes, found 9000/) as string,
  ],
]

test.each(damages)(
  '%s in place of a store is moved aside with one warning',
  async (_, damage, why) => {
    await writeOne()
    damage()
    const store = open()
    expect(texts(store).get('one')).toBe(undefined)
    texts(store).set('one', 'again')
    await store.close()
    expect(texts(open()).get('one')).toBe('again')
    const [warning = '', ...others] = warnings
    const [, reason] = /: (.*); moved to .*\.damaged, and made anew$/.exec(warning) ?? []
    expect([reason, others]).toEqual([why, []])
    expect(readdirSync(folder.path).sort()).toEqual(['1', '1.damaged', 'turns'])
  },
)

test('a store whose pages are damaged is made anew when one is read or written, with one warning', async () => {
  await writeOne()
  const file = join(folder.path, '1/data.mdb')
  const bytes = readFileSync(file)
  const page = bytes.subarray(bytes.indexOf('a text') & ~4095)
  page.fill(0, 0, 4096)
  writeFileSync(file, bytes)
  const store = open()
  expect(texts(store).get('one')).toBe(undefined)
  texts(store).set('one', 'again')
  await store.close()
  expect(texts(open()).get('one')).toBe('again')
  expect(warnings).toEqual([expect.stringMatching(/store: MDB_CORRUPTED: .*; made anew$/)])
})

test('a file in place of its folder is moved aside, too', async () => {
  writeFileSync(folder.path, 'in the way')
  await writeOne()
  expect(texts(open()).get('one')).toBe('a text')
  expect(warnings).toEqual([
    `${folder.path}: expected a folder; moved to ${folder.path}.damaged, and made anew`,
  ])
})

test.each([undefined, '/dev/null/store'])(
  'with the folder %s values are in a temporary folder until the store is closed',
  async (path) => {
    const store = open({ path })
    texts(store).set('one', 'a text')
    await store.flush()
    const folder = store.folder()
    expect(dirname(folder ?? '')).toBe(tmpdir())
    expect(texts(open({ path: folder })).get('one')).toBe('a text')
    await store.close()
    expect([existsSync(folder ?? ''), warnings]).toEqual([false, []])
  },
)

test('a store without a folder loads lmdb with its first write, and not to be closed', async () => {
  const process = startStoreProcess(
    folder.path,
    `
    const { createRequire } = await import('node:module')
    const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('/lmdb/'))
    const found = []
    for (const isFlushed of [false, true]) {
      const own = openStore({ path: undefined })
      const bucket = own.bucket({ name: 'texts', version: 1 })
      bucket.set('one', bucket.get('one') ?? 'a text')
      if (isFlushed) await own.flush()
      found.push(bucket.get('one'))
      await own.close()
      found.push(isLoaded())
    }
    console.log(JSON.stringify(found))`,
  )
  expect(JSON.parse(await process.next())).toEqual(['a text', false, 'a text', true])
})

test('the temporary folders of processes that were killed are removed', async () => {
  const other = startStoreProcess(
    folder.path,
    `
    const own = openStore({ path: undefined })
    console.log(own.folder())
    setInterval(() => {}, 1000)`,
  )
  const left = (await other.next()).trim()
  const first = open({ path: undefined }).folder() ?? ''
  expect([existsSync(left), existsSync(first)]).toEqual([true, true])
  await other.kill()
  open({ path: undefined }).folder()
  expect([existsSync(left), existsSync(first)]).toEqual([false, true])
})

// For root on Linux only: a small file system in a mount namespace.
const mount = 'mount -t tmpfs -o size=768k none "$1"'
const canMount = spawnSync('unshare', ['-m', 'sh', '-c', mount, '-', '/mnt']).status === 0

const fullDisk = test.skipIf(!canMount).each([false, true])

fullDisk('a full disk is named once, and what was written stays (thread: %s)', (writesInThread) => {
  const script = `import { openStore } from ${JSON.stringify(moduleUrl('storage/store'))}
    const warn = (message) => console.log(message)
    for (let number = 0; number < 12; number++) {
      const options = { path: '/mnt/store', writesInThread: ${writesInThread} }
      const store = openStore({ ...options, warn: number === 11 ? warn : undefined })
      store.bucket({ name: 'texts', version: 1 }).set('key' + number, 'x'.repeat(100_000))
      await store.close()
    }
    const found = openStore({ path: '/mnt/store' }).bucket({ name: 'texts', version: 1 })
    console.log(found.get('key0')?.length, found.get('key11'))`
  const file = join(createTemporaryFolder(), 'script.mjs')
  writeFileSync(file, script)
  const command = `${mount} && node "$2"`
  const { stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', command, '-', '/mnt', file], {
    encoding: 'utf8',
  })
  expect([stdout.split('\n'), stderr]).toEqual([
    ['/mnt/store: cannot be written: Input/output error', '100000 undefined', ''],
    '',
  ])
})

test('two processes find what each other has stored', async () => {
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

test('what a process had stored when it was killed is whole', async () => {
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
  const found = texts(open())
  const values = Array.from({ length: 50 }, (_, number) => found.get(`key ${number}`))
  const numbers = values.flatMap((value) => value?.slice(0, value.length / 20_000) ?? [])
  expect(numbers.length).toBeGreaterThan(0)
  expect(values.flatMap((value) => value ?? [])).toEqual(
    numbers.map((number) => number.repeat(20_000)),
  )
  found.set('key 0', 'new')
  expect(found.get('key 0')).toBe('new')
  expect(warnings).toEqual([])
})
