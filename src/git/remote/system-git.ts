import type { ChildProcess } from 'node:child_process'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { packBytes } from './clone-folder.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import { explainFailure, isTooLarge } from './failure.ts'
import {
  createHeads,
  type Engine,
  type EngineOptions,
  type FetchOptions,
  type RemoteHeads,
} from './git-engine.ts'
import {
  LIST_TOO_LARGE,
  MAX_LIST_BYTES,
  MIN_BYTES_PER_SECOND,
  type RemoteLimits,
  tooLargeMessage,
} from './limits.ts'
import { endGit, spawnWithin, watchSilence } from './run-git.ts'

const OTHER_REFS = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']

/** Keeps git's repack below its default memory use. */
const GC_SETTINGS = [
  'pack.windowMemory=64m',
  'pack.deltaCacheSize=64m',
  'gc.writeCommitGraph=true',
].flatMap((setting) => ['-c', setting])

/** Enough for the longest accepted list of refs. */
const LIST_MEMORY_BYTES = 256 << 20
const MAX_ERROR_CHARACTERS = 4000

/** A remote reached through the system's git, over any transport that git supports. */
export class SystemGit implements Engine {
  readonly #options: EngineOptions
  readonly #program: string
  readonly #running = new Set<ChildProcess>()

  /** `program` is the absolute path of git. */
  constructor(options: EngineOptions, program: string) {
    this.#options = options
    this.#program = program
  }

  async list(branches: readonly string[] | 'all'): Promise<RemoteHeads> {
    const patterns =
      branches === 'all'
        ? ['refs/heads/*', 'refs/tags/*']
        : branches.map((branch) => `refs/heads/${branch}`)
    const { limits, address, place } = this.#options
    const maxMemoryBytes = Math.min(limits.maxMemoryBytes, LIST_MEMORY_BYTES)
    const within = { ...limits, maxMemoryBytes, transferSeconds: 2 * limits.silenceSeconds }
    try {
      const args = ['ls-remote', '--symref', '--', place.url, 'HEAD', ...patterns]
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
      all: ['--unshallow'],
      others: [],
    }[depth]
    const refspecs =
      depth === 'others' ? OTHER_REFS : refs.map((ref) => `+${ref.remote}:${ref.local}`)
    const { address, limits, place } = this.#options
    const how = ['--progress', '--no-tags', '--no-recurse-submodules', '--force', ...depthArgs]
    const args = [`--git-dir=${gitDir}`, 'fetch', ...how, '--', place.url, ...refspecs]
    const before = packBytes(gitDir)
    try {
      await this.#run(args, { ...limits, maxBytes })
    } catch (cause) {
      // git reports only that `index-pack` failed, not that its file reached the size limit.
      if (packBytes(gitDir) - before < maxBytes - 1024) throw cause
      const message = tooLargeMessage(before + maxBytes)
      throw new RepositoryError('too-large', `${address.url}: ${message}`, { cause })
    }
  }

  async maintain(gitDir: string): Promise<void> {
    const args = [...GC_SETTINGS, `--git-dir=${gitDir}`, 'gc', '--quiet', '--prune=1.day.ago']
    await this.#run(args, this.#options.limits, false)
  }

  async close(): Promise<void> {
    const ends = [...this.#running].map(
      (child) => new Promise((resolve) => child.once('close', resolve)),
    )
    for (const child of this.#running) endGit(child)
    await Promise.all(ends)
  }

  /**
   * Runs git within limits, without the machine's configuration. `isRemote` says whether it talks to the remote, whose
   * silence then ends it. Resolves to its output.
   */
  async #run(args: readonly string[], within: RemoteLimits, isRemote = true): Promise<string> {
    const { address, environment, limits, onActivity } = this.#options
    const credentials = readCredentials(address, environment)
    const command = [this.#program, ...safeSettings(limits), ...args]
    const env = gitEnvironment(this.#options, credentials)
    const child = spawnWithin(within, command, env, ['ignore', 'pipe', 'pipe'])
    this.#running.add(child)
    let output = ''
    let message = ''
    let stopped: RepositoryErrorCode | undefined
    const stop = (why: string, code: RepositoryErrorCode = 'timeout'): void => {
      stopped = code
      message += `\n${why}`
      endGit(child)
    }
    const seconds = within.transferSeconds
    const timer = setTimeout(() => stop(`gave up after ${seconds} seconds`), seconds * 1000)
    const silence = isRemote ? watchSilence(limits.silenceSeconds, stop) : undefined
    // With too many open files, spawning fails and there are no streams; the error event reports it.
    const [stdout, stderr] = child.pid === undefined ? [] : [child.stdout, child.stderr]
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      onActivity()
      output += text
      if (output.length > MAX_LIST_BYTES) {
        output = ''
        stop(LIST_TOO_LARGE, 'too-large')
      }
    })
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Output after the end of git does not explain why it was ended.
      if (stopped !== undefined) return
      onActivity(text.match(/Receiving objects: [^\r\n]+/g)?.at(-1))
      // From here on git works locally, so silence is fine.
      if (/^(Receiving|Unpacking) objects: 100%.*done/m.test(text)) clearTimeout(silence)
      else silence?.refresh()
      message = (message + text).slice(-MAX_ERROR_CHARACTERS)
    })
    const exitCode = await new Promise((resolve) => {
      child.on('close', resolve).on('error', (error) => {
        message += error.message
        resolve(null)
      })
    })
    clearTimeout(timer)
    clearTimeout(silence)
    this.#running.delete(child)
    if (exitCode === 0) return output
    const secrets = [address.password, ...(credentials?.secrets ?? [])]
    throw explainFailure({ url: address.url, message, code: stopped, limits, secrets })
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

// Keeps the machine's configuration from starting programs, writing elsewhere, or repacking while others read.
function safeSettings({ silenceSeconds }: RemoteLimits): string[] {
  return [
    ['protocol.ext.allow', 'never'],
    ['credential.helper', ''],
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['core.askPass', ''],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['fetch.writeCommitGraph', 'false'],
    // Keeps objects in one pack, whose size the file limit bounds, instead of many loose files.
    ['fetch.unpackLimit', '1'],
    // Each thread uses its own memory.
    ['pack.threads', '2'],
    // Git would follow redirects to any host, and send the credentials along.
    ['http.followRedirects', 'false'],
    ['http.lowSpeedLimit', `${MIN_BYTES_PER_SECOND}`],
    ['http.lowSpeedTime', `${silenceSeconds}`],
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const PASSED_ON = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'XDG_CONFIG_HOME', 'SSH_AUTH_SOCK'],
  ...['GIT_SSL_CAINFO', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy', 'no_proxy', 'NO_PROXY'],
]

function gitEnvironment(
  { address, environment }: EngineOptions,
  credentials: Credentials | undefined,
): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name of PASSED_ON) {
    const value = environment[name]
    if (value !== undefined) result[name] = value
  }
  const isSecure = address.url.startsWith('https:')
  const protocols = { local: '', file: 'file', ssh: 'ssh', http: isSecure ? 'https' : 'http:https' }
  Object.assign(result, {
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: protocols[address.transport],
    GIT_SSH_VARIANT: 'ssh',
    GIT_SSH_COMMAND: `${environment['GIT_SSH_COMMAND'] ?? 'ssh'} -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=15`,
  })
  if (credentials === undefined) return result
  // Passed in the environment, since every user of the machine can read arguments.
  return Object.assign(result, {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${credentials.origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${credentials.authorization}`,
  })
}
