import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { startGitServer } from '../support/git-server.ts'
import { hasRedis, openRedis } from '../support/redis.ts'
import { askFresh, waitForFacts } from './facts.ts'
import { startProxy } from './proxy.ts'
import {
  type Engine,
  filesOf,
  projectOf,
  type Server,
  startServer,
  translatedOf,
  waitFor,
} from './server.ts'
import type { Row } from './table.ts'
import { type Site, TROUBLES, type Trouble } from './troubles.ts'

const NODES = 3
const CLIENTS = 8
const PUSHES = 4
/** Seconds between two fetches of a server. */
const INTERVAL_SECONDS = 5
/** On a quiet machine: while servers tell each other of what they find, and else. */
const MAX_VISIBLE_MS = 2000
const MAX_VISIBLE_ALONE_MS = 2000 * INTERVAL_SECONDS
const MAX_ANSWER_MS = 3000

const TRANSLATION = '/api/translations/p/c/de/statistics/'
const PATHS = [
  TRANSLATION,
  '/api/components/p/c/statistics/',
  '/api/projects/p/languages/',
  '/api/translations/p/c/de/units/',
  '/api/units/?q=state:empty',
  '/api/components/p/c/changes/',
  '/projects/p/c/',
]

/**
 * Runs three servers with one Redis behind a proxy, has pushes come and clients ask, and lets something go wrong: every
 * answer is right, pushes are served soon by all, and in the end all say the same, byte for byte, and what a server alone says.
 */
