import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createChoices } from '../support/choices.ts'
import { startFaultyRemote } from '../support/faulty-remote.ts'
import {
  addCommit,
  createRepository,
  createTemporaryFolder,
  runGit,
} from '../support/git-repository.ts'
import { askFresh, waitForFacts } from './facts.ts'
import { type Engine, filesOf, projectOf, startServer } from './server.ts'
import type { Row } from './table.ts'

interface KillsOptions {
  readonly main: string
  readonly engine: Engine
  readonly kills: number
  readonly seed: number
}

/** After so many kills the data folder is deleted, with the clone. */
const ROUND = 5
const COMMITS = 300

/**
 * Kills a server at random moments of the first clone, deepening, fetches and the writing of what it derives, and compares
 * what the next one serves with what a server says that was never killed.
 */
export async function runKills({ main, engine, kills, seed }: KillsOptions): Promise<Row> {
  const { below } = createChoices(seed)
  const trees = Array.from({ length: COMMITS }, (_, i) => filesOf(1 + (i % 9)))
  const { path } = await createRepository(trees)
  const remote = await startFaultyRemote(dirname(path))
  const projects = [projectOf('p', `${remote.origin}/${path.slice(dirname(path).length + 1)}`)]
  const setting = { main, engine, config: { projects } }
  const wrong: string[] = []
  try {
    let [expected, readyAfter] = await askFresh(setting)
    const folder = createTemporaryFolder()
    for (let kill = 0; kill < kills; kill++) {
      if (kill % ROUND === 0) rmSync(join(folder, 'data'), { recursive: true, force: true })
      if (kill % ROUND === 3) {
        await addCommit(path, filesOf(1 + (kill % 9)), COMMITS + kill)
        ;[expected, readyAfter] = await askFresh(setting)
      }
      const after = below(Math.ceil(readyAfter * 1.2))
      const killed = await startServer({ ...setting, folder })
      await pause(after)
      await killed.kill()
      const next = await startServer({ ...setting, folder })
      const actual = await waitForFacts(next, expected)
      const code = await next.stop()
      const left = leftovers(join(folder, 'data'))
      const problems = [
        ...(actual === expected
          ? []
          : [`${actual} instead of ${expected}; ${next.output.slice(-300)}`]),
        ...(code === 0 ? [] : [`exit code ${code}`]),
        ...(left.length === 0 ? [] : [`left over: ${left.slice(0, 3).join(', ')}`]),
      ]
      if (problems.length > 0) wrong.push(`kill ${kill} after ${after} ms: ${problems.join('; ')}`)
    }
    const damage = runGit(cloneIn(folder), 'fsck', '--no-dangling')
    if (damage !== '') wrong.push(`the clone is damaged: ${damage.slice(0, 300)}`)
  } finally {
    await remote.close()
  }
  return { what: `kill -9 (${engine})`, runs: kills, wrong }
}

function cloneIn(folder: string): string {
  const clones = join(folder, 'data/repositories')
  return join(clones, readdirSync(clones)[0] ?? '')
}

/** Files that an ended process must not leave behind. */
function leftovers(dataDir: string): string[] {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  const isOurs = (name: string) => name === 'lock' || name.startsWith('repositories/')
  return names.filter((name) => isOurs(name) && /\.partial|\/tmp_|\.tmp$|\.?lock$/.test(name))
}
