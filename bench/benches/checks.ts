import type { Row, Setting } from '../bench.ts'
import { runInTurn, timesOf } from '../run.ts'
import { configText, filesOf } from '../sample.ts'

/**
 * Runs all checks on a component, compared with parsing its files, each in a fresh process and in CPU time, since
 * neither waits for I/O.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const sample of setting.samples) {
    const { repo, name, settings } = sample
    const oids = filesOf(sample).map(({ oid }) => oid)
    const [checking = [], parsing = []] = await runInTurn(setting, [
      { name: 'check', argument: configText(sample) },
      { name: 'parse', argument: { repo, format: settings.file_format, oids } },
    ])
    rows.push({
      what: `checking ${name}`,
      unit: 'ms',
      ours: timesOf(checking),
      otherName: 'parsing the same files',
      others: timesOf(parsing),
      target: { atMost: 5 },
    })
  }
  return rows
}
