import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { packBytes } from './clone-folder.ts'
import type { Credentials } from './credentials.ts'
import { explainFailure, isTooLarge } from './failure.ts'
import type { RemoteLocation } from './git-http.ts'
import { LIST_TOO_LARGE, tooLargeMessage } from './limits.ts'
import type { FetchOptions, FetchTarget, Remote, RemoteHeads, RemoteOptions } from './remote.ts'
import { createHeads } from './remote-heads.ts'
import { endGit, type GitLimits, runGit } from './run-git.ts'

interface SystemGitOptions extends RemoteOptions {
  /** Address after redirects, since git is told not to follow any. */
  readonly place: Pick<RemoteLocation, 'url'>
  /** Absolute path of the program. */
  readonly program: string
  /** Called before each use, since token files change. */
  readonly readCredentials: () => Credentials | undefined
}

const OTHER_REFS = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']

/** Keeps git's repack below its default memory use. */
const GC_SETTINGS = [
  'pack.windowMemory=64m',
  'pack.deltaCacheSize=64m',
  'gc.writeCommitGraph=true',
].flatMap((setting) => ['-c', setting])

/** Enough for the longest accepted list of refs. */
const LIST_MEMORY_BYTES = 256 << 20

/** A remote reached through the system's git, over any transport that git supports. */
export class SystemGit implements Remote {
  readonly #options: SystemGitOptions
  readonly #running = new Set<ChildProcess>()

  constructor(options: SystemGitOptions) {
    this.#options = options
  }

  async list(branches: readonly string[] | 'all'): Promise<RemoteHeads> {
    const patterns =
      branches === 'all'
        ? ['refs/heads/*', 'refs/tags/*']
        : branches.map((branch) => `refs/heads/${branch}`)
    const args = ['ls-remote', '--symref', '--', this.#options.place.url, 'HEAD', ...patterns]
    const { limits, address } = this.#options
    const maxMemoryBytes = Math.min(limits.maxMemoryBytes, LIST_MEMORY_BYTES)
    const within = { seconds: 2 * limits.silenceSeconds, maxBytes: limits.maxBytes, maxMemoryBytes }
    try {
      return parseRefs(await this.#run(args, within))
    } catch (cause) {
      if (!isTooLarge(cause)) throw cause
      throw new RepositoryError('too-large', `${address.url}: ${LIST_TOO_LARGE}`, { cause })
    }
  }

  async fetch({ gitDir, refs, depth, maxBytes }: FetchOptions): Promise<void> {
    const depthArgs = {
      tip: ['--depth=1'],
      new: [],
      all: existsSync(join(gitDir, 'shallow')) ? ['--unshallow'] : [],
    }
    const refspecs = refs.map((ref) => `+${ref.remote}:${ref.local}`)
    await this.#fetchRefs(gitDir, maxBytes, depthArgs[depth], refspecs)
  }

  fetchAll({ gitDir, maxBytes }: FetchTarget): Promise<void> {
    return this.#fetchRefs(gitDir, maxBytes, [], OTHER_REFS)
  }

  async maintain(gitDir: string): Promise<void> {
    const args = [...GC_SETTINGS, `--git-dir=${gitDir}`, 'gc', '--quiet', '--prune=1.day.ago']
    const { transferSeconds, ...within } = this.#options.limits
    await this.#run(args, { ...within, seconds: transferSeconds }, false)
  }

  async close(): Promise<void> {
    const ends = [...this.#running].map(
      (child) => new Promise((resolve) => child.once('close', resolve)),
    )
    for (const child of this.#running) endGit(child)
    await Promise.all(ends)
  }

  async #run(args: readonly string[], within: GitLimits, isRemote = true): Promise<string> {
    const { address, limits, program, readCredentials } = this.#options
    const credentials = readCredentials()
    const run = { ...within, program, args, credentials, isRemote, running: this.#running }
    const { code, output, errors, stopped } = await runGit(run, this.#options)
    if (code === 0) return output
    const secrets = [address.password, ...(credentials?.secrets ?? [])]
    throw explainFailure({ url: address.url, message: errors, code: stopped, limits, secrets })
  }

  async #fetchRefs(
    gitDir: string,
    maxBytes: number,
    depthArgs: readonly string[],
    refs: readonly string[],
  ): Promise<void> {
    const how = ['--progress', '--no-tags', '--no-recurse-submodules', '--force', ...depthArgs]
    const args = [`--git-dir=${gitDir}`, 'fetch', ...how, '--', this.#options.place.url, ...refs]
    const { maxMemoryBytes, transferSeconds } = this.#options.limits
    const before = packBytes(gitDir)
    try {
      await this.#run(args, { seconds: transferSeconds, maxBytes, maxMemoryBytes })
    } catch (cause) {
      // git reports only that `index-pack` failed, not that its file reached the size limit.
      if (packBytes(gitDir) - before < maxBytes - 1024) throw cause
      const message = tooLargeMessage(before + maxBytes)
      throw new RepositoryError('too-large', `${this.#options.address.url}: ${message}`, { cause })
    }
  }
}

/** Filters by prefix, since patterns may match refs other than branches and tags. */
function parseRefs(output: string): RemoteHeads {
  const rows = output.split('\n').map((line) => line.split('\t'))
  const head = rows.find(([value, name]) => name === 'HEAD' && value?.startsWith('ref: '))
  const refs = rows.flatMap(([oid = '', name = '']) =>
    name === 'HEAD' || /^refs\/(?:heads|tags)\//.test(name) ? { oid, name } : [],
  )
  const target = head?.[0]?.slice('ref: '.length)
  return createHeads(refs.map((ref) => (ref.name === 'HEAD' ? { ...ref, target } : ref)))
}
