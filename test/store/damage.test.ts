import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { moduleUrl } from '../support/programs.ts'
import { texts, useStoreFolder } from './store-folder.ts'

const folder = useStoreFolder()
const { files, open, warnings } = folder

const COUNT = 20
/** The problem with a file of values that holds something else. */
const NO_BATCH = 'expected a batch of values at byte 0'
/** Content of another program, of the given size. */
const foreign = (size: number) => Buffer.from('a line of text\n'.repeat(size)).subarray(0, size)

const overwrite = (path: string, bytes: Buffer, at = 0) => {
  const before = readFileSync(path)
  bytes.copy(before, at)
  writeFileSync(path, before)
}

/** Ways to damage a file of values. */
const DAMAGES: Readonly<Record<string, (path: string, size: number) => void>> = {
  'truncated to nothing': (path) => truncateSync(path, 0),
  'truncated to half': (path, size) => truncateSync(path, size >> 1),
  'truncated within its first header': (path) => truncateSync(path, 7),
  'overwritten with zeros': (path, size) => writeFileSync(path, Buffer.alloc(size)),
  'overwritten with zeros in part': (path, size) =>
    overwrite(path, Buffer.alloc(size >> 2), size >> 1),
  'overwritten with a text': (path, size) => overwrite(path, foreign(size)),
  'a text of another size': (path) => writeFileSync(path, foreign(9000)),
  'longer by a text': (path) => appendFileSync(path, foreign(9000)),
  'longer by zeros': (path) => appendFileSync(path, Buffer.alloc(9000)),
  deleted: (path) => rmSync(path),
  'replaced by a copy': (path) => {
    copyFileSync(path, `${path}.copy`)
    renameSync(`${path}.copy`, path)
  },
  'replaced by another file': (path) => {
    writeFileSync(`${path}.other`, foreign(9000))
    renameSync(`${path}.other`, path)
  },
}

const nameOf = (number: number) => `key ${number}`
const textOf = (number: number) => `${number} `.repeat(500)

async function fill(store: Store): Promise<void> {
  for (let number = 0; number < COUNT; number++) {
    texts(store).set(nameOf(number), textOf(number))
    if (number % 3 === 0) await store.flush()
  }
  await store.flush()
}

/** The numbers of the stored values; throws if one is wrong. */
function numbersIn(store: Store): number[] {
  return Array.from({ length: COUNT }, (_, number) => number).filter((number) => {
    const value = texts(store).get(nameOf(number))
    if (value !== undefined && value !== textOf(number)) throw new Error(`wrong: ${nameOf(number)}`)
    return value !== undefined
  })
}

test.each(Object.entries(DAMAGES))(
  'an open store whose file is %s returns no wrong values, and recovers when written to',
  async (_, damage) => {
    const store = open()
    await fill(store)
    const [path = ''] = files()
    damage(path, statSync(path).size)
    numbersIn(store)
    await fill(store)
    expect(numbersIn(store).length).toBe(COUNT)
    const other = open()
    expect(numbersIn(other).length).toBe(COUNT)
    expect([store.health().error, other.health().error]).toEqual([undefined, undefined])
  },
)

test.each(Object.entries(DAMAGES))(
  'a closed store whose file is %s returns no wrong values, and recovers when written to',
  async (_, damage) => {
    const before = open()
    await fill(before)
    await before.close()
    const [path = ''] = files()
    damage(path, statSync(path).size)
    const store = open()
    numbersIn(store)
    await fill(store)
    await store.close()
    expect(numbersIn(open()).length).toBe(COUNT)
  },
)

test.each(['truncated to half', 'overwritten with zeros', 'overwritten with a text'])(
  'a file that is %s is reported once, and in the health of the store',
  async (how) => {
    const store = open()
    await fill(store)
    expect(store.health()).toEqual({ error: undefined, damage: undefined })
    const [path = ''] = files()
    DAMAGES[how]?.(path, statSync(path).size)
    const { error, damage } = store.health()
    numbersIn(store)
    numbersIn(store)
    expect(error).toBe(undefined)
    expect(damage?.message).toMatch(
      /^\/.*\/1\.values: damaged, .+; what is missing is derived again$/,
    )
    expect(warnings).toEqual([damage?.message])
  },
)

test('a value with a changed byte is missing', async () => {
  const store = open()
  texts(store).set('one', 'a text')
  await store.flush()
  const [path = ''] = files()
  overwrite(path, Buffer.from('x'), readFileSync(path).indexOf('a text') + 2)
  expect([texts(store).get('one'), texts(open()).get('one')]).toEqual([undefined, undefined])
})

