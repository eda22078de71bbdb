import type { Row, Setting } from '../bench.ts'
import { LANGUAGES, poRepository } from '../po-repository.ts'
import { figuresOf, runInTurn, timesOf } from '../run.ts'
import { git } from '../sample.ts'

const COMPONENTS = ['editor', 'properties', 'classes', 'extractable']
const LANGUAGES_EACH = 35
const THREADS = 2

/**
 * Counts 840,000 units in 140 PO files (97 MB), as many as in a large game engine, with two threads and no cache,
 * against reading and decoding their bytes.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const languages = LANGUAGES.slice(0, LANGUAGES_EACH)
  const { repo, configText } = poRepository('count', COMPONENTS, languages)
  const lines = git(repo, ['ls-tree', '-r', 'HEAD']).split('\n')
  const oids = lines.map((line) => line.slice(12, 52))
  const [ours = [], others = []] = await runInTurn(setting, [
    { name: 'start-gitglot', argument: { config: configText, threads: THREADS } },
    { name: 'cat-file', argument: { repo, oids, parse: 'text' } },
  ])
  const row = {
    unit: 'ms',
    otherName: 'git cat-file and decoding',
    others: timesOf(others),
  } as const
  return [
    {
      ...row,
      what: 'start with 97 MB of PO in four components, two threads: until counted',
      ours: timesOf(ours),
      target: { atMost: 4 },
    },
    {
      ...row,
      what: 'start with 97 MB of PO in four components, two threads: until checked',
      ours: figuresOf(ours, 'checked'),
    },
  ]
}
