import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { goalRow, type Row, type Setting } from '../bench.ts'
import { runProgram } from '../run.ts'
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
  const options = ['--first-parent', '--diff-merges=first-parent', '--raw', '--no-renames']
  const log = await runProgram('git', ['-C', repo, 'log', ...options])
  const first = await measure(setting, { repo, cache })
  const again = await measure(setting, { repo, cache })
  const whole = goalRow('the whole history', 'ms', [first.history])
  return [
    { ...whole, otherName: 'git log --raw', others: [log.milliseconds] },
    ...first.answers.map(([what, taken]) => goalRow(what, 'ms', [taken])),
    goalRow('after a restart: the whole history', 'ms', [again.history], MOST_MS),
    ...again.answers.map(([what, taken]) =>
      goalRow(`after a restart: ${what}`, 'ms', [taken], MOST_MS),
    ),
  ].map((row) => ({ ...row, what: `95 components, 20,000 commits: ${row.what}` }))
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
