import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Row, Setting } from '../bench.ts'
import { alternate, runProgram } from '../run.ts'
import { benchFolder, type Sample } from '../sample.ts'

const MOST_OF_STATUS = 2
const MOST_OF_CHECK = 1

/**
 * Runs commands in a checkout as users do, as whole processes. Compares `gitglot status` in an unchanged checkout with
 * Node's own start plus `git status`. Compares `gitglot check` with all checks, with and without a cache, with
 * `i18n-check` if installed (`npm install --no-save @lingual/i18n-check`), which only finds missing, unused and invalid
 * keys.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const [sample] = setting.samples
  if (sample === undefined || !sample.settings.template.endsWith('.json')) return []
  const folder = checkOut(sample)
  return [await statusRow(setting, sample, folder), ...(await checkRows(setting, sample, folder))]
}

/** Checks out a work tree of the sample. */
function checkOut({ name, repo, branch }: Sample): string {
  const folder = join(benchFolder(), `checkout-${name.replace('/', '-')}`)
  if (!existsSync(folder)) {
    execFileSync('git', ['clone', '--quiet', '--branch', branch, repo, folder])
  }
  return folder
}

const cache = join(benchFolder(), 'checkout-cache')

async function statusRow({ build, runs }: Setting, sample: Sample, cwd: string): Promise<Row> {
  const [ours, others] = await alternate(
    runs,
    () => time(cwd, process.execPath, [join(build, 'cli/main.js'), 'status']),
    async () =>
      (await time(cwd, process.execPath, ['-e', '0'])) + (await time(cwd, 'git', ['status'])),
  )
  return {
    what: `gitglot status in a checkout of ${sample.name}, unchanged`,
    unit: 'ms',
    ours,
    otherName: 'node -e 0 and git status',
    others,
    target: { atMost: MOST_OF_STATUS },
  }
}

async function checkRows({ build, runs }: Setting, sample: Sample, cwd: string): Promise<Row[]> {
  const program = join(
    import.meta.dirname,
    '../../node_modules/@lingual/i18n-check/dist/bin/index.js',
  )
  if (!existsSync(program)) {
    console.log('i18n-check is not installed: gitglot check is not compared with it')
    return []
  }
  const [sourceFolder = ''] = sample.settings.filemask.split('/*')
  const language = sample.settings.template.slice(sourceFolder.length + 1).split('/')[0] ?? ''
  const rivalArgs = [program, '-l', sourceFolder, '-s', language, '-f', 'i18next']
  const rows: Row[] = []
  for (const isCold of [true, false]) {
    const [ours, others] = await alternate(
      runs,
      () => {
        if (isCold) rmSync(cache, { recursive: true, force: true })
        return time(cwd, process.execPath, [join(build, 'cli/main.js'), 'check'])
      },
      () => time(cwd, process.execPath, rivalArgs),
    )
    rows.push({
      what: `gitglot check in a checkout of ${sample.name}, ${isCold ? 'the first time' : 'again'}`,
      unit: 'ms',
      ours,
      otherName: 'i18n-check',
      others,
      target: { atMost: MOST_OF_CHECK },
    })
  }
  return rows
}

/** Returns the run time of a program in milliseconds, whatever it finds. */
async function time(cwd: string, program: string, args: readonly string[]): Promise<number> {
  const env = { ...process.env, XDG_CACHE_HOME: cache }
  return (await runProgram(program, args, { cwd, env, mayFind: true })).milliseconds
}
