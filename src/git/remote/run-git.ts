import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { kill } from 'node:process'
import type { RepositoryErrorCode } from '../../errors.ts'
import type { Credentials } from './credentials.ts'
import {
  LIST_TOO_LARGE,
  MAX_LIST_BYTES,
  MIN_BYTES_PER_SECOND,
  type RemoteLimits,
} from './limits.ts'
import type { RemoteOptions } from './remote.ts'

/** Absolute path of the `git` on PATH; undefined when there is none. */
export function findGit(environment: RemoteOptions['environment']): string | undefined {
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

/** A use of git, without the machine's configuration. */
export interface GitRun {
  /** Absolute path of the program. */
  readonly program: string
  readonly args: readonly string[]
  readonly credentials: Credentials | undefined
  /** Of a file that it writes. */
  readonly maxBytes: number
  /** Of each process. */
  readonly maxMemoryBytes: number
  /** After which it is ended. */
  readonly seconds: number
  /** Whether it talks to the remote: then it is ended when that is silent. */
  readonly isRemote: boolean
  /** Where it is until it ends. */
  readonly running: Set<ChildProcess>
}

interface GitResult {
  /** `null` when it was ended or could not be started. */
  readonly code: number | null
  readonly output: string
  /** The last thousands of characters. */
  readonly errors: string
  /** Why it was ended. */
  readonly stopped: RepositoryErrorCode | undefined
}

const MAX_ERROR_CHARACTERS = 4000

// The kernel keeps the limits for git and whatever it starts. `ulimit` is not in all shells the same: what it does not know
// is left out. The unit of -f is 512 bytes, of -d 1024 bytes.
const LIMITED = '{ ulimit -c 0; ulimit -f "$1"; ulimit -d "$2"; } 2>/dev/null; shift 2; exec "$@"'

/** Program and arguments that run a command within limits: of a file that it writes, and of the memory of each process. */
export function withinLimits(
  command: readonly string[],
  { maxBytes, maxMemoryBytes }: Pick<GitRun, 'maxBytes' | 'maxMemoryBytes'>,
): [program: string, args: string[]] {
  const maxima = [Math.ceil(maxBytes / 512), Math.ceil(maxMemoryBytes / 1024)]
  return ['/bin/sh', ['-c', LIMITED, 'sh', ...maxima.map(String), ...command]]
}

/** Runs git within limits. Never rejects. */
export function runGit(run: GitRun, options: RemoteOptions): Promise<GitResult> {
  const { limits, onActivity } = options
  return new Promise((resolve) => {
    let output = ''
    let errors = ''
    const command = [run.program, ...safeSettings(limits), ...run.args]
    const child = spawn(...withinLimits(command, run), {
      env: gitEnvironment(options, run.credentials),
      cwd: '/',
      // A process group of its own, see `endGit`.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    run.running.add(child)
    let stopped: RepositoryErrorCode | undefined
    const stop = (why: string, code: RepositoryErrorCode = 'timeout'): void => {
      stopped = code
      errors += `\n${why}`
      endGit(child)
    }
    const { seconds } = run
    const timer = setTimeout(() => stop(`gave up after ${seconds} seconds`), seconds * 1000)
    const silence = watchSilence(run.isRemote ? limits.silenceSeconds : undefined, stop)
    const finish = (code: number | null): void => {
      clearTimeout(timer)
      silence.end()
      run.running.delete(child)
      resolve({ code, output, errors, stopped })
    }
    child.on('error', (error) => {
      errors += error.message
      finish(null)
    })
    child.on('close', finish)
    // With too many open files it is not started, and has no streams: the error tells.
    if (child.pid === undefined) return
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      onActivity()
      output += text
      if (output.length > MAX_LIST_BYTES) {
        output = ''
        stop(LIST_TOO_LARGE, 'too-large')
      }
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      // What git says once it was ended does not explain why.
      if (stopped !== undefined) return
      onActivity()
      // What follows is work of our own.
      if (/^(Receiving|Unpacking) objects: 100%.*done/m.test(text)) silence.end()
      else silence.restart()
      errors = (errors + text).slice(-MAX_ERROR_CHARACTERS)
    })
  })
}

/** Ends git and what it has started: `git-remote-https` or `ssh` would go on and keep its pipes open. */
export function endGit({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    kill(-pid, 'SIGTERM')
  } catch {
    // They have ended already.
  }
}

/** Calls `stop` with a reason after so many seconds without `restart`; undefined: never. */
export function watchSilence(
  seconds: number | undefined,
  stop: (why: string) => void,
): { restart(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined
  function end(): void {
    clearTimeout(timer)
  }
  function restart(): void {
    if (seconds === undefined) return
    end()
    timer = setTimeout(() => stop(`gave up after ${seconds} seconds of silence`), seconds * 1000)
  }
  restart()
  return { restart, end }
}

// Nothing of the machine's configuration may start a program, write elsewhere or pack under a reader.
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
    // One pack, whose size is limited, and not files of which each one is.
    ['fetch.unpackLimit', '1'],
    // Each thread has its own share of memory.
    ['pack.threads', '2'],
    // It would go to whichever host, with the credentials.
    ['http.followRedirects', 'false'],
    ['http.lowSpeedLimit', `${MIN_BYTES_PER_SECOND}`],
    ['http.lowSpeedTime', `${silenceSeconds}`],
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

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
  options: RemoteOptions,
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
    GIT_ALLOW_PROTOCOL: protocols[address.transport],
    GIT_SSH_VARIANT: 'ssh',
    GIT_SSH_COMMAND: `${environment['GIT_SSH_COMMAND'] ?? 'ssh'} -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=15`,
  })
  if (credentials === undefined) return result
  // In the environment and not in the arguments, which every user of the machine can read.
  return Object.assign(result, {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${credentials.origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${credentials.authorization}`,
  })
}