export async function* runNodes({
  main,
  engine,
  slack = 1,
}: {
  readonly main: string
  readonly engine: Engine
  /** How many times as long as on a quiet machine everything may take. */
  readonly slack?: number
}): AsyncGenerator<Row> {
  if (!hasRedis) {
    yield { what: `three servers (${engine})`, runs: 0, wrong: [], skipped: 'no redis-server' }
    return
  }
  const { path } = await createRepository([filesOf(0)])
  const remote = await startGitServer({ root: dirname(path) })
  const repo = `${remote.origin}/${basename(path)}`
  const projects = [{ ...projectOf('p', repo), update_interval: INTERVAL_SECONDS }]
  const redis = await openRedis()
  const folders = Array.from({ length: NODES }, () => createTemporaryFolder())
  // So that all name themselves alike.
  const config = { projects, redis: redis.url, base_url: 'https://l10n.example' }
  const start = (folder: string) => startServer({ main, engine, folder, config })
  const nodes = await Promise.all(folders.map(start))
  const proxy = await startProxy(() => nodes.map(({ origin }) => origin))
  const site: Site = {
    ...{ nodes, redis, proxy },
    async restart(index) {
      nodes[index] = await start(folders[index] ?? '')
      await waitFor(() => isReady(nodes[index]), slack * 30_000)
    },
  }
  const pushed = [0]
  /** Pushes one more text, and notifies one server. */
  async function push(): Promise<number> {
    const translated = (pushed.at(-1) ?? 0) === 9 ? 1 : (pushed.at(-1) ?? 0) + 1
    pushed.push(translated)
    const after = await addCommit(path, filesOf(translated), pushed.length)
    const repository = { clone_url: repo, ssh_url: '', html_url: '', full_name: 'x/y' }
    await fetch(`${proxy.origin}/hooks/gitea/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ref: 'refs/heads/main', after, repository }),
    })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
    return translated
  }
  try {
    await Promise.all(nodes.map((node) => waitFor(() => isReady(node), 60_000)))
    for (const trouble of TROUBLES) {
      const { runs, wrong } = await runTrouble(trouble, { site, push, pushed, slack })
      const faults = [...wrong]
      const [expected] = await askFresh({ main, engine, config: { projects } })
      for (const [index, node] of nodes.entries()) {
        const actual = await waitForFacts(node, expected)
        if (actual !== expected)
          faults.push(`server ${index} says ${actual} instead of ${expected}`)
      }
      faults.push(...(await differences(nodes)))
      yield { what: `three servers, ${trouble.what} (${engine})`, runs, wrong: faults }
    }
  } finally {
    await Promise.all(nodes.map((node) => node.kill()))
    await Promise.all([proxy.close(), remote.close(), redis.stop()])
  }
}

interface Setting {
  readonly site: Site
  readonly push: () => Promise<number>
  readonly pushed: readonly number[]
  readonly slack: number
}

async function runTrouble(
  trouble: Trouble,
  { site, push, pushed, slack }: Setting,
): Promise<Pick<Row, 'runs' | 'wrong'>> {
  const { begin, end, isAlone = false, isLossy = false } = trouble
  const wrong: string[] = []
  const most = slack * (isAlone ? MAX_VISIBLE_ALONE_MS : MAX_VISIBLE_MS)
  const { signal, abort } = stopper()
  const asking = Array.from({ length: CLIENTS }, (_, index) =>
    askOn({ origin: site.proxy.origin, index, signal, pushed, isLossy, slack, wrong }),
  )
  for (let count = 0; count < PUSHES; count++) {
    const troubled = count === 1 ? begin(site) : undefined
    const translated = await push()
    const started = performance.now()
    await troubled
    // A killed or restarted server reads new commits after it is back.
    const living = site.nodes.filter(({ pid }) => pid !== undefined && isAlive(pid))
    const served = await Promise.all(
      living.map((node) =>
        waitFor(async () => (await translatedOf(node, 'p')) === translated, 20_000),
      ),
    )
    const milliseconds = performance.now() - started
    if (served.includes(false)) wrong.push(`push ${count} is not served by all`)
    else if (milliseconds > most && troubled === undefined)
      wrong.push(`push ${count}: served by all after ${milliseconds.toFixed(0)} ms`)
    await pause(300)
  }
  await end?.(site)
  await pause(500)
  abort()
  const counts = await Promise.all(asking)
  return { runs: counts.reduce((sum, count) => sum + count, PUSHES), wrong }
}

function stopper(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

interface Asking {
  readonly origin: string
  readonly index: number
  readonly signal: AbortSignal
  readonly pushed: readonly number[]
  readonly isLossy: boolean
  readonly slack: number
  readonly wrong: string[]
}

/** Sends requests repeatedly: each response is 200, in time, and of an existing commit. Resolves to their number. */
async function askOn({
  origin,
  index,
  signal,
  pushed,
  isLossy,
  slack,
  wrong,
}: Asking): Promise<number> {
  const most = slack * MAX_ANSWER_MS
  let turn = index
  for (; !signal.aborted; turn++) {
    const path = PATHS[turn % PATHS.length] ?? ''
    const started = performance.now()
    try {
      const response = await fetch(`${origin}${path}`)
      const body = await response.text()
      const milliseconds = performance.now() - started
      if (response.status !== 200) wrong.push(`${path}: ${response.status}`)
      else if (path === TRANSLATION && !pushed.includes(JSON.parse(body).translated))
        wrong.push(`${path}: ${body.slice(0, 100)}`)
      if (milliseconds > most) wrong.push(`${path}: after ${milliseconds.toFixed(0)} ms`)
    } catch (error) {
      if (!isLossy) wrong.push(`${path}: ${error} (${(error as Error).cause})`)
    }
    await pause(20)
  }
  return turn - index
}

async function isReady(node: Server | undefined): Promise<boolean> {
  const readiness = Object(await node?.get('/readyz/'))
  return readiness.status === 'ready'
}

/** Responses in which servers differ, after some time to become equal. */
async function differences(nodes: readonly Server[]): Promise<string[]> {
  let different: string[] = []
  await waitFor(async () => {
    const all = await Promise.all(
      PATHS.map(async (path) => {
        const bodies = await Promise.all(nodes.map((node) => bodyOf(node, path)))
        return new Set(bodies).size === 1 ? [] : [`${path}: servers differ: ${bodies.join(' ')}`]
      }),
    )
    different = all.flat()
    return different.length === 0
  }, 20_000)
  return different
}

/** The ETag and the body of a response. */
async function bodyOf({ origin }: Server, path: string): Promise<string> {
  const response = await fetch(`${origin}${path}`)
  return `${response.headers.get('etag')} ${await response.text()}`
}
