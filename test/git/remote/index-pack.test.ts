import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { indexPack } from '../../../src/git/remote/index-pack.ts'
import { writePackIndex } from '../../../src/git/remote/write-pack-index.ts'
import { createTemporaryFolder, hasGit, runGit } from '../../support/git-repository.ts'
import { blobId, delta, type ForgedEntry, forgePack } from '../../support/pack.ts'

/** The ids that are found, in the order of the pack. */
async function idsOf(pack: Buffer): Promise<string[]> {
  const path = join(createTemporaryFolder(), 'a.pack')
  writeFileSync(path, pack)
  const { count, oids } = await indexPack(path, () => {})
  return Array.from({ length: count }, (_, i) => oids.toString('hex', i * 20, i * 20 + 20))
}

const hello = Buffer.from('hello')
const twice = Buffer.from('hellohello')
const [helloId, twiceId] = [blobId(hello), blobId(twice)]
const doubling = delta(5, 10, 0x90, 5, 0x90, 5)
const blob: ForgedEntry = { oid: helloId, type: 3, data: hello }
const byOffset: ForgedEntry = { oid: twiceId, type: 6, base: helloId, data: doubling }
const byId: ForgedEntry = { ...byOffset, type: 7 }
const large = randomBytes(5 << 20)

test.each([
  { name: 'whole objects', entries: [blob, { oid: blobId(twice), type: 3, data: twice }] },
  { name: 'a delta by offset', entries: [blob, byOffset] },
  { name: 'a delta by id before its base', entries: [byId, blob] },
  { name: 'no bytes', entries: [{ oid: blobId(Buffer.alloc(0)), type: 3, data: Buffer.alloc(0) }] },
  {
    name: 'an object that is hashed in parts',
    entries: [blob, { oid: blobId(large), type: 3, data: large }, byOffset],
  },
])('the ids of a pack are found: $name', async ({ entries }) => {
  expect(await idsOf(forgePack(entries).pack)).toEqual(entries.map(({ oid }) => oid))
})

const { pack } = forgePack([blob, byOffset])

test.each([
  {
    name: 'a base that is missing',
    pack: forgePack([byId]).pack,
    message: /deltas without their bases/,
  },
  {
    name: 'a wrong size',
    pack: forgePack([{ ...blob, size: 4 }]).pack,
    message: /expected 4 bytes/,
  },
  {
    name: 'a wrong size of a large object',
    pack: forgePack([{ oid: blobId(large), type: 3, data: large, size: large.length - 1 }]).pack,
    message: /found others/,
  },
  {
    name: 'a huge delta',
    pack: forgePack([blob, { ...byOffset, size: 2 ** 26 }]).pack,
    message: /without git on PATH/,
  },
  {
    name: 'a huge count',
    pack: countedAs(pack, 0xffffffff),
    message: /4294967295 objects, too large/,
  },
  {
    name: 'an object of 128 GiB',
    pack: forgePack([{ ...blob, size: 2 ** 37 }]).pack,
    message: /unpacks to more than/,
  },
  { name: 'an object more', pack: countedAs(pack, 1), message: /bytes after its last object/ },
  { name: 'an object less', pack: countedAs(pack, 3), message: /.+/ },
  { name: 'no pack', pack: Buffer.alloc(100), message: /expected a pack/ },
])('a damaged pack is refused: $name', async ({ pack, message }) => {
  await expect(idsOf(pack)).rejects.toThrow(message)
})

function countedAs(bytes: Buffer, count: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(count, 8)
  return copy
}

test.skipIf(!hasGit()).each([['--delta-base-offset'], ['--no-reuse-delta']])(
  'the index is the one that git writes, of a pack with %s',
  async (option) => {
    const folder = createTemporaryFolder()
    const args = [
      '-C',
      'fixtures/demo.git',
      'pack-objects',
      '--all',
      '-q',
      option,
      join(folder, 'a'),
    ]
    const name = execFileSync('git', args, { input: '', encoding: 'utf8' }).trim()
    const path = join(folder, `a-${name}.pack`)
    const packed = readFileSync(path)
    writePackIndex(
      join(folder, 'ours.idx'),
      await indexPack(path, () => {}),
      packed.toString('hex', packed.length - 20),
    )
    runGit(folder, 'index-pack', '--index-version=1', '-o', join(folder, 'git.idx'), path)
    expect(
      readFileSync(join(folder, 'ours.idx')).equals(readFileSync(join(folder, 'git.idx'))),
    ).toBe(true)
  },
)
