import fs, { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import * as git from 'isomorphic-git'
import { beforeAll, describe, expect, test } from 'vitest'
import { ObjectStore } from '../../../src/git/objects/objects.ts'
import { openRepository } from '../../../src/git/open.ts'
import {
  createRepository,
  hasGit,
  runGit,
  type TestRepository,
} from '../../support/git-repository.ts'
import { blobId } from '../../support/pack.ts'

const mebibyte = 1024 * 1024

/** Content of every object as `type` and hex, by id. */
type Contents = Record<string, { type: string; data: string }>

/** Files that change a little from commit to commit, so that Git makes deltas of them. */
function createHistory(): Promise<TestRepository> {
  const lines = Array.from({ length: 300 }, (_, i) => `"key${i}": "text ${i * 7919}"`)
  const trees = Array.from({ length: 12 }, (_, day) => ({
    'empty.txt': '',
    'locales/en.json': lines.with(day * 20, `"key": "changed ${day}"`).join('\n'),
    'locales/de.json': lines.slice(day).join('\n'),
    'image.bin': Uint8Array.from({ length: 3000 }, (_, i) => (i * i * (day + 1)) % 251),
  }))
  return createRepository(trees)
}

function listLooseObjects(gitDir: string): string[] {
  return readdirSync(join(gitDir, 'objects'))
    .filter((folder) => folder.length === 2)
    .flatMap((folder) => readdirSync(join(gitDir, 'objects', folder)).map((name) => folder + name))
    .sort()
}

function openStore(gitDir: string, options: { cacheBytes?: number } = {}): ObjectStore {
  const folders = [join(gitDir, 'objects')]
  const limits = { maxObjectBytes: mebibyte, cacheBytes: options.cacheBytes ?? mebibyte }
  return new ObjectStore({ folders, ...limits, verify: true })
}

function readAll(store: ObjectStore, oids: readonly string[]): Contents {
  const contents: Contents = {}
  for (const oid of oids) {
    const { type = '', data = Buffer.alloc(0) } = store.read(oid) ?? {}
    contents[oid] = { type, data: data.toString('hex') }
  }
  return contents
}

async function readAllOfReference(gitdir: string, oids: readonly string[]): Promise<Contents> {
  const contents: Contents = {}
  const cache = {}
  for (const oid of oids) {
    const { type, object } = await git.readObject({ fs, gitdir, oid, format: 'content', cache })
    // The content format is always bytes.
    contents[oid] = { type, data: Buffer.from(object as Uint8Array).toString('hex') }
  }
  return contents
}

describe('objects have the contents that isomorphic-git reads', () => {
  let path: string
  let oids: string[]
  let expected: Contents

  beforeAll(async () => {
    path = (await createHistory()).path
    oids = listLooseObjects(path)
    expected = await readAllOfReference(path, oids)
  })

  test('as loose objects', () => {
    expect(oids).toHaveLength(73)
    expect(readAll(openStore(path), oids)).toEqual(expected)
  })

  test('in two packs that isomorphic-git made', async () => {
    const copy = (await createHistory()).path
    for (const half of [oids.slice(0, 30), oids.slice(30)]) {
      const { filename } = await git.packObjects({ fs, gitdir: copy, oids: half, write: true })
      const filepath = `objects/pack/${filename}`
      await git.indexPack({ fs, dir: copy, gitdir: copy, filepath })
    }
    for (const oid of oids)
      rmSync(join(copy, 'objects', oid.slice(0, 2)), { recursive: true, force: true })
    expect(readAll(openStore(copy), oids)).toEqual(expected)
  })

  const layouts: [name: string, config: string[]][] = [
    ['deltas by offset', []],
    ['deltas by id', ['-c', 'repack.useDeltaBaseOffset=false']],
    ['no compression', ['-c', 'pack.compression=0']],
    ['chains of one delta', ['-c', 'pack.depth=1']],
  ]
  test.runIf(hasGit()).each(layouts)('in a pack of git with %s', async (_, config) => {
    const copy = (await createHistory()).path
    runGit(copy, ...config, 'repack', '-a', '-d', '-f', '-q')
    runGit(copy, 'prune-packed', '-q')
    expect(listLooseObjects(copy)).toEqual([])
    const [index = ''] = readdirSync(join(copy, 'objects/pack')).filter((file) =>
      file.endsWith('.idx'),
    )
    const chains = runGit(copy, 'verify-pack', '-v', join('objects/pack', index))
    expect(chains).toContain('chain length = 1')
    expect(readAll(openStore(copy), oids)).toEqual(expected)
    expect(readAll(openStore(copy, { cacheBytes: 1 }), oids.toReversed())).toEqual(
      Object.fromEntries(Object.entries(expected).reverse()),
    )
  })

  test.runIf(hasGit())('and the types and sizes that git reads', () => {
    const listed = runGit(path, 'cat-file', '--batch-all-objects', '--batch-check')
    const rows = oids.map((oid) => {
      const { type, data } = expected[oid] ?? { type: '', data: '' }
      return `${oid} ${type} ${data.length / 2}`
    })
    expect(listed.split('\n').sort()).toEqual(rows)
  })
})

describe('a loose object is refused', () => {
  const large = Buffer.alloc(2 * mebibyte)
  const rows: [name: string, bytes: Buffer, message: string][] = [
    ['empty', Buffer.alloc(0), 'damaged zlib stream: unexpected end of file'],
    [
      'cut off before its checksum',
      deflateSync('blob 1\0a').subarray(0, -2),
      'damaged zlib stream: unexpected end of file',
    ],
    ['not compressed', Buffer.from('blob 1\0a'), 'damaged zlib stream: incorrect header check'],
    ['without a header', deflateSync('hello'), 'expected an object header (type and size)'],
    ['of an unknown type', deflateSync('blot 1\0a'), 'expected an object header (type and size)'],
    [
      'with a negative size',
      deflateSync('blob -1\0a'),
      'expected an object header (type and size)',
    ],
    ['shorter than stated', deflateSync('blob 2\0a'), 'expected 9 bytes in a zlib stream, found 8'],
    [
      'longer than stated',
      deflateSync('blob 1\0ab'),
      'expected 8 bytes in a zlib stream, found more',
    ],
    [
      'much longer than stated',
      deflateSync(Buffer.concat([Buffer.from('blob 1\0a'), large])),
      'expected 8 bytes in a zlib stream, found more',
    ],
    [
      'over the limit',
      deflateSync(Buffer.concat([Buffer.from(`blob ${large.length}\0`), large])),
      '2097152 bytes, over the limit of 1048576 bytes',
    ],
    [
      'with an impossible size',
      deflateSync('blob 1000000\0'),
      'expected 1000013 bytes in a zlib stream of 17 bytes',
    ],
    [
      'with another content',
      deflateSync('blob 2\0hi'),
      `content hashes to ${blobId(Buffer.from('hi'))}`,
    ],
  ]
  test.each(rows)('%s', async (_, bytes, message) => {
    const { path } = await createRepository([])
    const oid = '12'.repeat(20)
    mkdirSync(join(path, 'objects', '12'))
    writeFileSync(join(path, 'objects', '12', oid.slice(2)), bytes)
    expect(() => openStore(path).read(oid)).toThrow(`object ${oid}: ${message}`)
  })
})

test('the limit is inclusive', async () => {
  const { path, commits } = await createRepository([{ 'a.txt': 'x'.repeat(1000) }])
  const oid = blobId(Buffer.from('x'.repeat(1000)))
  expect(openRepository({ path, maxObjectBytes: 1000 }).readBlob(oid)).toHaveLength(1000)
  const strict = openRepository({ path, maxObjectBytes: 999 })
  expect(() => strict.readBlob(oid)).toThrow(
    `object ${oid}: 1000 bytes, over the limit of 999 bytes`,
  )
  expect(strict.readCommit(commits[0] ?? '').oid).toBe(commits[0])
})

test('an intact copy is read when another one is damaged', async () => {
  const { path } = await createRepository([{ 'a.txt': 'hello' }])
  const oid = blobId(Buffer.from('hello'))
  const other = (await createRepository([{ 'a.txt': 'hello' }])).path
  writeFileSync(join(path, 'objects/info/alternates'), join(other, 'objects'))
  fs.chmodSync(join(path, 'objects', oid.slice(0, 2), oid.slice(2)), 0o644)
  writeFileSync(join(path, 'objects', oid.slice(0, 2), oid.slice(2)), 'broken')
  expect(openRepository({ path }).readBlob(oid).toString()).toBe('hello')
})

describe('alternates', () => {
  test('are read, with relative paths and from one repository to the next', async () => {
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map(async (text) => (await createRepository([{ text }])).path),
    )
    const alternates = (path = '', ...lines: string[]): void =>
      writeFileSync(join(path, 'objects/info/alternates'), lines.join('\n'))
    mkdirSync(join(a ?? '', 'inside'))
    renameSync(join(b ?? '', 'objects'), join(a ?? '', 'inside/objects'))
    alternates(a, '# comment', '/gone', '', '../inside/objects', '')
    alternates(join(a ?? '', 'inside'), join(c ?? '', 'objects'))
    alternates(c, join(a ?? '', 'objects'), join(c ?? '', 'objects'))
    const repository = openRepository({ path: a ?? '' })
    const texts = ['a', 'b', 'c'].map((text) => repository.readBlob(blobId(Buffer.from(text))))
    expect(texts.map((text) => text.toString())).toEqual(['a', 'b', 'c'])
  })

  test('are followed five levels deep', async () => {
    const paths = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6].map(async (i) => (await createRepository([{ i: `${i}` }])).path),
    )
    paths.slice(1).forEach((path, i) => {
      writeFileSync(join(paths[i] ?? '', 'objects/info/alternates'), join(path, 'objects'))
    })
    const repository = openRepository({ path: paths[0] ?? '' })
    expect(repository.readBlob(blobId(Buffer.from('5'))).toString()).toBe('5')
    expect(() => repository.readBlob(blobId(Buffer.from('6')))).toThrow('missing')
  })
})
