import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row, Setting } from '../bench.ts'
import { LANGUAGES, poRepository } from '../po-repository.ts'
import { alternate, runProgram } from '../run.ts'

/**
 * Compares `gitglot status` of synthetic PO files, with counts and all checks, with GNU `msgfmt --statistics` of each
 * file, as whole processes. gitglot runs with and without a cache.
 */
export async function rows({ build, runs }: Setting): Promise<Row[]> {
  // About 29 MB.
  const { folder, files, configText } = poRepository('msgfmt', ['po'], LANGUAGES)
  const cache = join(folder, 'cache')
  const config = join(folder, 'gitglot.yml')
  writeFileSync(config, configText)
  const status = async (): Promise<number> => {
    const env = { ...process.env, XDG_CACHE_HOME: cache }
    const args = [join(build, 'cli/main.js'), 'status', '--config', config]
    return (await runProgram(process.execPath, args, { env })).milliseconds
  }
  const firstStatus = () => {
    rmSync(cache, { recursive: true, force: true })
    return status()
  }
  const statistics = async (): Promise<number> => {
    let sum = 0
    for (const file of files) {
      const args = ['--statistics', '--output-file=/dev/null', file]
      sum += (await runProgram('msgfmt', args)).milliseconds
    }
    return sum
  }
  const [fresh, others] = await alternate(runs, firstStatus, statistics)
  const [again, more] = await alternate(runs, status, statistics)
  const row = { unit: 'ms', otherName: 'msgfmt --statistics', target: { atMost: 1 } } as const
  return [
    { what: 'gitglot status of 29 MB of PO: first time', ours: fresh, others, ...row },
    { what: 'gitglot status of 29 MB of PO: again', ours: again, others: more, ...row },
  ]
}
