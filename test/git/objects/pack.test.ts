import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { openRepository } from '../../../src/git/open.ts'
import type { Repository } from '../../../src/git/repository.ts'
import { createRepository } from '../../support/git-repository.ts'
import { addPack, blobId, delta, type ForgedEntry } from '../../support/pack.ts'

const hello = Buffer.from('hello')
const helloId = blobId(hello)
const twice = Buffer.from('hellohello')
const twiceId = blobId(twice)
const doubling = delta(5, 10, 0x90, 5, 0x90, 5)

const blob: ForgedEntry = { oid: helloId, type: 3, data: hello }

let path: string

beforeEach(async () => {
  path = (await createRepository([])).path
})

function open(options: { verify?: boolean } = {}): Repository {
  return openRepository({ path, maxObjectBytes: 100_000, ...options })
}

describe('a delta is applied to its base', () => {
  const rows: [name: string, type: number, order: 'base first' | 'delta first'][] = [
    ['by offset', 6, 'base first'],
    ['by id', 7, 'base first'],
    ['by id that comes later', 7, 'delta first'],
  ]
  test.each(rows)('%s', (_, type, order) => {
    const entries = [blob, { oid: twiceId, type, base: helloId, data: doubling }]
    addPack(path, order === 'base first' ? entries : entries.toReversed())
    expect(open({ verify: true }).readBlob(twiceId)).toEqual(twice)
  })

  test('but not to a base in another pack or a loose object', async () => {
    path = (await createRepository([{ 'a.txt': hello }])).path
    addPack(path, [{ oid: twiceId, type: 7, base: helloId, data: doubling }])
    addPack(path, [blob])
    expect(() => open().readBlob(twiceId)).toThrow(
      `object ${twiceId}: base ${helloId} of its delta is missing`,
    )
    expect(open().readBlob(helloId)).toEqual(hello)
  })

  test('through a chain of 4000', () => {
    const entries = [blob]
    for (let i = 1; i <= 4000; i++) {
      const oid = i.toString(16).padStart(40, '0')
      const base = entries[i - 1]?.oid ?? ''
      entries.push({ oid, type: 6, base, data: grow(4 + i) })
    }
    addPack(path, entries)
    const last = entries.at(-1)?.oid ?? ''
    expect(open().readBlob(last).toString()).toBe(`hello${'!'.repeat(4000)}`)
  })
})

/** A delta that appends `!` to a base of this size. */
function grow(size: number): Buffer {
  return delta(size, size + 1, 0xb0, size % 256, Math.floor(size / 256), 1, 0x21)
}

test('an index of version 1 is refused, and the error names the fix', () => {
  const index = `${addPack(path, [blob])}.idx`
  const oldest = readFileSync(index).subarray(8)
  writeFileSync(index, oldest)
  expect(() => open().readBlob(helloId)).toThrow(
    `object ${helloId}: ${index}: expected a pack index of version 2, which "git repack -a -d" writes`,
  )
})

test.each([{}, { isLarge: true }])('an index is read, also with 64-bit offsets: %j', (index) => {
  const entries = [blob, { oid: twiceId, type: 6, base: helloId, data: doubling }]
  addPack(path, entries, index)
  const repository = open({ verify: true })
  expect([helloId, twiceId].map((oid) => repository.readBlob(oid))).toEqual([hello, twice])
})

