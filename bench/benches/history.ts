import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Row, Setting } from '../bench.ts'
import { runInTurn } from '../run.ts'
import { benchFolder, configText, type Sample } from '../sample.ts'

/** Number of commits fetched for the refresh. */
const NEW_COMMITS = 20
/** With fewer rows, git takes less time than starting a thread. */
const FEWEST_ROWS = 5000

/**
 * Reads the rows of a component's history, first without a cache and then after a fetch that changes none of its files.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  const { samples, longSample } = setting
  for (const sample of longSample === undefined ? samples : [longSample, ...samples]) {
    rows.push(...(await rowsOf(setting, sample)))
  }
  for (const sample of setting.shortSamples) rows.push(await shortRow(setting, sample))
  for (const sample of samples) rows.push(await firstPageRow(setting, sample))
  return rows
}

async function rowsOf(setting: Setting, sample: Sample): Promise<Row[]> {
  const { name } = sample
  const { repo, tip, next } = prepare(sample)
  const argument = { repo, tip, next, masks: masksOf(sample), isPatch: false }
  const [ours = [], git = []] = await runInTurn(setting, [
    { name: 'history-gitglot', argument },
    { name: 'git-log', argument },
  ])
  const count = ours[0]?.agreed ?? 0
  const figures = (figure: string) => ours.map((run) => run.figures?.[figure] ?? Number.NaN)
  return [
    {
      what: `${count} rows of the history of ${name}`,
      unit: 'ms',
      ours: ours.map(({ milliseconds }) => milliseconds),
      otherName: 'git log --raw',
      others: git.map(({ milliseconds }) => milliseconds),
      ...(count < FEWEST_ROWS ? {} : { target: { atMost: 6 } }),
    },
    {
      what: `${NEW_COMMITS} new commits beside ${name}`,
      unit: 'ms',
      ours: figures('refresh'),
      otherName: 'indexing the whole history',
      others: figures('index'),
      target: { atMost: 0.05 },
    },
  ]
}

async function shortRow(setting: Setting, sample: Sample): Promise<Row> {
  const { name, repo, branch } = sample
  const tip = git(repo, ['rev-parse', branch])
  const argument = { repo, tip, next: tip, masks: masksOf(sample), isPatch: true }
  const [ours = [], others = []] = await runInTurn(setting, [
    { name: 'history-gitglot', argument },
    { name: 'git-log', argument },
  ])
  return {
    what: `${ours[0]?.agreed} rows of the short history of ${name}`,
    unit: 'ms',
    ours: ours.map(({ milliseconds }) => milliseconds),
    otherName: 'git log -p',
    others: others.map(({ milliseconds }) => milliseconds),
    target: { atMost: 10 },
  }
}

function masksOf({ settings }: Sample): string[] {
  return [settings.filemask, settings.template].filter((mask) => mask !== '')
}

async function firstPageRow(setting: Setting, sample: Sample): Promise<Row> {
  const argument = { configText: configText(sample) }
  const [runs = []] = await runInTurn(setting, [{ name: 'first-page', argument }])
  return {
    what: `first ${runs[0]?.agreed} changes of a translation on a cold index, ${sample.name}`,
    unit: 'ms',
    ours: runs.map(({ milliseconds }) => milliseconds),
    otherName: 'walking the history',
    others: runs.map(({ figures }) => figures?.['walk'] ?? Number.NaN),
    target: { atMost: 2 },
  }
}

/** Creates a clone with additional commits that change only one new file. */
function prepare({ repo: origin, name, branch }: Sample): {
  repo: string
  tip: string
  next: string
} {
  const repo = join(benchFolder(), `history-${name.replace('/', '-')}.git`)
  if (!existsSync(repo)) execFileSync('git', ['clone', '--quiet', '--mirror', origin, repo])
  const tip = git(repo, ['rev-parse', branch])
  let next = tip
  for (let day = 0; day < NEW_COMMITS; day++) {
    const blob = git(repo, ['hash-object', '-w', '--stdin'], `${day}\n`)
    const others = git(repo, ['ls-tree', next])
      .split('\n')
      .filter((line) => !line.endsWith('\tzz-notes'))
    const tree = git(repo, ['mktree'], `${others.join('\n')}\n100644 blob ${blob}\tzz-notes\n`)
    next = git(repo, ['commit-tree', tree, '-p', next, '-m', 'Notes'])
  }
  return { repo, tip, next }
}

function git(repo: string, args: readonly string[], input = ''): string {
  return execFileSync('git', ['-C', repo, ...args], { input, encoding: 'utf8', env: person }).trim()
}

const person = {
  PATH: process.env['PATH'],
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_AUTHOR_DATE: '1700000000 +0000',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
  GIT_COMMITTER_DATE: '1700000000 +0000',
}
