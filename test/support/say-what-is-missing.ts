import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { hasChromium } from './chromium.ts'
import { hasFeedparser } from './feedparser.ts'
import { hasHttpBackend } from './git-server.ts'
import { hasPrometheus } from './prometheus.ts'
import { hasRedis } from './redis.ts'

const runs = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0

interface Need {
  readonly what: string
  readonly isThere: boolean
  /** What is skipped without it. */
  readonly skipped: string
  /** How the condition of a skipped test reads. */
  readonly condition: RegExp
}

/** What tests need of the machine beside Node.js, and which of them are skipped without it. */
export const needs: readonly Need[] = [
  {
    what: 'git',
    isThere: runs('git', '--version'),
    skipped: 'what runs git or compares with it',
    condition: /^!?hasGit\(\)|^isWithoutGit\b/,
  },
  {
    what: 'git http-backend',
    isThere: hasHttpBackend(),
    skipped: 'clones over http',
    condition: /^!hasHttpBackend\(\)/,
  },
  {
    what: '/proc',
    isThere: existsSync('/proc/self/stat'),
    skipped: 'the ends of processes',
    condition: /^!hasProc\b/,
  },
  {
    what: 'mounting a tmpfs in a namespace (unshare -m, as root)',
    isThere: runs('unshare', '-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'),
    skipped: 'full disks',
    condition: /^!canMount\b/,
  },
  {
    what: '/proc/self/fd',
    isThere: existsSync('/proc/self/fd'),
    skipped: 'counts of open files',
    condition: /^existsSync\('\/proc\/self\/fd'\)/,
  },
  ...['bash', 'fish', 'zsh'].map((shell) => ({
    what: shell,
    isThere: runs(shell, '-c', 'true'),
    skipped: `completion in ${shell}`,
    condition: new RegExp(`^!hasShell\\('${shell}'\\)`),
  })),
  {
    what: 'feedparser (.ci/install-clients)',
    isThere: hasFeedparser(),
    skipped: 'feeds as feedparser reads them',
    condition: /^!hasFeedparser\(\)/,
  },
  {
    what: "Prometheus' parser (.ci/install-clients)",
    isThere: hasPrometheus(),
    skipped: 'metrics as Prometheus reads them',
    condition: /^!hasPrometheus\(\)/,
  },
  {
    what: "Debian's chromium",
    isThere: hasChromium(),
    skipped: 'pages in a real browser',
    condition: /^!hasChromium\(\)/,
  },
  {
    what: 'nginx',
    isThere: runs('nginx', '-v'),
    skipped: 'a cache before the server',
    condition: /^!hasNginx\)/,
  },
  {
    what: 'systemd-analyze',
    isThere: runs('systemd-analyze', '--version'),
    skipped: 'what systemd says of its unit',
    condition: /^!hasSystemd\)/,
  },
  {
    what: 'redis-server',
    isThere: hasRedis,
    skipped: 'several servers that share digests',
    condition: /^!hasRedis\)/,
  },
  {
    what: 'groff',
    isThere: runs('groff', '--version'),
    skipped: 'the look of the manual page',
    condition: /^spawnSync\('groff'/,
  },
]

/** Says before the tests which ones are skipped and why, so that nobody takes them for passed. */
export function setup(): void {
  for (const { what, isThere, skipped } of needs) {
    if (!isThere) process.stderr.write(`skipped for want of ${what}: ${skipped}\n`)
  }
}
