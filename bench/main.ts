import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from '../scripts/bundle.ts'
import type { Row, Setting } from './bench.ts'
import { bundledSamples, demoSamples, longSample } from './sample.ts'
import { isKept, tableLines } from './table.ts'

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

const names = readdirSync(join(root, 'bench/benches')).map((file) => basename(file, '.ts'))
const unknown = positionals.find((name) => !names.includes(name))
if (unknown !== undefined) {
  console.error(`${unknown}: expected one of ${names.join(', ')}`)
  process.exit(2)
}

const bundled = bundledSamples(values.repos)
if (bundled === undefined) {
  console.log(
    `${values.repos}: no repositories, measuring with fixtures/demo.git instead, without targets`,
  )
}
const setting: Setting = {
  build: await build(),
  samples: bundled ?? demoSamples(root),
  longSample: longSample(values.repos),
  shortSamples: bundled === undefined ? [] : demoSamples(root),
  runs: Number(values.runs),
  scales: values.scale.split(',').map(Number),
  clones: [join(root, 'fixtures/demo.git'), ...values.clone],
}
let rows: Row[] = []
for (const name of names) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  // Every file of the folder exports this function.
  const bench = (await import(`./benches/${name}.ts`)) as {
    rows: (setting: Setting) => Promise<Row[]>
  }
  rows.push(...(await bench.rows(setting)))
}
// Targets only apply to components of realistic size.
if (bundled === undefined) rows = rows.map(({ target: _, ...row }) => row)
console.log(tableLines(rows).join('\n'))
process.exitCode = rows.some((row) => isKept(row) === false) ? 1 : 0

/**
 * Builds programs and sides like `npm run build`, but in a separate folder, because `dist` may be rebuilt while a bench
 * runs. The folder is below `node_modules` so that packages are found. Returns the folder.
 */
async function build(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/gitglot-bench')
  rmSync(folder, { recursive: true, force: true })
  const sides = readdirSync(join(root, 'bench/sides')).map((file) => basename(file, '.ts'))
  const entries = sides.map((side) => [`sides/${side}`, `bench/sides/${side}.ts`])
  await bundle(folder, Object.fromEntries(entries))
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  return folder
}
