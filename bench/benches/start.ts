import type { Row, Setting } from '../bench.ts'
import { runInTurn, runSide, timesOf } from '../run.ts'
import { configText, filesOf, type Sample } from '../sample.ts'

const MOST = 3

/**
 * Measures the time from an existing clone until all units of a component are read and counted, and until it is served
 * with all checks. Compares with reading the same blobs through one `git cat-file --batch` and only parsing them with
 * `JSON.parse`, or saxes without handlers.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const sample of setting.samples) rows.push(...(await rowsOf(setting, sample)))
  return rows
}

async function rowsOf(setting: Setting, sample: Sample): Promise<Row[]> {
  const config = configText(sample)
  const reading = { name: 'read', argument: config }
  // Only one of two files for the same language is read.
  const { files = [], figures } = await runSide(setting, reading)
  const oids = filesOf(sample).flatMap(({ path, oid }) => (files.includes(path) ? [oid] : []))
  const isXml = sample.settings.template.endsWith('.xml')
  const parse = isXml ? 'xml' : 'json'
  const [read = [], served = [], others = []] = await runInTurn(setting, [
    reading,
    { name: 'start-gitglot', argument: { config } },
    { name: 'cat-file', argument: { repo: sample.repo, oids, parse } },
  ])
  const common = {
    unit: 'ms',
    otherName: `git cat-file + ${isXml ? 'saxes' : 'JSON.parse'}`,
    others: timesOf(others),
  } as const
  const what = `start of ${sample.name}, ${figures?.['units'] ?? 0} units`
  return [
    {
      ...common,
      what: `${what}: until read and counted`,
      ours: timesOf(read),
      target: { atMost: MOST },
    },
    {
      ...common,
      what: `${what}: until checked and served`,
      ours: timesOf(served),
    },
    {
      ...common,
      what: `${what}: whole process`,
      ours: served.map(({ processMilliseconds }) => processMilliseconds),
      others: others.map(({ processMilliseconds }) => processMilliseconds),
    },
  ]
}
