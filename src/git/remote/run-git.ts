import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { kill } from 'node:process'
import type { Environment } from '../git-config.ts'
import type { RemoteLimits } from './limits.ts'

/** Returns the absolute path of the `git` on PATH; undefined if there is none. */
export function findGit(environment: Environment): string | undefined {
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

// The kernel enforces the limits for git and its children. Shells differ in `ulimit`: an unsupported limit is
// skipped. The unit of -f is 512 bytes, that of -d 1024 bytes.
const LIMITED = '{ ulimit -c 0; ulimit -f "$1"; ulimit -d "$2"; } 2>/dev/null; shift 2; exec "$@"'

/**
 * Starts a command with limits on file size and on the memory of each process, in a process group of its own, see
 * `endGit`. `environment` is all that it gets.
 */
export function spawnWithin(
  { maxBytes, maxMemoryBytes }: Pick<RemoteLimits, 'maxBytes' | 'maxMemoryBytes'>,
  command: readonly string[],
  environment: Environment,
  stdio: StdioOptions,
): ChildProcess {
  const maxima = [Math.ceil(maxBytes / 512), Math.ceil(maxMemoryBytes / 1024)]
  const args = ['-c', LIMITED, 'sh', ...maxima.map(String), ...command]
  return spawn('/bin/sh', args, { env: environment, cwd: '/', detached: true, stdio })
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
