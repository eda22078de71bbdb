import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Row, Setting } from '../bench.ts'
import { benchFolder } from '../sample.ts'
import { askUntil, end, startGitglot, waitUntilIdle } from '../server.ts'
import { monorepo, numberedConfig } from '../synthetic.ts'

const SIZE = { components: 95, languages: 45, strings: 50, commits: 20_000 }
/** Maximum time after a restart to answer everything computed before. */
const MOST_MS = 2000
/** Requests that need the whole history. */
const ANSWERS = {
  'credits of the project': '/api/projects/monorepo/credits/?start=2000-01-01&end=2030-01-01',
  'its changes': '/api/projects/monorepo/changes/',
  'metrics of all': '/api/metrics/',
}

/** Runs `gitglot serve` on a repository with many components and commits, without and with a cache. */
export async function rows(setting: Setting): Promise<Row[]> {
  const repo = monorepo(SIZE)
  const cache = join(benchFolder(), 'monorepo-cache')
  rmSync(cache, { recursive: true, force: true })
  const log = timed(() => {
    const options = ['--first-parent', '--diff-merges=first-parent', '--raw', '--no-renames']
    execFileSync('git', ['-C', repo, 'log', ...options], { maxBuffer: 1 << 28 })
  })
  const first = await measure(setting, { repo, cache })
  const again = await measure(setting, { repo, cache })
  return [
    row('the whole history', first.history, 'git log --raw', log),
    ...first.answers.map(([what, milliseconds]) => row(what, milliseconds)),
    row('after a restart: the whole history', again.history, 'goal', MOST_MS),
    ...again.answers.map(([what, milliseconds]) =>
      row(`after a restart: ${what}`, milliseconds, 'goal', MOST_MS),
    ),
  ]
}

interface Measured {
  /** Milliseconds from the start of the process until the history is read. */
  readonly history: number
  /** Milliseconds until each response, requested one after the other. */
  readonly answers: readonly (readonly [what: string, milliseconds: number])[]
}

async function measure(
  setting: Setting,
  { repo, cache }: { readonly repo: string; readonly cache: string },
): Promise<Measured> {
  const env = { ...process.env, XDG_CACHE_HOME: cache }
  const start = performance.now()
  const config = numberedConfig(repo, { slug: 'monorepo', components: SIZE.components })
  const server = await startGitglot(setting, config, env)
  const last = `/api/components/monorepo/c${SIZE.components - 1}/`
  await askUntil(server.port, last, ({ body }) => body.includes('"complete":true'))
  const history = performance.now() - start
  const answers: (readonly [string, number])[] = []
  for (const [what, path] of Object.entries(ANSWERS)) {
    await askUntil(server.port, path, ({ status }) => status === 200)
    answers.push([what, performance.now() - start])
  }
  await waitUntilIdle(server.process.pid)
  await end(server)
  return { history, answers }
}

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function row(what: string, ours: number, otherName = '', other?: number): Row {
  return {
    what: `95 components, 20,000 commits: ${what}`,
    unit: 'ms',
    ours: [ours],
    otherName,
    others: other === undefined ? [] : [other],
    ...(otherName === 'goal' && { target: { atMost: 1 } }),
  }
}