describe('a hostile pack is refused', () => {
  const a = 'a'.repeat(40)
  const b = 'b'.repeat(40)
  const c = 'c'.repeat(40)
  const big = Buffer.alloc(1_000_000)
  const rows: [name: string, entries: ForgedEntry[], message: string][] = [
    [
      'a size over the limit',
      [{ oid: a, type: 3, data: hello, size: 2 ** 50 }],
      `${2 ** 50} bytes, over the limit of 100000 bytes`,
    ],
    [
      'a size that the stream cannot have',
      [{ oid: a, type: 3, data: hello, size: 99_999 }],
      'expected 99999 bytes in a zlib stream of 13 bytes',
    ],
    [
      'a stream that holds more than stated',
      [{ oid: a, type: 3, data: big, size: 1000 }],
      'expected 1000 bytes in a zlib stream, found more',
    ],
    [
      'a stream that holds less than stated',
      [{ oid: a, type: 3, data: hello, size: 6 }],
      'expected 6 bytes in a zlib stream, found 5',
    ],
    [
      'a delta with a result over the limit',
      [blob, { oid: a, type: 6, base: helloId, data: delta(5, 2 ** 40, 0x90, 5) }],
      `${2 ** 40} bytes, over the limit of 100000 bytes`,
    ],
    [
      'a delta of itself by offset',
      [{ oid: a, type: 6, base: a, data: doubling }],
      'outside the pack',
    ],
    [
      'a delta of itself by id',
      [{ oid: a, type: 7, base: a, data: doubling }],
      'cyclic or endless chain of deltas',
    ],
    [
      'deltas in a circle',
      [
        { oid: a, type: 7, base: b, data: doubling },
        { oid: b, type: 7, base: c, data: doubling },
        { oid: c, type: 7, base: a, data: doubling },
      ],
      'cyclic or endless chain of deltas',
    ],
    [
      'a delta before the pack',
      [{ oid: a, type: 6, base: 'none', data: doubling }],
      'base of the delta at 12 is outside the pack',
    ],
    ['type 0', [{ oid: a, type: 0, data: hello }], 'unknown object type at 12'],
    ['type 5', [{ oid: a, type: 5, data: hello }], 'unknown object type at 12'],
    [
      'another type than requested',
      [{ oid: a, type: 2, data: hello }],
      'expected a blob, found a tree',
    ],
    [
      'a delta of a tree',
      [
        { oid: b, type: 2, data: hello },
        { oid: a, type: 6, base: b, data: doubling },
      ],
      'expected a blob, found a tree',
    ],
  ]
  test.each(rows)('with %s', (_, entries, message) => {
    addPack(path, entries)
    expect(() => open().readBlob(a)).toThrow(message)
    expect(() => open().readBlob(a)).toThrow(`object ${a}: `)
  })

  test('with a chain that produces too many bytes', () => {
    const entries: ForgedEntry[] = [{ oid: helloId, type: 3, data: Buffer.alloc(0x10000) }]
    for (let i = 1; i <= 600; i++) {
      const oid = i.toString(16).padStart(40, '0')
      const base = entries[i - 1]?.oid ?? ''
      entries.push({ oid, type: 6, base, data: delta(0x10000, 0x10000, 0x80) })
    }
    addPack(path, entries)
    const last = entries.at(-1)?.oid ?? ''
    expect(() => open().readBlob(last)).toThrow('chain of deltas makes more than')
  })

  test('whose content has another id, with `verify`', () => {
    addPack(path, [{ oid: a, type: 3, data: hello }])
    expect(open().readBlob(a)).toEqual(hello)
    expect(() => open({ verify: true }).readBlob(a)).toThrow(
      `object ${a}: content hashes to ${helloId}`,
    )
  })
})

test('a large object is read, and ends before the next one', () => {
  const noise = Buffer.alloc(90_000).map((_, i) => ((i * 2_654_435_761) >>> 11) % 256)
  const huge = Buffer.concat(
    Array.from({ length: 40 }, (_, i) => noise.map((byte) => byte ^ (i * 7))),
  )
  const oid = blobId(huge)
  addPack(path, [{ oid, type: 3, data: huge }, blob])
  const repository = openRepository({ path, verify: true })
  expect(repository.readBlob(oid).equals(huge)).toBe(true)
  expect(repository.readBlob(helloId)).toEqual(hello)
  expect(() => open().readBlob(oid)).toThrow(
    `object ${oid}: ${huge.length} bytes, over the limit of 100000 bytes`,
  )
})

test('a large base of several deltas is unpacked once', () => {
  const base = randomBytes(6 * 2 ** 20)
  const oids = [1, 2, 3].map((n) => blobId(base.subarray(0, n)))
  const entries = oids.map((oid, i) => {
    // Copies the first bytes of the base.
    const data = delta(base.length, i + 1, 0x90, i + 1)
    return { oid, type: 6, base: blobId(base), data }
  })
  const pack = addPack(path, [{ oid: blobId(base), type: 3, data: base }, ...entries])
  const repository = openRepository({ path })
  expect(repository.readBlob(oids[0] ?? '')).toEqual(base.subarray(0, 1))
  const file = openSync(`${pack}.pack`, 'r+')
  writeSync(file, Buffer.alloc(5 * 2 ** 20), 0, 5 * 2 ** 20, 100)
  closeSync(file)
  expect(repository.readBlob(oids[1] ?? '')).toEqual(base.subarray(0, 2))
  expect(repository.readBlob(oids[2] ?? '')).toEqual(base.subarray(0, 3))
})
