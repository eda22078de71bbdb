import type { Row, Setting } from '../bench.ts'
import { runInTurn, timesOf } from '../run.ts'
import { filesOf, type Sample } from '../sample.ts'

/** Reads all language blobs of a component, each side in a fresh process. */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const sample of setting.samples) rows.push(...(await rowsOf(setting, sample)))
  return rows
}

async function rowsOf(setting: Setting, sample: Sample): Promise<Row[]> {
  const { repo, name } = sample
  const oids = filesOf(sample).map(({ oid }) => oid)
  const [ours = [], git = [], isomorphic = []] = await runInTurn(setting, [
    { name: 'blobs-gitglot', argument: { repo, oids } },
    { name: 'cat-file', argument: { repo, oids } },
    { name: 'blobs-isomorphic-git', argument: { repo, oids } },
  ])
  const common = {
    what: `${oids.length} blobs of ${name}`,
    unit: 'ms',
    ours: timesOf(ours),
  } as const
  return [
    {
      ...common,
      otherName: 'git cat-file --batch',
      others: timesOf(git),
      target: { atMost: 2 },
    },
    {
      ...common,
      otherName: 'isomorphic-git readBlob',
      others: timesOf(isomorphic),
      target: { atMost: 0.2 },
    },
  ]
}
