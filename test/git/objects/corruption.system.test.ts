import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { RepositoryError } from '../../../src/errors.ts'
import { openRepository } from '../../../src/git/open.ts'
import type { Repository } from '../../../src/git/repository.ts'
import { createRepository } from '../../support/git-repository.ts'
import { addPack, blobId, delta, type ForgedEntry } from '../../support/pack.ts'

const text = Buffer.from('"key": "value",\n'.repeat(40))
const noise = Buffer.alloc(3000).map((_, i) => (i * i * 31) % 253)
const [textId, noiseId] = [blobId(text), blobId(noise)]
const changed = Buffer.concat([text, Buffer.from('!')])
const longer = Buffer.concat([changed, text])
const [changedId, longerId] = [blobId(changed), blobId(longer)]

const entries: readonly ForgedEntry[] = [
  { oid: textId, type: 3, data: text },
  { oid: noiseId, type: 3, data: noise },
  { oid: changedId, type: 6, base: textId, data: delta(640, 641, 0xb0, 128, 2, 1, 0x21) },
  {
    oid: longerId,
    type: 7,
    base: changedId,
    data: delta(641, 1281, 0xb0, 129, 2, 0xb0, 128, 2),
  },
]
const contents = new Map([
  [textId, text],
  [noiseId, noise],
  [changedId, changed],
  [longerId, longer],
])

/** Reads all objects; each must return the right bytes or throw a RepositoryError. Returns how many are right. */
function countReadable(path: string): number {
  let repository: Repository
  try {
    repository = openRepository({ path, maxObjectBytes: 100_000, verify: true })
  } catch (error) {
    expect(error).toBeInstanceOf(RepositoryError)
    return 0
  }
  let right = 0
  for (const [oid, content] of contents) {
    try {
      if (!repository.readBlob(oid).equals(content)) throw new Error(`${oid}: wrong bytes`)
      right++
    } catch (error) {
      // No `expect`, which would take most of the time.
      if (!(error instanceof RepositoryError) || !error.message.includes(oid)) throw error
    }
  }
  repository.close()
  return right
}

/** Damages a file at every `step` bytes in many ways, and reads all objects each time. */
function damageEverywhere(path: string, file: string, step: number): Set<number> {
  const intact = readFileSync(file)
  const counts = new Set<number>()
  const attempt = (bytes: Buffer): void => {
    writeFileSync(file, bytes)
    counts.add(countReadable(path))
  }
  for (let at = 0; at < intact.length; at += step) {
    for (const mask of [0xff, 0x80, 0x01]) {
      const bytes = Buffer.from(intact)
      bytes[at] = (bytes[at] ?? 0) ^ mask
      attempt(bytes)
    }
    attempt(intact.subarray(0, at))
  }
  attempt(Buffer.concat([intact, Buffer.from('more')]))
  attempt(Buffer.alloc(intact.length))
  writeFileSync(file, intact)
  return counts
}

let path: string
let base: string

describe.each([{}, { isLarge: true }])(
  'with an index %j, damaged files return the right bytes or throw a RepositoryError',
  (index) => {
    beforeAll(async () => {
      path = (await createRepository([])).path
      base = addPack(path, entries, index)
    })

    test('in the pack', () => {
      expect(countReadable(path)).toBe(4)
      expect([...damageEverywhere(path, `${base}.pack`, 3)].sort()).toEqual([0, 1, 2, 3, 4])
      expect(countReadable(path)).toBe(4)
    })

    test('in the index', () => {
      const counts = damageEverywhere(path, `${base}.idx`, 3)
      expect([counts.has(0), countReadable(path)]).toEqual([true, 4])
    })
  },
)

test('damaged loose objects return the right bytes or throw a RepositoryError', async () => {
  const { path } = await createRepository([Object.fromEntries(contents)])
  for (const oid of contents.keys()) {
    const file = join(path, 'objects', oid.slice(0, 2), oid.slice(2))
    chmodSync(file, 0o644)
    expect(damageEverywhere(path, file, 7).has(3)).toBe(true)
  }
  expect(countReadable(path)).toBe(4)
})

test('damaged refs and settings throw no error but RepositoryError', async () => {
  const { path, commits } = await createRepository([{ 'a.txt': 'a' }])
  writeFileSync(join(path, 'packed-refs'), `${commits[0]} refs/tags/v1\n`)
  writeFileSync(join(path, 'shallow'), `${commits[0]}\n`)
  const files = ['HEAD', 'config', 'packed-refs', 'shallow', 'refs/heads/main']
  for (const file of files.map((name) => join(path, name))) {
    const intact = readFileSync(file)
    for (let at = 0; at < intact.length; at++) {
      for (const bytes of [intact.subarray(0, at), Buffer.from(intact).fill(0xff, at, at + 1)]) {
        writeFileSync(file, bytes)
        checkAnswers(path, commits[0] ?? '')
      }
    }
    writeFileSync(file, intact)
  }
  expect(openRepository({ path }).resolve('HEAD')).toBe(commits[0])
})

function checkAnswers(path: string, commit: string): void {
  const asks: ((repository: Repository) => unknown)[] = [
    (repository) => repository.resolve('HEAD'),
    (repository) => repository.resolve('main'),
    (repository) => repository.resolve('v1'),
    (repository) => repository.defaultBranch(),
    (repository) => repository.isShallow(commit),
  ]
  for (const ask of asks) {
    try {
      ask(openRepository({ path }))
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error
    }
  }
}
