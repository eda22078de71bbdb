import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { kill } from 'node:process'
import { type Address, redact } from '../../address.ts'
import { RepositoryError } from '../../errors.ts'
import type { Credentials } from './credentials.ts'
import { explainFailure } from './failure.ts'
import type { Remote, RemoteHeads } from './remote.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface SystemGitOptions {
  /** Absolute path of the program. */
  readonly program: string
  readonly address: Address
  /** Called before each use: tokens in files change. */
  readonly readCredentials: () => Credentials | undefined
  readonly environment: Environment
}

/** Absolute path of the `git` on PATH; undefined when there is none. */
export function findGit(environment: Environment): string | undefined {
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    const program = join(folder, 'git')
    if (!program.startsWith('/')) continue
    try {
      accessSync(program, constants.X_OK)
      if (statSync(program).isFile()) return program
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

const OTHER_REFS = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']
const LIST_SECONDS = 120
const FETCH_SECONDS = 3600

/** A remote reached through the system's git, for every transport that it knows. */
export function createSystemGit(options: SystemGitOptions): Remote {
  const { address } = options
  const running = new Set<ChildProcess>()

  async function run(args: readonly string[], seconds: number): Promise<string> {
    const credentials = options.readCredentials()
    const result = await runGit({
      program: options.program,
      args: [...SAFE_SETTINGS, ...args],
      environment: gitEnvironment(options, credentials),
      seconds,
      running,
    })
    if (result.code === 0) return result.output
    const message = redact(result.errors, [address.password, ...(credentials?.secrets ?? [])])
    throw new RepositoryError(explainFailure({ url: address.url, message }))
  }

  async function fetchRefs(
    gitDir: string,
    depthArgs: readonly string[],
    refs: readonly string[],
  ): Promise<void> {
    const quietly = ['--quiet', '--no-tags', '--no-recurse-submodules', '--force']
    const args = [`--git-dir=${gitDir}`, 'fetch', ...quietly, ...depthArgs]
    await run([...args, '--', address.url, ...refs], FETCH_SECONDS)
  }

  return {
    async list(branches) {
      const refs = branches.map((branch) => `refs/heads/${branch}`)
      const args = ['ls-remote', '--symref', '--', address.url, 'HEAD', ...refs]
      const wanted = new Set(['HEAD', ...refs])
      return parseRefs(await run(args, LIST_SECONDS), (name) => wanted.has(name))
    },
    async fetch({ gitDir, refs, depth }) {
      const depthArgs = {
        tip: ['--depth=1'],
        new: [],
        all: existsSync(join(gitDir, 'shallow')) ? ['--unshallow'] : [],
      }
      const wanted = refs.map((ref) => `+${ref.remote}:${ref.local}`)
      await fetchRefs(gitDir, depthArgs[depth], wanted)
    },
    async listAll() {
      const args = ['ls-remote', '--refs', '--', address.url, 'refs/heads/*', 'refs/tags/*']
      return parseRefs(await run(args, LIST_SECONDS), isBranchOrTag).oids
    },
    fetchAll: (gitDir) => fetchRefs(gitDir, [], OTHER_REFS),
    async close() {
      const ends = [...running].map(
        (child) => new Promise((resolve) => child.once('close', resolve)),
      )
      for (const child of running) end(child)
      await Promise.all(ends)
    },
  }
}

// Nothing of the machine's configuration may start a program, write elsewhere or pack under a reader.
const SAFE_SETTINGS: readonly string[] = [
  ['protocol.ext.allow', 'never'],
  ['credential.helper', ''],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.askPass', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])

const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'SSH_AUTH_SOCK',
  'GIT_SSL_CAINFO',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'all_proxy',
  'no_proxy',
  'NO_PROXY',
]

function gitEnvironment(
  options: SystemGitOptions,
  credentials: Credentials | undefined,
): Record<string, string> {
  const { address, environment } = options
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
    // Also keeps a redirect from leaving the protocol.
    GIT_ALLOW_PROTOCOL: protocols[address.transport],
    GIT_SSH_VARIANT: 'ssh',
    GIT_SSH_COMMAND: `${environment['GIT_SSH_COMMAND'] ?? 'ssh'} -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=15`,
  })
  if (credentials === undefined) return result
  // In the environment and not in the arguments, which every user of the machine can read.
  return Object.assign(result, {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: `http.${new URL(address.url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${credentials.authorization}`,
    // git would repeat the header to whichever host it is sent to.
    GIT_CONFIG_KEY_1: 'http.followRedirects',
    GIT_CONFIG_VALUE_1: 'false',
  })
}

interface RunOptions {
  readonly program: string
  readonly args: readonly string[]
  readonly environment: Record<string, string>
  readonly seconds: number
  readonly running: Set<ChildProcess>
}

const MAX_OUTPUT_CHARACTERS = 16 * 1024 * 1024
const MAX_ERROR_CHARACTERS = 4000

function runGit(
  options: RunOptions,
): Promise<{ code: number | null; output: string; errors: string }> {
  return new Promise((resolve) => {
    let output = ''
    let errors = ''
    const child = spawn(options.program, options.args, {
      env: options.environment,
      cwd: '/',
      // A process group of its own, see `end`.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    options.running.add(child)
    const stop = (why: string): void => {
      errors += why
      end(child)
    }
    const timer = setTimeout(
      () => stop(`gave up after ${options.seconds} seconds`),
      options.seconds * 1000,
    )
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.length > MAX_OUTPUT_CHARACTERS) stop('the remote sent too much')
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERROR_CHARACTERS)
    })
    const settle = (code: number | null): void => {
      clearTimeout(timer)
      options.running.delete(child)
      resolve({ code, output, errors })
    }
    child.on('error', (error) => {
      errors += error.message
      settle(null)
    })
    child.on('close', settle)
  })
}

/** Ends git and what it has started: `git-remote-https` or `ssh` would go on and keep its pipes open. */
function end({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    kill(-pid, 'SIGTERM')
  } catch {
    // They have ended already.
  }
}

function isBranchOrTag(name: string): boolean {
  return /^refs\/(?:heads|tags)\//.test(name)
}

function parseRefs(output: string, isWanted: (name: string) => boolean): RemoteHeads {
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
