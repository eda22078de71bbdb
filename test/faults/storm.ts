import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createChoices } from '../support/choices.ts'
import { startFaultyRemote } from '../support/faulty-remote.ts'
import {
  addCommit,
  cloneShallow,
  createRepository,
  createTemporaryFolder,
  runGit,
} from '../support/git-repository.ts'
import { type Engine, filesOf, projectOf, startServer, translatedOf, waitFor } from './server.ts'
import type { Row } from './table.ts'

interface StormOptions {
  readonly main: string
  readonly engine: Engine
  readonly operations: number
  readonly seed: number
}

const ADDRESSES = [
  '/api/translations/p/c/de/statistics/',
  '/api/translations/p/c/de/units/',
  '/api/components/p/c/changes/',
  '/api/components/p/c/trend/',
  '/api/components/p/c/refs/',
]

/** Rewrites a remote again and again while it is served: every answer is 200, and the last commit is served at last. */
export async function runStorm({ main, engine, operations, seed }: StormOptions): Promise<Row> {
  const folder = createTemporaryFolder()
  const { path } = await createRepository(
    Array.from({ length: 10 }, (_, i) => filesOf(1 + (i % 9))),
  )
  const remote = await startFaultyRemote(dirname(path))
  const projects = [projectOf('p', `${remote.origin}/${basename(path)}`)]
  const server = await startServer({
    main,
    engine,
    folder,
    config: { projects, remote_timeout: 5 },
  })
  const wrong: string[] = []
  let isOver = false
  try {
    await waitFor(async () => typeof (await translatedOf(server, 'p')) === 'number', 60_000)
    const polling = (async () => {
      while (!isOver) {
        for (const address of ADDRESSES) {
          const body = await server.get(address)
          if (typeof body !== 'object') wrong.push(`${address}: ${body}`)
        }
        await pause(200)
      }
    })()
    await rewrite(path, operations, createChoices(seed).below)
    const last = await addCommit(path, filesOf(10), 10_000)
    const isLast = async () => {
      const body = await server.get('/api/components/p/c/repository/')
      return JSON.stringify(body).includes(last) && (await translatedOf(server, 'p')) === 10
    }
    if (!(await waitFor(isLast, 120_000)))
      wrong.push(`the last commit is not served: ${server.output.slice(-300)}`)
    isOver = true
    await polling
    await server.stop()
    const clone = join(
      folder,
      'data/repositories',
      readdirSync(join(folder, 'data/repositories'))[0] ?? '',
    )
    const damage = runGit(clone, 'fsck', '--no-dangling')
    if (damage !== '') wrong.push(`the clone is damaged: ${damage.slice(0, 300)}`)
  } finally {
    isOver = true
    await server.kill()
    await remote.close()
  }
  return { what: `rewritten remote (${engine})`, runs: operations, wrong }
}

/** Does something to a repository that its owners may do, many times. */
async function rewrite(
  path: string,
  operations: number,
  random: (below: number) => number,
): Promise<void> {
  const away = `${path}.away`
  // Some fail, as there is not always a commit before the last one.
  const git = (...args: string[]) => spawnSync('git', ['-C', path, ...args]).status === 0
  const main = 'refs/heads/main'
  for (let i = 0; i < operations; i++) {
    if (existsSync(away)) renameSync(away, path)
    const day = 100 + i
    const files = filesOf(1 + (i % 9))
    const isThere = git('rev-parse', '--verify', '-q', main)
    switch (isThere ? random(9) : 0) {
      case 1:
        git('update-ref', '-d', main)
        await addCommit(path, files, day)
        break
      case 2:
        await addCommit(path, files, day)
        await addCommit(path, files, day)
        git('update-ref', main, `main~${1 + random(2)}`)
        break
      case 3:
        git('update-ref', '-d', main)
        break
      case 4:
        renameSync(path, away)
        break
      case 5:
        git('gc', '-q', '--prune=now')
        break
      case 6:
        for (let k = 0; k < 20; k++) git('tag', '-f', `t${random(30)}`, 'main')
        git(
          'branch',
          '-f',
          ['f', 'f/a', 'g', 'g/a/b'][random(4)]?.replace(/^/, `n${i}`) ?? '',
          'main',
        )
        break
      case 7:
        rmSync(`${path}.shallow`, { recursive: true, force: true })
        cloneShallow(path, `${path}.shallow`, 2)
        rmSync(path, { recursive: true })
        renameSync(`${path}.shallow`, path)
        break
      default:
        await addCommit(path, files, day)
    }
    await pause(random(1500))
  }
  if (existsSync(away)) renameSync(away, path)
}
