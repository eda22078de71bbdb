import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Row, Setting } from '../bench.ts'
import { figuresOf, runInTurn, timesOf } from '../run.ts'
import { benchFolder, configText, git, type Sample } from '../sample.ts'

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
  const [ours = [], others = []] = await runInTurn(setting, [
    { name: 'history-gitglot', argument },
    { name: 'git-log', argument },
  ])
  const count = ours[0]?.agreed ?? 0
  return [
    {
      what: `${count} rows of the history of ${name}`,
      unit: 'ms',
      ours: timesOf(ours),
      otherName: 'git log --raw',
      others: timesOf(others),
      ...(count < FEWEST_ROWS ? {} : { target: { atMost: 6 } }),
    },
    {
      what: `${NEW_COMMITS} new commits beside ${name}`,
      unit: 'ms',
      ours: figuresOf(ours, 'refresh'),
      otherName: 'indexing the whole history',
      others: figuresOf(ours, 'index'),
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
    ours: timesOf(ours),
    otherName: 'git log -p',
    others: timesOf(others),
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
    ours: timesOf(runs),
    otherName: 'walking the history',
    others: figuresOf(runs, 'walk'),
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
  if (!existsSync(repo)) git('.', ['clone', '--quiet', '--mirror', origin, repo])
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
