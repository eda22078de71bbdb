import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RepositoryError } from '../../src/errors.ts'
import { parseCommit } from '../../src/git/objects/commit.ts'
import { applyDelta } from '../../src/git/objects/delta.ts'
import { parseTree } from '../../src/git/objects/tree.ts'
import { openRepository } from '../../src/git/open.ts'
import { createRepository } from '../support/git-repository.ts'
import { addPack, blobId, delta } from '../support/pack.ts'
import { fuzz } from './mutate.ts'

const oid = 'a'.repeat(40)
const text = Buffer.from('"key": "value",\n'.repeat(40))
const changed = Buffer.concat([text, Buffer.from('!')])
const step = delta(640, 641, 0xb0, 128, 2, 1, 0x21)

test('damaged trees, commits and deltas are read or fail with RepositoryError', () => {
  const entry = Buffer.concat([Buffer.from('100644 de.json\0'), Buffer.alloc(20, 7)])
  fuzz({
    rounds: 3000,
    seeds: [entry, Buffer.concat([entry, entry, Buffer.from('40000 a\0'), Buffer.alloc(20, 9)])],
    tokens: ['40000 ', '120000 ', '\0', ' ', '160000 x\0', '/'],
    expected: RepositoryError,
    run: (bytes) => void parseTree(bytes),
  })
  const person = 'A U Thor <a@example.org> 1700000000 +0100'
  fuzz({
    rounds: 3000,
    seeds: [
      Buffer.from(
        `tree ${oid}\nparent ${oid}\nauthor ${person}\ncommitter ${person}\nencoding latin1\n\nText\n`,
      ),
    ],
    tokens: ['\n', 'parent ', oid, 'encoding ', 'utf-16', '<', '>', '-99999999999999', ' +9999'],
    expected: RepositoryError,
    run: (bytes) => void parseCommit(oid, bytes),
  })
  fuzz({
    rounds: 3000,
    seeds: [step],
    tokens: ['\xff\xff\xff\xff\x7f', '\x80', '\x7f'],
    expected: RepositoryError,
    run: (bytes) => void applyDelta(text, bytes, 100_000),
  })
})

test('a repository with damaged packs, indexes, objects and refs is read or fails with RepositoryError', async () => {
  const { path, commits } = await createRepository([{ 'a/b.txt': 'a' }, { 'a/b.txt': 'b' }])
  const [textId, changedId] = [blobId(text), blobId(changed)]
  const base = addPack(path, [
    { oid: textId, type: 3, data: text },
    { oid: changedId, type: 7, base: textId, data: step },
  ])
  writeFileSync(join(path, 'packed-refs'), `${commits[0]} refs/tags/v1\n`)
  writeFileSync(join(path, 'shallow'), `${commits[0]}\n`)
  const loose = readdirSync(join(path, 'objects')).filter((name) => name.length === 2)
  const objects = loose.flatMap((folder) =>
    readdirSync(join(path, 'objects', folder)).map((name) => join(path, 'objects', folder, name)),
  )
  const others = ['HEAD', 'config', 'packed-refs', 'shallow', 'refs/heads/main']
  const files = [
    `${base}.pack`,
    `${base}.idx`,
    ...objects,
    ...others.map((name) => join(path, name)),
  ]
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const intact = readFileSync(file)
    chmodSync(file, 0o644)
    fuzz({
      rounds: 20,
      seeds: [intact],
      tokens: ['ref: refs/heads/main', oid, '\xff\xff\xff\xff', '\x00\x00\x00\x00', '^', '\n'],
      expected: RepositoryError,
      run(bytes) {
        writeFileSync(file, bytes)
        readAll(path, [textId, changedId])
      },
    })
    writeFileSync(file, intact)
  }
})

/** Reads everything in a repository; an error in one kind of reading does not prevent the others. */
function readAll(path: string, blobs: readonly string[]): void {
  const repository = openRepository({ path, maxObjectBytes: 100_000, verify: true })
  try {
    for (const ask of [
      () => blobs.map(repository.readBlob),
      () => [...repository.listRefs()],
      () => repository.defaultBranch(),
      () => repository.resolve(blobs[0]?.slice(0, 8) ?? ''),
      () => {
        const tip = repository.resolve('main')
        for (let at = tip; at !== undefined; at = repository.readCommit(at).parents[0]) {
          repository.readTree(repository.readCommit(at).tree)
          if (repository.isShallow(at)) break
        }
      },
    ]) {
      try {
        ask()
      } catch (error) {
        // Expected: it reports the damaged file.
        if (!(error instanceof RepositoryError)) throw error
      }
    }
  } finally {
    repository.close()
  }
}
