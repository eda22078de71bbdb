import { spawnSync } from 'node:child_process'
import { hasHttpBackend } from './git-server.ts'

const runs = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0

/** What tests need of the machine beside Node.js, and which of them are skipped without it. */
const needs = [
  { what: 'git', isThere: runs('git', '--version'), skipped: 'what runs git or compares with it' },
  { what: 'git http-backend', isThere: hasHttpBackend(), skipped: 'clones over http' },
  { what: 'bash', isThere: runs('bash', '-c', 'true'), skipped: 'completion in bash' },
  { what: 'fish', isThere: runs('fish', '-c', 'true'), skipped: 'completion in fish' },
  { what: 'zsh', isThere: runs('zsh', '-c', 'true'), skipped: 'completion in zsh' },
  { what: 'groff', isThere: runs('groff', '--version'), skipped: 'the look of the manual page' },
]

/** Says before the tests which ones are skipped and why, so that nobody takes them for passed. */
export function setup(): void {
  for (const { what, isThere, skipped } of needs) {
    if (!isThere) process.stderr.write(`skipped for want of ${what}: ${skipped}\n`)
  }
}
