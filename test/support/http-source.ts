import { basename, dirname } from 'node:path'
import { onTestFinished } from 'vitest'
import { createSource } from '../../src/git/create-source.ts'
import { DEFAULT_LIMITS, type RemoteLimits } from '../../src/git/remote/limits.ts'
import type { Source } from '../../src/git/source.ts'
import { type FaultyRemote, startFaultyRemote } from './faulty-remote.ts'
import { createRepository, createTemporaryFolder, type FileTree } from './git-repository.ts'

/** Search paths with the system's git, beside which isomorphic-git works, and in the mode `system` also without it. */
export const engines = [
  { engine: 'the git on PATH', path: process.env['PATH'] },
  { engine: 'the embedded engine', path: '/nonexistent' },
].slice(0, process.env['FUZZ'] === undefined ? 1 : 2)

/** A repository behind a server that can do wrong, and what clones it. */
export interface HttpSource {
  readonly remote: FaultyRemote
  /** Of the repository that is served. */
  readonly path: string
  /** Its commits, the oldest first. */
  readonly commits: readonly string[]
  /** Its folder's name. */
  readonly name: string
  readonly url: string
  readonly dataDir: string
  /** Opened by the test. */
  readonly source: Source
  /** Another source for the same clone, as after a restart. */
  restart(limits?: Partial<RemoteLimits>, branches?: readonly string[]): Source
  /** Has the source work under other limits, as when the configuration is read again. */
  setLimits(limits: Partial<RemoteLimits>): void
  /** What the source says is wrong, without the address. */
  problem(): string | undefined
}

interface HttpSourceOptions {
  /** Where git is looked up. */
  readonly searchPath: string | undefined
  readonly limits?: Partial<RemoteLimits>
  readonly trees?: readonly FileTree[]
}

const TREES = [1, 2, 3].map((n) => ({ 'de.json': `{"n":"${n}"}` }))

/** Serves a repository of some commits, until the test ends. */
export async function createHttpSource(options: HttpSourceOptions): Promise<HttpSource> {
  const { searchPath, trees = TREES } = options
  const { path, commits } = await createRepository(trees)
  const remote = await startFaultyRemote(dirname(path))
  onTestFinished(() => remote.close())
  const dataDir = createTemporaryFolder()
  const url = `${remote.origin}/${basename(path)}`
  const environment = { PATH: searchPath, HOME: dataDir }
  const common = { dataDir, maxObjectBytes: 64 * 2 ** 20, environment }
  const remoteLimits = { ...DEFAULT_LIMITS, ...options.limits }
  function restart(limits: Partial<RemoteLimits> = {}, branches: readonly string[] = ['']): Source {
    const created = createSource({
      url,
      ...common,
      branches,
      limits: Object.assign(remoteLimits, limits),
    })
    onTestFinished(() => created.close())
    return created
  }
  const source = restart()
  const problem = () => source.error?.message.replace(`${url}: `, '')
  const setLimits = (limits: Partial<RemoteLimits>) => void Object.assign(remoteLimits, limits)
  const name = basename(path)
  return { remote, path, commits, name, url, dataDir, source, restart, setLimits, problem }
}
