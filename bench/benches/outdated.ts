import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goalRow, type Row, type Setting } from '../bench.ts'
import { alternate, runProgram } from '../run.ts'
import { benchFolder, configText } from '../sample.ts'
import { historySample } from '../synthetic.ts'

const MOST = 2.5
const MOST_MEGABYTES = 300

/** Prints the peak memory of a process in kB as the last line of standard error. */
const REPORTER =
  'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))'

/**
 * Compares `gitglot status --outdated` of 200,000 strings and 3,000 commits, as whole processes with and without a
 * cache, with `git log --patch`, which must read the same versions of files.
 */
export async function rows({ build, runs }: Setting): Promise<Row[]> {
  const sample = historySample({ languages: 50, strings: 4000, commits: 3000 })
  const config = join(benchFolder(), 'outdated.yml')
  const cache = join(benchFolder(), 'outdated-cache')
  writeFileSync(config, configText(sample))
  const memory: number[] = []
  const status = async (): Promise<number> => {
    const env = { ...process.env, XDG_CACHE_HOME: cache }
    const main = join(build, 'cli/main.js')
    const args = ['--import', REPORTER, main, 'status', '--outdated', '--config', config]
    const { milliseconds, stderr } = await runProgram(process.execPath, args, { env })
    memory.push(Number(stderr.trim().split('\n').at(-1)) / 1000)
    return milliseconds
  }
  const firstStatus = () => {
    rmSync(cache, { recursive: true, force: true })
    return status()
  }
  const log = async (): Promise<number> => {
    return (await runProgram('git', ['-C', sample.repo, 'log', '--patch'])).milliseconds
  }
  const [fresh, others] = await alternate(runs, firstStatus, log)
  const most = [...memory]
  const [again, more] = await alternate(runs, status, log)
  const row = { otherName: 'git log --patch', unit: 'ms', target: { atMost: MOST } } as const
  const what = 'gitglot status --outdated of 200,000 strings, 3,000 commits'
  return [
    { ...row, what: `${what}: first time`, ours: fresh, others },
    { ...row, what: `${what}: again`, ours: again, others: more },
    goalRow(`${what}: most memory, first time`, 'MB', most, MOST_MEGABYTES),
  ]
}
