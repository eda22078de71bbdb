import { expect, test } from 'vitest'
import type { Source } from '../../../src/git/source.ts'
import { addCommit, runGit } from '../../support/git-repository.ts'
import { hasHttpBackend } from '../../support/git-server.ts'
import { createWatchedSource } from '../../support/watched-source.ts'

const isShallow = (source: Source) => source.repository?.isShallow(source.head('') ?? '')

/** A host that only a proxy can reach. */
const host = 'http://git.invalid'

test.skipIf(!hasHttpBackend())(
  'with git installed, isomorphic-git fetches the tip and new commits, and git the rest',
  async () => {
    const { path, source, asked } = await createWatchedSource({})
    await source.open()
    expect([source.error, asked()]).toEqual([
      undefined,
      'isomorphic-git: list, isomorphic-git: pack',
    ])
    runGit(path, 'tag', 'v1')
    await source.deepen()
    expect([isShallow(source), asked()]).toEqual([
      false,
      'isomorphic-git: list, git: list, git: pack',
    ])
    const next = await addCommit(path, { 'de.json': '{}' }, 3)
    runGit(path, 'tag', 'v2')
    await source.refresh()
    expect([source.head(''), source.repository?.resolve('v2')]).toEqual([next, next])
    expect(asked()).toBe('isomorphic-git: list, isomorphic-git: pack, git: list')
  },
)

test.skipIf(!hasHttpBackend())('a fetch reports its progress', async () => {
  const received: string[] = []
  const { source } = await createWatchedSource({ onReceived: (text) => received.push(text) })
  await source.open()
  expect(received.splice(0).at(-1)).toMatch(/^[\d.e-]+ MiB$/)
  await source.deepen()
  expect(received.at(-1)).toMatch(/^Receiving objects: 100% \(\d+\/\d+\)/)
})

test.skipIf(!hasHttpBackend()).each(['http_proxy', 'ALL_PROXY'])(
  'git does everything if %s names a proxy',
  async (name) => {
    const environment = (origin: string) => ({ [name]: origin })
    const { commits, source, asked } = await createWatchedSource({ host, environment })
    await source.open()
    await source.deepen()
    expect([source.error, source.head(''), isShallow(source)]).toEqual([
      undefined,
      commits[2],
      false,
    ])
    expect(asked()).toBe('git: list, git: pack')
  },
)

test.skipIf(!hasHttpBackend())(
  'git does everything if only its configuration makes the remote reachable',
  async () => {
    const gitConfig = (origin: string) => `[http]\n\tproxy = ${origin}\n`
    const { path, source, asked } = await createWatchedSource({ host, gitConfig })
    await source.open()
    const next = await addCommit(path, { 'de.json': '{}' }, 3)
    await source.refresh()
    expect([source.error, source.head(''), asked()]).toEqual([
      undefined,
      next,
      'git: list, git: pack',
    ])
  },
)

test.skipIf(!hasHttpBackend())(
  'the error is that of git if neither engine reaches the remote',
  async () => {
    const { source } = await createWatchedSource({ host })
    await source.open()
    expect(source.error?.message).toMatch(
      /^http:\/\/git\.invalid\/\S+: unable to access .*: Could not resolve host: git\.invalid$/,
    )
  },
)
