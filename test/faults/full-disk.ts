import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { startFaultyRemote } from '../support/faulty-remote.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { type Engine, filesOf, projectOf, startServer, translatedOf, waitFor } from './server.ts'
import type { Row } from './table.ts'

const CURE_MS = 60_000

/** Fills the disk of the data folder under a server: the last good state is served, and the new one once there is room. */
export async function runFullDisk({
  main,
  engine,
}: {
  readonly main: string
  readonly engine: Engine
}): Promise<Row> {
  const what = `full disk (${engine})`
  const folder = createTemporaryFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', dataDir], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) {
    return {
      what,
      runs: 0,
      wrong: [],
      skipped: mounted.stderr?.trim() || 'no tmpfs can be mounted',
    }
  }
  const { path } = await createRepository([filesOf(3)])
  const remote = await startFaultyRemote(dirname(path))
  const projects = [projectOf('p', `${remote.origin}/${basename(path)}`)]
  const server = await startServer({ main, engine, folder, config: { projects } })
  const wrong: string[] = []
  const isServed = (count: number) =>
    waitFor(async () => (await translatedOf(server, 'p')) === count, CURE_MS)
  const isReported = () =>
    server.problemsOf('p/c').some((line) => line.includes('no space left on the disk'))
  try {
    if (!(await isServed(3))) wrong.push('not served at first')
    fill(join(dataDir, 'filler'))
    await addCommit(path, { ...filesOf(7), 'large.bin': randomBytes(1 << 20) }, 1)
    if (!(await waitFor(isReported, CURE_MS)))
      wrong.push(`nobody is told: ${server.output.slice(-300)}`)
    if ((await translatedOf(server, 'p')) !== 3) wrong.push('the last good state is lost')
    rmSync(join(dataDir, 'filler'))
    if (!(await isServed(7))) wrong.push(`does not recover: ${server.output.slice(-300)}`)
    if ((await server.stop()) !== 0) wrong.push('does not end well')
  } finally {
    await server.kill()
    await remote.close()
    spawnSync('umount', [dataDir])
  }
  return { what, runs: 1, wrong: wrong.length > 0 ? [wrong.join('; ')] : [] }
}

function fill(path: string): void {
  try {
    for (;;) appendFileSync(path, Buffer.alloc(4096))
  } catch {
    // It is full.
  }
}
