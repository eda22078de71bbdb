import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { alternate } from './alternate.ts'
import type { Bench } from './bench.ts'
import { formatFile } from './format-files.ts'
import { benchFolder } from './subject.ts'

/** With 42 files it is about 29 MB. */
const LANGUAGES = (
  'ar be bg bn ca cs da de el es et eu fa fi fr gl he hi hr hu id ' +
  'it ja ko lt lv mk nb nl pl pt ro ru sk sl sr sv th tr uk vi zu'
).split(' ')

const execute = promisify(execFile)

/**
 * `gitglot status` of synthetic PO files, counts and all checks, against GNU `msgfmt --statistics` of each: whole processes.
 * gitglot as people run it again: with what it derived before, and without.
 */
export const msgfmt: Bench = {
  name: 'msgfmt',
  async rows({ build, runs }) {
    const { folder, files, config } = writeFiles()
    const cache = join(folder, 'cache')
    const status = async (): Promise<number> => {
      const env = { ...process.env, XDG_CACHE_HOME: cache }
      const start = performance.now()
      const main = join(build, 'cli/main.js')
      await execute(process.execPath, [main, 'status', '--config', config], { env })
      return performance.now() - start
    }
    const statistics = async (): Promise<number> => {
      const start = performance.now()
      for (const file of files) {
        await execute('msgfmt', ['--statistics', '--output-file=/dev/null', file])
      }
      return performance.now() - start
    }
    const first = (): Promise<number> => {
      rmSync(cache, { recursive: true, force: true })
      return status()
    }
    const [fresh, others] = await alternate(runs, first, statistics)
    const [again, more] = await alternate(runs, status, statistics)
    const row = { unit: 'ms', otherName: 'msgfmt --statistics', target: { atMost: 1 } } as const
    return [
      { what: 'gitglot status of 29 MB of PO: first time', ours: fresh, others, ...row },
      { what: 'gitglot status of 29 MB of PO: again', ours: again, others: more, ...row },
    ]
  },
}

/** A repository of PO files, each with a header of its own. */
function writeFiles(): { folder: string; files: readonly string[]; config: string } {
  const folder = join(benchFolder(), 'msgfmt')
  rmSync(folder, { recursive: true, force: true })
  const repo = join(folder, 'repo')
  mkdirSync(join(repo, 'po'), { recursive: true })
  const text = formatFile('po').toString()
  const files = LANGUAGES.map((language) => {
    const file = join(repo, 'po', `${language}.po`)
    writeFileSync(file, text.replace('Content-Type', `Language: ${language}\\nContent-Type`))
    return file
  })
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', repo, ...args])
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '-qm', 'Add files')
  const config = join(folder, 'gitglot.yml')
  const component = { slug: 'po', name: 'PO', repo, file_format: 'po', filemask: 'po/*.po' }
  const project = { slug: 'po', name: 'PO', web: 'https://example.com/', components: [component] }
  writeFileSync(config, JSON.stringify({ projects: [project] }))
  return { folder, files, config }
}
