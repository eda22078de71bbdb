import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { alternate } from '../alternate.ts'
import type { Row, Setting } from '../bench.ts'
import { cachedStatus } from '../cached-status.ts'
import { LANGUAGES, poRepository } from '../po-repository.ts'

const execute = promisify(execFile)

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
  const status = cachedStatus({ build, cache, args: ['--config', config] })
  const statistics = async (): Promise<number> => {
    const start = performance.now()
    for (const file of files) {
      await execute('msgfmt', ['--statistics', '--output-file=/dev/null', file])
    }
    return performance.now() - start
  }
  const [fresh, others] = await alternate(runs, status.first, statistics)
  const [again, more] = await alternate(runs, status.again, statistics)
  const row = { unit: 'ms', otherName: 'msgfmt --statistics', target: { atMost: 1 } } as const
  return [
    { what: 'gitglot status of 29 MB of PO: first time', ours: fresh, others, ...row },
    { what: 'gitglot status of 29 MB of PO: again', ours: again, others: more, ...row },
  ]
}
