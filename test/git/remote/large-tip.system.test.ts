import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hasHttpBackend } from '../../support/git-server.ts'
import { createWatchedSource } from '../../support/watched-source.ts'

test.skipIf(!hasHttpBackend())(
  'git fetches a tip that is too large for isomorphic-git',
  async () => {
    const trees = [{ 'de.json': '{}', 'a.bin': randomBytes(48 * 2 ** 20) }]
    const limits = { maxMemoryBytes: 128 * 2 ** 20 }
    const { commits, source, asked } = await createWatchedSource({ trees, limits })
    await source.open()
    expect([source.error, source.head('')]).toEqual([undefined, commits[0]])
    expect(asked()).toBe('isomorphic-git: list, isomorphic-git: pack, git: list, git: pack')
  },
)
