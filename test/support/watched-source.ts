import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createSource } from '../../src/git/create-source.ts'
import { DEFAULT_LIMITS, type RemoteLimits } from '../../src/git/remote/limits.ts'
import type { Source } from '../../src/git/source.ts'
import { createRepository, createTemporaryFolder, type FileTree } from './git-repository.ts'
import { startGitServer } from './git-server.ts'

interface WatchedSource {
  readonly path: string
  readonly commits: readonly string[]
  readonly origin: string
  readonly home: string
  readonly source: Source
  /** Who asked since the last call, in turn. */
  asked(): string
}

/** A source for a repository behind a server that notes which program asks for what. */
export async function createWatchedSource(options: {
  readonly host?: string
  readonly environment?: (origin: string) => Record<string, string>
  readonly gitConfig?: (origin: string) => string
  readonly limits?: Partial<RemoteLimits>
  readonly trees?: readonly FileTree[]
  readonly onReceived?: (received: string) => void
}): Promise<WatchedSource> {
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
    ...(options.onReceived && { onReceived: options.onReceived }),
    environment: { PATH: process.env['PATH'], HOME: home, ...options.environment?.(origin) },
  })
  onTestFinished(() => source.close())
  const asked = () => [...new Set(requests.splice(0))].join(', ')
  return { path, commits, origin, home, source, asked }
}
