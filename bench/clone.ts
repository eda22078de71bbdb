import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hasHttpBackend, startGitServer } from '../test/support/git-server.ts'
import type { Bench, Row, Setting } from './bench.ts'
import { runInTurn, type SideRun } from './run.ts'
import { benchFolder } from './sample.ts'

/** How many commits, along first parents, the fetch brings. */
const NEW_COMMITS = 20

/** A remote for a side: it moves the branch itself. */
export interface ClonedRemote {
  readonly url: string
  /** Path of the repository that is served. */
  readonly repo: string
  readonly branch: string
  /** Where the branch is at first, and when it is fetched again. */
  readonly before: string
  readonly tip: string
}

/** What a clone consists of, by the names of a side's figures: milliseconds, and with `Memory` behind it megabytes. */
const STEPS: Readonly<Record<string, string>> = {
  first: 'first clone, the tip alone',
  history: 'the rest of its history',
  fetch: `${NEW_COMMITS} new commits`,
}

/**
 * Clones over http, beside git: without git on PATH isomorphic-git does all of it, with git on PATH the history alone is
 * git's. Memory is the most that the one process beside gitglot has which takes the pack in, files in memory left out.
 */
export const clone: Bench = {
  name: 'clone',
  async rows(setting) {
    if (!hasHttpBackend()) return []
    const root = benchFolder()
    const server = await startGitServer({ root })
    const rows: Row[] = []
    try {
      for (const origin of setting.clones) {
        const remote = prepare(origin)
        const url = `${server.origin}/${basename(remote.repo)}`
        rows.push(...(await rowsOf(setting, nameOf(origin), { ...remote, url })))
      }
    } finally {
      await server.close()
    }
    return rows
  },
}

async function rowsOf(setting: Setting, name: string, remote: ClonedRemote): Promise<Row[]> {
  const [alone = [], both = [], git = []] = await runInTurn(setting, [
    { name: 'clone-gitglot', argument: { ...remote, path: '' } },
    { name: 'clone-gitglot', argument: { ...remote, path: process.env['PATH'] ?? '' } },
    { name: 'clone-git', argument: remote },
  ])
  const figures = (runs: readonly SideRun[], figure: string) =>
    runs.map((run) => run.figures?.[figure] ?? Number.NaN)
  return Object.entries(STEPS).flatMap(([step, what]) =>
    [
      { runs: alone, engine: 'without git' },
      { runs: both, engine: 'with git' },
    ].flatMap(({ runs, engine }): Row[] => [
      {
        what: `${name}, ${what}, ${engine}`,
        unit: 'ms',
        ours: figures(runs, step),
        otherName: 'git',
        others: figures(git, step),
      },
      {
        what: `${name}, ${what}, ${engine}: memory`,
        unit: 'MB',
        ours: figures(runs, `${step}Memory`),
        otherName: 'git',
        others: figures(git, `${step}Memory`),
      },
    ]),
  )
}

function nameOf(origin: string): string {
  return basename(origin).replace(/\.(bundle|git)$/, '')
}

/** A copy to serve, which has the default branch alone. */
function prepare(origin: string): Omit<ClonedRemote, 'url'> {
  const repo = join(benchFolder(), `clone-${nameOf(origin)}.git`)
  if (existsSync(repo)) rmSync(repo, { recursive: true })
  execFileSync('git', ['clone', '--quiet', '--bare', origin, repo])
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', repo, ...args], { input, encoding: 'utf8' }).trim()
  const refs = git(['for-each-ref', '--format=%(refname)']).split('\n')
  const head = git(['symbolic-ref', 'HEAD'])
  // A bundle may have no HEAD.
  const branch = refs.includes(head) ? head : refs.find((ref) => ref.startsWith('refs/heads/'))
  if (branch === undefined) throw new Error(`${origin}: expected a branch`)
  git(['symbolic-ref', 'HEAD', branch])
  const others = refs.filter((ref) => ref !== branch)
  git(['update-ref', '--stdin'], others.map((ref) => `delete ${ref}\n`).join(''))
  const line = git(['rev-list', '--first-parent', `--max-count=${NEW_COMMITS + 1}`, branch])
  const commits = line.split('\n')
  const [tip = '', before = ''] = [commits[0], commits.at(-1)]
  return { repo, branch: branch.slice('refs/heads/'.length), before, tip }
}
