import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row, Setting } from '../bench.ts'
import { alternate, runProgram, runSide } from '../run.ts'
import { benchFolder, configText, filesOf, type Sample } from '../sample.ts'

const MOST = 2
const MOST_OF_START = 1.5

/**
 * Compares `gitglot status` of a local repository, as users run it, with one `git cat-file --batch` of the same files
 * and `JSON.parse` or saxes. Also compares `gitglot --version` with Node's own start. Whole processes, with all checks.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const sample of setting.samples) rows.push(await statusRow(setting, sample))
  const [ours, others] = await alternate(
    setting.runs,
    () => timeNode([join(setting.build, 'cli/main.js'), '--version']),
    () => timeNode(['-e', '0']),
  )
  const target = { atMost: MOST_OF_START }
  rows.push({
    what: 'gitglot --version',
    unit: 'ms',
    ours,
    otherName: 'node -e 0',
    others,
    target,
  })
  return rows
}

async function statusRow(setting: Setting, sample: Sample): Promise<Row> {
  const config = join(benchFolder(), `${sample.name.replace('/', '-')}.yml`)
  writeFileSync(config, configText(sample))
  const main = join(setting.build, 'cli/main.js')
  const isXml = sample.settings.template.endsWith('.xml')
  const argument = {
    repo: sample.repo,
    oids: filesOf(sample).map(({ oid }) => oid),
    parse: isXml ? 'xml' : 'json',
  }
  const [ours, others] = await alternate(
    setting.runs,
    () => timeNode([main, 'status', '--config', config]),
    async () => (await runSide(setting, { name: 'cat-file', argument })).processMilliseconds,
  )
  return {
    what: `gitglot status of ${sample.name}: whole process`,
    unit: 'ms',
    ours,
    otherName: `git cat-file + ${isXml ? 'saxes' : 'JSON.parse'}`,
    others,
    target: { atMost: MOST },
  }
}

/** Returns the run time of a Node process in milliseconds. */
async function timeNode(args: readonly string[]): Promise<number> {
  return (await runProgram(process.execPath, args)).milliseconds
}
