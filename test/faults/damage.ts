import {
  chmodSync,
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Choices, createChoices } from '../support/choices.ts'
import { startFaultyRemote } from '../support/faulty-remote.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { askFresh, settle } from './facts.ts'
import { type Engine, filesOf, projectOf, startServer } from './server.ts'
import type { Row } from './table.ts'

const COMMITS = 60

/** What is damaged in the data folder; the store holds digests, columns and what is known of the history. */
const PLACES = {
  pack: /\.pack$/,
  'index of a pack': /\.idx$/,
  refs: /(?:packed-refs|HEAD|shallow|refs\/heads\/\w+)$/,
  store: /data\.mdb$/,
} as const

interface Damage {
  readonly what: string
  readonly apply: (path: string, size: number, choices: Choices) => void
}

const DAMAGES: readonly Damage[] = [
  { what: 'other bytes', apply: (path, size, { below }) => overwrite(path, below(size), 64) },
  {
    what: 'zeros to the end of a block',
    apply: (path, size, { below }) =>
      overwrite(path, 4096 * below(Math.ceil(size / 4096)), 4096, 0),
  },
  { what: 'cut off', apply: (path, size, { below }) => truncateSync(path, below(size)) },
]

function overwrite(path: string, at: number, length: number, byte = 0xa5): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(length, byte), 0, length, at)
  closeSync(file)
}

/** Damages a file of the data folder between two servers, and compares what the second serves with what is right. */
export async function runDamage({
  main,
  engine,
  runs,
  seed,
}: {
  readonly main: string
  readonly engine: Engine
  readonly runs: number
  readonly seed: number
}): Promise<Row> {
  const choices = createChoices(seed)
  const { path } = await createRepository(
    Array.from({ length: COMMITS }, (_, i) => filesOf(1 + (i % 9))),
  )
  const remote = await startFaultyRemote(dirname(path))
  const projects = [projectOf('p', `${remote.origin}/${basename(path)}`)]
  const setting = { main, engine, config: { projects } }
  const wrong: string[] = []
  try {
    const [wanted] = await askFresh(setting)
    const whole = createTemporaryFolder()
    const first = await startServer({ ...setting, folder: whole })
    await settle(first, wanted)
    await first.stop()
    for (let run = 0; run < runs; run++) {
      const folder = createTemporaryFolder()
      cpSync(whole, folder, { recursive: true })
      const what = damage(join(folder, 'data'), run, choices)
      const server = await startServer({ ...setting, folder })
      const found = await settle(server, wanted)
      const code = await server.stop()
      rmSync(folder, { recursive: true, force: true })
      if (found !== wanted) wrong.push(`${what}: ${found}; ${server.output.slice(-300)}`)
      else if (code !== 0) wrong.push(`${what}: exit code ${code}`)
    }
  } finally {
    await remote.close()
  }
  return { what: `damaged files (${engine})`, runs, wrong }
}

/** Says what it did. */
function damage(dataDir: string, run: number, choices: Choices): string {
  const places = Object.entries(PLACES)
  const [place, pattern] = places[run % places.length] ?? ['', /$^/]
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    pattern.test(name),
  )
  const path = join(dataDir, choices.pick(files))
  const { size } = statSync(path)
  const { what, apply } = DAMAGES[choices.below(DAMAGES.length)] ?? DAMAGES[0]!
  chmodSync(path, 0o644)
  apply(path, size, choices)
  return `${place}, ${what}`
}
