import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from '../../scripts/bundle.ts'
import { removeTemporaryFolders } from '../support/git-repository.ts'
import { runClock } from './clock.ts'
import { runConnections } from './connections.ts'
import { runDamage, runLiveDamage } from './damage.ts'
import { runFullDisk } from './full-disk.ts'
import { runHooks } from './hooks.ts'
import { runIdentities } from './identities.ts'
import { INPUTS } from './inputs.ts'
import { runKills } from './kills.ts'
import { runNodes } from './nodes.ts'
import { runOpenFiles } from './open-files.ts'
import { FAULT_CASES, runRemotes } from './remotes.ts'
import { runInput } from './run-input.ts'
import { ENGINES, type Engine } from './server.ts'
import { runSoak } from './soak.ts'
import { runStorm } from './storm.ts'
import { type Row, tableLines } from './table.ts'

const { values, positionals } = parseArgs({
  options: {
    engine: { type: 'string' },
    minutes: { type: 'string', default: '15' },
    input: { type: 'string', default: '' },
    kills: { type: 'string', default: '200' },
    damages: { type: 'string', default: '100' },
    deliveries: { type: 'string', default: '10000' },
    operations: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})

/** The number of remotes that fail at once: more would keep two cores busy with starting git. */
const BATCH = 12

const seed = Number(values.seed)

/** Runs that do not depend on remotes use the first engine only. */
function isRepeated(engine: Engine): boolean {
  return engine !== engines[0]
}

const PARTS: Readonly<
  Record<string, (main: string, engine: Engine) => Promise<Row> | AsyncIterable<Row>>
> = {
  async remotes(main, engine) {
    let all: Row = { what: '', runs: 0, wrong: [] }
    for (let start = 0; start < FAULT_CASES.length; start += BATCH) {
      const cases = FAULT_CASES.slice(start, start + BATCH)
      const row = await runRemotes({ main, engine, cases })
      all = { ...row, runs: all.runs + row.runs, wrong: [...all.wrong, ...row.wrong] }
    }
    return all
  },
  storm: (main, engine) => runStorm({ main, engine, operations: Number(values.operations), seed }),
  hooks: (main, engine) => runHooks({ main, engine, deliveries: Number(values.deliveries), seed }),
  identities: (main, engine) => runIdentities({ main, engine }),
  kills: (main, engine) => runKills({ main, engine, kills: Number(values.kills) / 2, seed }),
  async *damage(main, engine) {
    yield await runDamage({ main, engine, runs: Number(values.damages), seed })
    yield await runLiveDamage({ main, engine })
  },
  clock: (main, engine) => runClock({ main, engine }),
  soak: (main, engine) => runSoak({ main, engine, minutes: Number(values.minutes) }),
  async *inputs(main, engine) {
    const chosen = INPUTS.filter(({ what }) => what.includes(values.input))
    for (const input of isRepeated(engine) ? [] : chosen) yield await runInput({ main, input })
  },
  async *connections(main, engine) {
    if (!isRepeated(engine)) yield* runConnections({ main })
  },
  async *nodes(main, engine) {
    if (!isRepeated(engine)) yield* runNodes({ main, engine })
  },
  async *disk(main, engine) {
    yield await runFullDisk({ main, engine })
    yield await runOpenFiles({ main, engine })
  },
}

const unknown = positionals.find((name) => !(name in PARTS))
const engines = ENGINES.filter((engine) => values.engine === undefined || values.engine === engine)
if (unknown !== undefined || engines.length === 0) {
  const expected = unknown === undefined ? ENGINES : Object.keys(PARTS)
  console.error(`${unknown ?? values.engine}: expected one of ${expected.join(', ')}`)
  process.exit(2)
}
const folder = join(import.meta.dirname, '../../dist', `faults-${process.pid}`)
const rows: Row[] = []
try {
  await bundle(folder)
  for (const [name, run] of Object.entries(PARTS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    for (const engine of engines) {
      const results = run(join(folder, 'cli/main.js'), engine)
      for await (const row of Symbol.asyncIterator in results ? results : [results]) {
        // The whole table takes an hour.
        console.error(tableLines([row]).slice(1).join('\n'))
        rows.push(row)
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
  removeTemporaryFolders()
}
console.log(tableLines(rows).join('\n'))
process.exitCode = rows.some(({ wrong }) => wrong.length > 0) ? 1 : 0
