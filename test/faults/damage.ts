import {
  chmodSync,
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Choices, createChoices } from '../support/choices.ts'
import { startFaultyRemote } from '../support/faulty-remote.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { askFresh, waitForFacts } from './facts.ts'
import { type Engine, filesOf, projectOf, startServer } from './server.ts'
import type { Row } from './table.ts'

const COMMITS = 60

/** What is damaged in the data folder; the store holds digests, columns and what is known of the history. */
const PLACES = {
  pack: /\.pack$/,
  'index of a pack': /\.idx$/,
  refs: /(?:packed-refs|HEAD|shallow|refs\/heads\/\w+)$/,
  store: /\.values$/,
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

/** What happens to the files of the store. */
const LIVE_DAMAGES: Readonly<Record<string, (path: string, size: number) => void>> = {
  'cut off': (path) => truncateSync(path, 0),
  'cut in half': (path, size) => truncateSync(path, size >> 1),
  zeros: (path, size) => overwrite(path, 0, size, 0),
  'other bytes': (path, size) => overwrite(path, size >> 1, size >> 1),
  deleted: (path) => rmSync(path),
  'another file': (path, size) => {
    rmSync(path)
    writeFileSync(path, Buffer.alloc(size, 0xa5))
  },
}

/** Damages the store of a server that runs, and compares what it serves of the next commit with what is right. */
export async function runLiveDamage({
  main,
  engine,
}: {
  readonly main: string
  readonly engine: Engine
}): Promise<Row> {
  const { path } = await createRepository(
    Array.from({ length: COMMITS }, (_, i) => filesOf(1 + (i % 9))),
  )
  const remote = await startFaultyRemote(dirname(path))
  const projects = [projectOf('p', `${remote.origin}/${basename(path)}`)]
  const setting = { main, engine, config: { projects } }
  const wrong: string[] = []
  const folder = createTemporaryFolder()
  const server = await startServer({ ...setting, folder })
  try {
    await waitForFacts(server, (await askFresh(setting))[0])
    for (const [index, [what, apply]] of Object.entries(LIVE_DAMAGES).entries()) {
      for (const file of filesBelow(join(folder, 'data'), PLACES.store)) {
        apply(file, statSync(file).size)
      }
      await addCommit(path, filesOf(1 + index), COMMITS + index)
      const [expected] = await askFresh(setting)
      const actual = await waitForFacts(server, expected)
      if (actual !== expected) wrong.push(`${what}: ${actual}; ${server.output.slice(-300)}`)
    }
    const code = await server.stop()
    if (code !== 0) wrong.push(`exit code ${code}`)
  } finally {
    await server.kill()
    await remote.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { what: `damaged store (${engine})`, runs: Object.keys(LIVE_DAMAGES).length, wrong }
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
    const [expected] = await askFresh(setting)
    const whole = createTemporaryFolder()
    const first = await startServer({ ...setting, folder: whole })
    await waitForFacts(first, expected)
    await first.stop()
    for (let run = 0; run < runs; run++) {
      const folder = createTemporaryFolder()
      cpSync(whole, folder, { recursive: true })
      const what = damage(join(folder, 'data'), run, choices)
      const server = await startServer({ ...setting, folder })
      const actual = await waitForFacts(server, expected)
      const code = await server.stop()
      rmSync(folder, { recursive: true, force: true })
      if (actual !== expected) wrong.push(`${what}: ${actual}; ${server.output.slice(-300)}`)
      else if (code !== 0) wrong.push(`${what}: exit code ${code}`)
    }
  } finally {
    await remote.close()
  }
  return { what: `damaged files (${engine})`, runs, wrong }
}

/** Damages a file of the data folder, and describes the damage. */
function damage(dataDir: string, run: number, choices: Choices): string {
  const kinds = Object.entries(PLACES)
  const [kind, pattern] = kinds[run % kinds.length] ?? ['', /$^/]
  const path = choices.pick(filesBelow(dataDir, pattern))
  const { size } = statSync(path)
  const { what, apply } = DAMAGES[choices.below(DAMAGES.length)] ?? DAMAGES[0]!
  chmodSync(path, 0o644)
  apply(path, size, choices)
  return `${kind}, ${what}`
}

function filesBelow(folder: string, pattern: RegExp): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name))
}
