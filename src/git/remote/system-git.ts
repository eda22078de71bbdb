import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from '../../address.ts'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { packBytes } from './clone-folder.ts'
import type { Credentials } from './credentials.ts'
import { explainFailure, isTooLarge } from './failure.ts'
import { AnswerError } from './http-client.ts'
import { LIST_TOO_LARGE, tooLargeMessage } from './limits.ts'
import type { FetchOptions, Remote, RemoteHeads, RemoteOptions } from './remote.ts'
import { endGit, type GitRun, runGit } from './run-git.ts'
import { discover } from './upload-pack.ts'

interface SystemGitOptions extends RemoteOptions {
  /** Absolute path of the program. */
  readonly program: string
  /** Called before each use: tokens in files change. */
  readonly readCredentials: () => Credentials | undefined
}

const OTHER_REFS = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']

/** It takes less memory than it may by default. */
const GC_SETTINGS = [
  'pack.windowMemory=64m',
  'pack.deltaCacheSize=64m',
  'gc.writeCommitGraph=true',
].flatMap((setting) => ['-c', setting])

/** Enough for the longest list of refs that is taken. */
const LIST_MEMORY_BYTES = 256 << 20

/**
 * A remote reached through the system's git, for every transport that it knows. It is long because its functions share
 * the processes of git.
 */
export function createSystemGit(options: SystemGitOptions): Remote {
  const { address, limits } = options
  const running = new Set<ChildProcess>()
  const closing = new AbortController()
  /** The address itself, or where it redirects to. */
  let url = address.url

  async function run(
    args: readonly string[],
    within: Pick<GitRun, 'seconds' | 'maxBytes' | 'maxMemoryBytes'>,
    isRemote = true,
  ): Promise<string> {
    const credentials = options.readCredentials()
    const { program } = options
    const result = await runGit(
      { ...within, program, args, credentials, isRemote, running },
      options,
    )
    if (result.code === 0) return result.output
    throw explain(result.errors, credentials, result.stopped)
  }

  function explain(
    errors: string,
    credentials: Credentials | undefined,
    code?: RepositoryErrorCode,
  ): RepositoryError {
    const message = redact(errors, [address.password, ...(credentials?.secrets ?? [])])
    return explainFailure({ url: address.url, message, code, limits })
  }

  async function listRefs(patterns: readonly string[]): Promise<RemoteHeads> {
    const args = ['ls-remote', '--symref', '--', url, 'HEAD', ...patterns]
    const { maxBytes } = limits
    const maxMemoryBytes = Math.min(limits.maxMemoryBytes, LIST_MEMORY_BYTES)
    const seconds = 2 * limits.silenceSeconds
    try {
      return parseRefs(await run(args, { seconds, maxBytes, maxMemoryBytes }))
    } catch (cause) {
      if (!isTooLarge(cause)) throw cause
      throw new RepositoryError(`${address.url}: ${LIST_TOO_LARGE}`, { code: 'too-large', cause })
    }
  }

  /** Lists again where a redirect leads, if it is allowed, as git itself follows none; and says what else there is. */
  async function lookCloser(patterns: readonly string[]): Promise<RemoteHeads | undefined> {
    const credentials = options.readCredentials()
    try {
      const { signal } = closing
      const found = await discover(address.url, { ...options, credentials, signal })
      if (found.url === url) return undefined
      url = found.url
    } catch (error) {
      // It may be reached through a proxy only, of which git knows.
      if (!(error instanceof AnswerError)) return undefined
      throw explain(error.message, credentials, error.code)
    }
    return listRefs(patterns)
  }

  async function fetchRefs(
    { gitDir, maxBytes }: Pick<FetchOptions, 'gitDir' | 'maxBytes'>,
    depthArgs: readonly string[],
    refs: readonly string[],
  ): Promise<void> {
    const how = ['--progress', '--no-tags', '--no-recurse-submodules', '--force', ...depthArgs]
    const args = [`--git-dir=${gitDir}`, 'fetch', ...how, '--', url, ...refs]
    const { maxMemoryBytes, transferSeconds } = limits
    const before = packBytes(gitDir)
    try {
      await run(args, { seconds: transferSeconds, maxBytes, maxMemoryBytes })
    } catch (cause) {
      // git says that `index-pack` failed, not that it was stopped when its file could not grow.
      if (packBytes(gitDir) - before < maxBytes - 1024) throw cause
      const message = tooLargeMessage(before + maxBytes)
      throw new RepositoryError(`${address.url}: ${message}`, { code: 'too-large', cause })
    }
  }

  return {
    async list(branches) {
      const patterns =
        branches === 'all'
          ? ['refs/heads/*', 'refs/tags/*']
          : branches.map((branch) => `refs/heads/${branch}`)
      try {
        const heads = await listRefs(patterns)
        if (heads.oids.size > 0 || address.transport !== 'http') return heads
        return (await lookCloser(patterns)) ?? heads
      } catch (error) {
        // A remote that hangs is not asked a second time.
        const isOver =
          closing.signal.aborted || (error instanceof RepositoryError && error.code === 'timeout')
        if (address.transport !== 'http' || isOver) throw error
        const isMoved = url !== address.url
        url = address.url
        const heads = isMoved ? undefined : await lookCloser(patterns)
        if (heads === undefined) throw error
        return heads
      }
    },
    async fetch({ refs, depth, ...into }) {
      const depthArgs = {
        tip: ['--depth=1'],
        new: [],
        all: existsSync(join(into.gitDir, 'shallow')) ? ['--unshallow'] : [],
      }
      const wanted = refs.map((ref) => `+${ref.remote}:${ref.local}`)
      await fetchRefs(into, depthArgs[depth], wanted)
    },
    fetchAll: (into) => fetchRefs(into, [], OTHER_REFS),
    async maintain(gitDir) {
      const args = [...GC_SETTINGS, `--git-dir=${gitDir}`, 'gc', '--quiet', '--prune=1.day.ago']
      const { transferSeconds, ...within } = limits
      await run(args, { ...within, seconds: transferSeconds }, false)
    },
    async close() {
      closing.abort()
      const ends = [...running].map(
        (child) => new Promise((resolve) => child.once('close', resolve)),
      )
      for (const child of running) endGit(child)
      await Promise.all(ends)
    },
  }
}

/** HEAD, branches and tags; a pattern may match others. */
function isWanted(name: string): boolean {
  return name === 'HEAD' || (/^refs\/(?:heads|tags)\//.test(name) && !name.endsWith('^{}'))
}

function parseRefs(output: string): RemoteHeads {
  const oids = new Map<string, string>()
  let defaultRef: string | undefined
  for (const line of output.split('\n')) {
    const [value = '', name = ''] = line.split('\t')
    if (value.startsWith('ref: refs/heads/') && name === 'HEAD') defaultRef = value.slice(5)
    else if (/^[0-9a-f]{40}$/.test(value) && isWanted(name)) oids.set(name, value)
  }
  const head = oids.get('HEAD')
  if (defaultRef !== undefined && head !== undefined) oids.set(defaultRef, head)
  return { defaultRef, oids }
}
