import { execFileSync } from 'node:child_process'
import type { Row, Setting } from '../bench.ts'
import { LANGUAGES, poRepository } from '../po-repository.ts'
import { runInTurn } from '../run.ts'

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
  const tree = execFileSync('git', ['-C', repo, 'ls-tree', '-r', 'HEAD'], { encoding: 'utf8' })
  const oids = tree
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(12, 52))
  const [ours = [], others = []] = await runInTurn(setting, [
    { name: 'start-gitglot', argument: { config: configText, threads: THREADS } },
    { name: 'cat-file', argument: { repo, oids, parse: 'text' } },
  ])
  const row = {
    unit: 'ms',
    otherName: 'git cat-file and decoding',
    others: others.map(({ milliseconds }) => milliseconds),
  } as const
  return [
    {
      ...row,
      what: 'start with 97 MB of PO in four components, two threads: until counted',
      ours: ours.map(({ milliseconds }) => milliseconds),
      target: { atMost: 4 },
    },
    {
      ...row,
      what: 'start with 97 MB of PO in four components, two threads: until checked',
      ours: ours.map(({ figures }) => figures?.['checked'] ?? Number.NaN),
    },
  ]
}
