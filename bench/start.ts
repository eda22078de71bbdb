import type { Bench, Row, Setting } from './bench.ts'
import { runInTurn, runSide } from './run.ts'
import { configText, filesOf, type Subject } from './subject.ts'

const MOST = 3

/**
 * From an existing clone to the statistics of a component, before and after its checks, against reading the same blobs
 * with one `git cat-file --batch` and only parsing them: `JSON.parse`, or saxes without handlers.
 */
export const start: Bench = {
  name: 'start',
  async rows(setting) {
    const rows: Row[] = []
    for (const subject of setting.subjects) rows.push(...(await rowsOf(setting, subject)))
    return rows
  },
}

async function rowsOf(setting: Setting, subject: Subject): Promise<Row[]> {
  const ourSide = { name: 'start-gitglot', argument: { config: configText(subject) } }
  // Of two files for one language only one is read.
  const { files = [] } = await runSide(setting, ourSide)
  const oids = filesOf(subject).flatMap(({ path, oid }) => (files.includes(path) ? [oid] : []))
  const isXml = subject.settings.template.endsWith('.xml')
  const [ours = [], others = []] = await runInTurn(setting, [
    ourSide,
    {
      name: 'cat-file',
      argument: {
        repo: subject.repo,
        oids,
        parse: isXml ? 'xml' : 'json',
      },
    },
  ])
  const units = ours[0]?.figures?.['units'] ?? 0
  const common = {
    unit: 'ms',
    otherName: `git cat-file + ${isXml ? 'saxes' : 'JSON.parse'}`,
    others: others.map(({ milliseconds }) => milliseconds),
  } as const
  const what = `start of ${subject.name}, ${units} units`
  return [
    {
      ...common,
      what: `${what}: all counted`,
      ours: ours.map(({ milliseconds }) => milliseconds),
      target: { atMost: MOST },
    },
    {
      ...common,
      what: `${what}: all checked, too`,
      ours: ours.map(({ figures }) => figures?.['checked'] ?? 0),
    },
    {
      ...common,
      what: `${what}: whole process`,
      ours: ours.map(({ processMilliseconds }) => processMilliseconds),
      others: others.map(({ processMilliseconds }) => processMilliseconds),
    },
  ]
}
