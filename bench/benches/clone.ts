import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hasHttpBackend, startGitServer } from '../../test/support/git-server.ts'
import type { Row, Setting } from '../bench.ts'
import { figuresOf, runInTurn } from '../run.ts'
import { benchFolder, git } from '../sample.ts'

/** Number of commits, along first parents, that the fetch brings. */
const NEW_COMMITS = 20

/** A remote for one side, which moves the branch itself. */
export interface ClonedRemote {
  readonly url: string
  /** Path of the repository that is served. */
  readonly repo: string
  readonly branch: string
  /** Commits of the branch at first and before the second fetch. */
  readonly before: string
  readonly tip: string
}

/** The steps of a clone, by the names of a side's figures: milliseconds, and with the suffix `Memory` megabytes. */
const STEPS: Readonly<Record<string, string>> = {
  first: 'first clone, the tip alone',
  history: 'the rest of its history',
  fetch: `${NEW_COMMITS} new commits`,
}

/**
 * Clones over http, compared with git. Without git on PATH, isomorphic-git does everything; with git on PATH, git only
 * fetches the history. Memory is the peak of the process that receives the pack, excluding file-backed memory.
 */
export async function rows(setting: Setting): Promise<Row[]> {
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
}

async function rowsOf(setting: Setting, name: string, remote: ClonedRemote): Promise<Row[]> {
  const [alone = [], both = [], plain = []] = await runInTurn(setting, [
    { name: 'clone-gitglot', argument: { ...remote, path: '' } },
    { name: 'clone-gitglot', argument: { ...remote, path: process.env['PATH'] ?? '' } },
    { name: 'clone-git', argument: remote },
  ])
  return Object.entries(STEPS).flatMap(([step, what]) =>
    [
      { runs: alone, engine: 'without git' },
      { runs: both, engine: 'with git' },
    ].flatMap(({ runs, engine }): Row[] => [
      {
        what: `${name}, ${what}, ${engine}`,
        unit: 'ms',
        ours: figuresOf(runs, step),
        otherName: 'git',
        others: figuresOf(plain, step),
      },
      {
        what: `${name}, ${what}, ${engine}: memory`,
        unit: 'MB',
        ours: figuresOf(runs, `${step}Memory`),
        otherName: 'git',
        others: figuresOf(plain, `${step}Memory`),
      },
    ]),
  )
}

function nameOf(origin: string): string {
  return basename(origin).replace(/\.(bundle|git)$/, '')
}

/** Creates a copy to serve, with only the default branch. */
function prepare(origin: string): Omit<ClonedRemote, 'url'> {
  const repo = join(benchFolder(), `clone-${nameOf(origin)}.git`)
  if (existsSync(repo)) rmSync(repo, { recursive: true })
  git('.', ['clone', '--quiet', '--bare', origin, repo])
  const refs = git(repo, ['for-each-ref', '--format=%(refname)']).split('\n')
  const head = git(repo, ['symbolic-ref', 'HEAD'])
  // A bundle may lack HEAD.
  const branch = refs.includes(head) ? head : refs.find((ref) => ref.startsWith('refs/heads/'))
  if (branch === undefined) throw new Error(`${origin}: expected a branch`)
  git(repo, ['symbolic-ref', 'HEAD', branch])
  const others = refs.filter((ref) => ref !== branch)
  git(repo, ['update-ref', '--stdin'], others.map((ref) => `delete ${ref}\n`).join(''))
  const line = git(repo, ['rev-list', '--first-parent', `--max-count=${NEW_COMMITS + 1}`, branch])
  const commits = line.split('\n')
  const [tip = '', before = ''] = [commits[0], commits.at(-1)]
  return { repo, branch: branch.slice('refs/heads/'.length), before, tip }
}
