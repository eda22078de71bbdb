import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, Row, Setting } from './bench.ts'
import { blobs } from './blobs.ts'
import { build } from './build.ts'
import { checkout } from './checkout.ts'
import { checks } from './checks.ts'
import { clone } from './clone.ts'
import { compare } from './compare.ts'
import { count } from './count.ts'
import { formats } from './formats.ts'
import { history } from './history.ts'
import { http } from './http.ts'
import { linear } from './linear.ts'
import { memory } from './memory.ts'
import { monorepoBench } from './monorepo.ts'
import { msgfmt } from './msgfmt.ts'
import { outdated } from './outdated.ts'
import { request } from './request.ts'
import { bundledSamples, demoSamples, longSample } from './sample.ts'
import { scale } from './scale.ts'
import { search } from './search.ts'
import { shared } from './shared.ts'
import { start } from './start.ts'
import { status } from './status.ts'
import { isKept, tableLines } from './table.ts'
import { unitHistory } from './unit-history.ts'
import { web } from './web.ts'

const BENCHES: readonly Bench[] = [
  start,
  blobs,
  checkout,
  checks,
  clone,
  compare,
  count,
  formats,
  history,
  http,
  linear,
  memory,
  monorepoBench,
  msgfmt,
  outdated,
  request,
  scale,
  search,
  shared,
  status,
  unitHistory,
  web,
]

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  options: {
    repos: { type: 'string', default: join(root, '../shared/repos') },
    runs: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1,4' },
    clone: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})

const unknown = positionals.find((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown !== undefined) {
  console.error(`${unknown}: expected one of ${BENCHES.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const bundled = bundledSamples(values.repos)
if (bundled === undefined) {
  console.log(
    `${values.repos}: no repositories, measuring with fixtures/demo.git instead, without targets`,
  )
}
const setting: Setting = {
  build: await build(root),
  samples: bundled ?? demoSamples(root),
  longSample: longSample(values.repos),
  shortSamples: bundled === undefined ? [] : demoSamples(root),
  runs: Number(values.runs),
  scales: values.scale.split(',').map(Number),
  clones: [join(root, 'fixtures/demo.git'), ...values.clone],
}
let rows: Row[] = []
for (const bench of BENCHES) {
  if (positionals.length > 0 && !positionals.includes(bench.name)) continue
  rows.push(...(await bench.rows(setting)))
}
// Targets only apply to components of realistic size.
if (bundled === undefined) rows = rows.map(({ target: _, ...row }) => row)
console.log(tableLines(rows).join('\n'))
process.exitCode = rows.some((row) => isKept(row) === false) ? 1 : 0
