import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSource } from '../../../src/git/create-source.ts'
import { DEFAULT_LIMITS, type RemoteLimits } from '../../../src/git/remote/limits.ts'
import type { Source } from '../../../src/git/source.ts'
import {
  addCommit,
  createRepository,
  createTemporaryFolder,
  type FileTree,
  runGit,
} from '../../support/git-repository.ts'
import { hasHttpBackend, startGitServer } from '../../support/git-server.ts'

interface Watched {
  readonly path: string
  readonly commits: readonly string[]
  readonly origin: string
  readonly home: string
  readonly source: Source
  /** Who asked since the last call, in turn. */
  asked(): string
}

/** A source for a repository behind a server that notes which program asks for what. */
async function createWatched(options: {
  readonly host?: string
  readonly environment?: (origin: string) => Record<string, string>
  readonly gitConfig?: (origin: string) => string
  readonly limits?: Partial<RemoteLimits>
  readonly trees?: readonly FileTree[]
}): Promise<Watched> {
  const trees = options.trees ?? [1, 2, 3].map((n) => ({ 'de.json': `{"n":"${n}"}` }))
  const { path, commits } = await createRepository(trees)
  const requests: string[] = []
  const server = await startGitServer({
    root: dirname(path),
    intercept({ method, headers }, _response, body) {
      const who = headers['user-agent']?.startsWith('git/') ? 'git' : 'isomorphic-git'
      const what = body.includes('want ') ? 'pack' : 'list'
      if (method === 'POST') requests.push(`${who}: ${what}`)
      return false
    },
  })
  onTestFinished(() => server.close())
  const { origin } = server
  const home = createTemporaryFolder()
  if (options.gitConfig !== undefined) {
    writeFileSync(join(home, '.gitconfig'), options.gitConfig(origin))
  }
  const source = createSource({
    url: `${options.host ?? origin}/${basename(path)}`,
    branches: [''],
    dataDir: join(home, 'data'),
    maxObjectBytes: 2 ** 26,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    environment: { PATH: process.env['PATH'], HOME: home, ...options.environment?.(origin) },
  })
  onTestFinished(() => source.close())
  const asked = () => [...new Set(requests.splice(0))].join(', ')
  return { path, commits, origin, home, source, asked }
}

const isShallow = ({ repository, head }: Source) => repository?.isShallow(head('') ?? '')

/** No such host, but for a proxy. */
const host = 'http://git.invalid'

test.skipIf(!hasHttpBackend())(
  'where git is installed, isomorphic-git fetches the tip and new commits, and git the rest',
  async () => {
    const { path, source, asked } = await createWatched({})
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

test.skipIf(!hasHttpBackend()).each(['http_proxy', 'ALL_PROXY'])(
  'git does everything where %s names a proxy',
  async (name) => {
    const environment = (origin: string) => ({ [name]: origin })
    const { commits, source, asked } = await createWatched({ host, environment })
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
  'git does everything where its own configuration alone leads to the remote',
  async () => {
    const gitConfig = (origin: string) => `[http]\n\tproxy = ${origin}\n`
    const { path, source, asked } = await createWatched({ host, gitConfig })
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
  'git fetches a tip that is too large for isomorphic-git',
  async () => {
    const trees = [{ 'de.json': '{}', 'a.bin': randomBytes(48 * 2 ** 20) }]
    const limits = { maxMemoryBytes: 128 * 2 ** 20 }
    const { commits, source, asked } = await createWatched({ trees, limits })
    await source.open()
    expect([source.error, source.head('')]).toEqual([undefined, commits[0]])
    expect(asked()).toBe('isomorphic-git: list, isomorphic-git: pack, git: list, git: pack')
  },
)

test.skipIf(!hasHttpBackend())(
  'the error is that of git where neither reaches the remote',
  async () => {
    const { source } = await createWatched({ host })
    await source.open()
    expect(source.error?.message).toMatch(
      /^http:\/\/git\.invalid\/\S+: unable to access .*: Could not resolve host: git\.invalid$/,
    )
  },
)
