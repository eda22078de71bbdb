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

/** Returns the absolute path of the `git` on PATH; undefined if there is none. */
export function findGit(environment: RemoteOptions['environment']): string | undefined {
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    const program = join(folder, 'git')
    if (!program.startsWith('/')) continue
    try {
      accessSync(program, constants.X_OK)
      if (statSync(program).isFile()) return program
    } catch {
      // This folder has no git.
    }
  }
  return undefined
}

/** Limits of a run of git. */
export interface GitLimits {
  /** Size limit of every file that git writes. */
  readonly maxBytes: number
  /** Memory limit of each process. */
  readonly maxMemoryBytes: number
  /** Timeout. */
  readonly seconds: number
}

/** A run of git, which ignores the machine's configuration. */
interface GitRun extends GitLimits {
  /** Absolute path of the program. */
  readonly program: string
  readonly args: readonly string[]
  readonly credentials: Credentials | undefined
  /** Whether git talks to the remote: if so, it is ended when the remote stays silent. */
  readonly isRemote: boolean
  /** Set that holds the child process while it runs. */
  readonly running: Set<ChildProcess>
}

interface GitResult {
  /** Exit code; `null` if git was ended or could not be started. */
  readonly code: number | null
  readonly output: string
  /** The last few thousand characters of stderr. */
  readonly errors: string
  /** Why git was ended by us. */
  readonly stopped: RepositoryErrorCode | undefined
}

const MAX_ERROR_CHARACTERS = 4000

// The kernel enforces the limits for git and its children. Shells differ in `ulimit`: an unsupported limit is
// skipped. The unit of -f is 512 bytes, that of -d 1024 bytes.
const LIMITED = '{ ulimit -c 0; ulimit -f "$1"; ulimit -d "$2"; } 2>/dev/null; shift 2; exec "$@"'

/** Returns a command that runs another one with limits on file size and on the memory of each process. */
export function withinLimits(
  command: readonly string[],
  maxBytes: number,
  maxMemoryBytes: number,
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
    const child = spawn(...withinLimits(command, run.maxBytes, run.maxMemoryBytes), {
      env: gitEnvironment(options, run.credentials),
      cwd: '/',
      // In its own process group, see `endGit`.
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
    const silence = run.isRemote ? watchSilence(limits.silenceSeconds, stop) : undefined
    const finish = (code: number | null): void => {
      clearTimeout(timer)
      clearTimeout(silence)
      run.running.delete(child)
      resolve({ code, output, errors, stopped })
    }
    child.on('error', (error) => {
      errors += error.message
      finish(null)
    })
    child.on('close', finish)
    // With too many open files, spawning fails and there are no streams; the error event reports it.
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
      // Output after the end of git does not explain why it was ended.
      if (stopped !== undefined) return
      onActivity(text.match(/Receiving objects: [^\r\n]+/g)?.at(-1))
      // From here on git works locally, so silence is fine.
      if (/^(Receiving|Unpacking) objects: 100%.*done/m.test(text)) clearTimeout(silence)
      else silence?.refresh()
      errors = (errors + text).slice(-MAX_ERROR_CHARACTERS)
    })
  })
}

/** Ends git and its children: `git-remote-https` or `ssh` would keep running and hold the pipes open. */
export function endGit({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    kill(-pid, 'SIGTERM')
  } catch {
    // They have already ended.
  }
}

/** Calls `stop` with a reason after `seconds` in which nobody refreshes the timer. */
export function watchSilence(seconds: number, stop: (why: string) => void): NodeJS.Timeout {
  return setTimeout(() => stop(`gave up after ${seconds} seconds of silence`), seconds * 1000)
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
  // Passed in the environment, since every user of the machine can read arguments.
  return Object.assign(result, {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${credentials.origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${credentials.authorization}`,
  })
}