test('foreign files in the folder are harmless', async () => {
  const store = open()
  await fill(store)
  await store.close()
  writeFileSync(join(files()[0] ?? '', '../notes.txt'), NO_BATCH)
  writeFileSync(join(files()[0] ?? '', '../77.values'), NO_BATCH)
  const next = open()
  expect(numbersIn(next).length).toBe(COUNT)
  texts(next).set('later', 'a text')
  await next.flush()
  expect(texts(open()).get('later')).toBe('a text')
  expect(warnings[0]).toMatch(`77.values: damaged, ${NO_BATCH}`)
})

/** For root on Linux only: file systems in a mount namespace. */
const MOUNT = 'mount -t tmpfs -o size=768k none /mnt'
const canMount = spawnSync('unshare', ['-m', 'sh', '-c', MOUNT]).status === 0
const rootTest = test.skipIf(!canMount)

/** Runs code with `open`, which opens a store in /mnt/store, and `textsOf`, its bucket; returns what it prints. */
function runMounted(code: string): string[] {
  const file = join(createTemporaryFolder(), 'script.mjs')
  writeFileSync(
    file,
    `import { execFileSync } from 'node:child_process'
    import fs from 'node:fs'
    import { openStore } from ${JSON.stringify(moduleUrl('store/store'))}
    const warn = (message) => console.log(message)
    const open = () => openStore({ path: '/mnt/store', warn })
    const textsOf = (store) => store.bucket({ name: 'texts' })
    const LONG = 'x'.repeat(100_000)
    ${code}`,
  )
  const args = ['-m', 'sh', '-c', `${MOUNT} && node "$1"`, '-', file]
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' })
  return [...stdout.trimEnd().split('\n'), ...(stderr && [stderr])]
}

rootTest('a full disk is reported once; values stay in memory until there is room', () => {
  const lines = runMounted(`
    const store = open()
    fs.writeFileSync('/mnt/filler', 'x'.repeat(400_000))
    for (let number = 0; number < 12; number++) {
      textsOf(store).set('key' + number, LONG)
      await store.flush()
    }
    const other = textsOf(open())
    const count = (bucket) => Array.from({ length: 12 }, (_, n) => bucket.get('key' + n)).filter((one) => one === LONG).length
    console.log(count(textsOf(store)), count(other), store.health().error)
    fs.rmSync('/mnt/filler')
    textsOf(store).set('later', LONG)
    await store.flush()
    console.log(other.get('later')?.length, store.health().error)`)
  expect(lines).toEqual([
    '/mnt/store: the disk is full; values are kept in memory',
    '12 3 the disk is full',
    '/mnt/store: works again',
    '100000 undefined',
  ])
})

rootTest('on a full disk the values of other builds are deleted', () => {
  const lines = runMounted(`
    fs.mkdirSync('/mnt/store/1', { recursive: true })
    fs.writeFileSync('/mnt/store/1/data.mdb', 'x'.repeat(700_000))
    const store = open()
    textsOf(store).set('key', LONG)
    await store.flush()
    console.log(textsOf(open()).get('key')?.length, fs.existsSync('/mnt/store/1'))`)
  expect(lines).toEqual(['100000 false'])
})

rootTest('a read-only disk is reported once; values stay in memory until it is writable', () => {
  const lines = runMounted(`
    const remount = (mode) => execFileSync('mount', ['-o', 'remount,' + mode + ',size=768k', '/mnt'])
    const first = open()
    textsOf(first).set('first', LONG)
    await first.close()
    remount('ro')
    const store = open()
    textsOf(store).set('second', LONG)
    await store.flush()
    console.log(textsOf(store).get('first')?.length, textsOf(store).get('second')?.length, store.health().error)
    remount('rw')
    textsOf(store).set('third', LONG)
    await store.flush()
    console.log(textsOf(open()).get('third')?.length, store.health().error)`)
  expect(lines).toEqual([
    '/mnt/store: the disk is read-only; values are kept in memory',
    '100000 100000 the disk is read-only',
    '/mnt/store: works again',
    '100000 undefined',
  ])
})

rootTest(
  'too many open files are reported once; values stay in memory until there are fewer',
  () => {
    const lines = runMounted(`
    const store = open()
    const files = []
    // Reaches the limit.
    try { for (;;) files.push(fs.openSync('/dev/null')) } catch {}
    textsOf(store).set('first', LONG)
    await store.flush()
    console.log(textsOf(store).get('first')?.length, store.health().error)
    for (const file of files) fs.closeSync(file)
    textsOf(store).set('second', LONG)
    await store.flush()
    console.log(textsOf(open()).get('second')?.length, store.health().error)`)
    expect(lines).toEqual([
      '/mnt/store: too many files are open; values are kept in memory',
      '100000 too many files are open',
      '/mnt/store: works again',
      '100000 undefined',
    ])
  },
)
