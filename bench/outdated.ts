import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { alternate } from './alternate.ts'
import type { Bench } from './bench.ts'
import { benchFolder, configText } from './subject.ts'
import { longSubject } from './synthetic.ts'

const MOST = 2.5
const MOST_MEGABYTES = 300

const execute = promisify(execFile)

/** Tells the most memory that a process had, in kB, as the last line of its errors. */
const REPORTER =
  'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))'

/**
 * `gitglot status --outdated` of 200,000 strings and 3,000 commits, whole processes, the first time and again, against
 * `git log --patch`, which has to read the same versions of files.
 */
export const outdated: Bench = {
  name: 'outdated',
  async rows({ build, runs }) {
    const subject = longSubject({ languages: 50, strings: 4000, commits: 3000 })
    const config = join(benchFolder(), 'outdated.yml')
    const cache = join(benchFolder(), 'outdated-cache')
    writeFileSync(config, configText(subject))
    const memory: number[] = []
    const status = async (): Promise<number> => {
      const env = { ...process.env, XDG_CACHE_HOME: cache }
      const main = join(build, 'cli/main.js')
      const args = ['--import', REPORTER, main, 'status', '--outdated', '--config', config]
      const start = performance.now()
      const { stderr } = await execute(process.execPath, args, { env, maxBuffer: 1 << 24 })
      memory.push(Number(stderr.trim().split('\n').at(-1)) / 1000)
      return performance.now() - start
    }
    const first = (): Promise<number> => {
      rmSync(cache, { recursive: true, force: true })
      return status()
    }
    const log = async (): Promise<number> => {
      const start = performance.now()
      await execute('git', ['-C', subject.repo, 'log', '--patch'], { maxBuffer: 1 << 28 })
      return performance.now() - start
    }
    const [fresh, others] = await alternate(runs, first, log)
    const most = [...memory]
    const [again, more] = await alternate(runs, status, log)
    const row = { otherName: 'git log --patch', unit: 'ms', target: { atMost: MOST } } as const
    const what = 'gitglot status --outdated of 200,000 strings, 3,000 commits'
    return [
      { ...row, what: `${what}: first time`, ours: fresh, others },
      { ...row, what: `${what}: again`, ours: again, others: more },
      {
        what: `${what}: most memory, first time`,
        unit: 'MB',
        ours: most,
        otherName: 'wanted',
        others: [MOST_MEGABYTES],
        target: { atMost: 1 },
      },
    ]
  },
}
