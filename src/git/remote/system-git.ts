import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from '../../address.ts'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { packBytes } from './clone-folder.ts'
import type { Credentials } from './credentials.ts'
import { explainFailure, isTooLarge } from './failure.ts'
import type { Place } from './git-http.ts'
import { LIST_TOO_LARGE, tooLargeMessage } from './limits.ts'
import type { FetchOptions, Remote, RemoteHeads, RemoteOptions } from './remote.ts'
import { createHeads } from './remote-heads.ts'
import { endGit, type GitRun, runGit } from './run-git.ts'

interface SystemGitOptions extends RemoteOptions {
  /** Git follows no redirects. */
  readonly place: Pick<Place, 'url'>
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
  const { address, limits, place } = options
  const running = new Set<ChildProcess>()
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
    const args = ['ls-remote', '--symref', '--', place.url, 'HEAD', ...patterns]
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

  async function fetchRefs(
    { gitDir, maxBytes }: Pick<FetchOptions, 'gitDir' | 'maxBytes'>,
    depthArgs: readonly string[],
    refs: readonly string[],
  ): Promise<void> {
    const how = ['--progress', '--no-tags', '--no-recurse-submodules', '--force', ...depthArgs]
    const args = [`--git-dir=${gitDir}`, 'fetch', ...how, '--', place.url, ...refs]
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
    list(branches) {
      const isAll = branches === 'all'
      return listRefs(isAll ? ['refs/heads/*', 'refs/tags/*'] : branches.map(refOf))
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
      const ends = [...running].map(
        (child) => new Promise((resolve) => child.once('close', resolve)),
      )
      for (const child of running) endGit(child)
      await Promise.all(ends)
    },
  }
}

function refOf(branch: string): string {
  return `refs/heads/${branch}`
}

/** A pattern may match other refs than branches and tags. */
function parseRefs(output: string): RemoteHeads {
  const rows = output.split('\n').map((line) => line.split('\t'))
  const head = rows.find(([value, name]) => name === 'HEAD' && value?.startsWith('ref: '))
  const refs = rows.flatMap(([oid = '', name = '']) =>
    name === 'HEAD' || /^refs\/(?:heads|tags)\//.test(name) ? { oid, name } : [],
  )
  const target = head?.[0]?.slice('ref: '.length)
  return createHeads(refs.map((ref) => (ref.name === 'HEAD' ? { ...ref, target } : ref)))
}
