import { createHmac } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { createChoices } from '../support/choices.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { startGitServer } from '../support/git-server.ts'
import { type Engine, filesOf, projectOf, startServer, translatedOf, waitFor } from './server.ts'
import type { Row } from './table.ts'

interface HooksOptions {
  readonly main: string
  readonly engine: Engine
  readonly deliveries: number
  readonly seed: number
}

const SECRET = 'secret'
/** Delivered at once, like the backlog of a service. */
const CLIENTS = 50
const PUSHES = 10
const MAX_MEDIAN_MS = 10
const MAX_VISIBLE_MS = 2000
/** Of deliveries that tell of commits that nobody has: one at once, then two a second. */
const LOOKS_PER_SECOND = 2

/** A delivery and the expected status. */
interface Delivery {
  readonly body: string
  readonly signature: string
  readonly status: number
}

/**
 * Sends a storm of deliveries, signed and forged, repeated and about nothing: each has its status, the remote is not asked
 * more often for it, and pushes are served within two seconds, before and after it.
 */
export async function runHooks({ main, engine, deliveries, seed }: HooksOptions): Promise<Row> {
  const { path, commits } = await createRepository([filesOf(0)])
  const remote = await startGitServer({ root: dirname(path) })
  const repo = `${remote.origin}/${basename(path)}`
  const folder = createTemporaryFolder()
  const projects = [{ ...projectOf('p', repo), update_interval: 86_400 }]
  const server = await startServer({
    main,
    engine,
    folder,
    config: { hook_secret: SECRET, projects },
  })
  const wrong: string[] = []
  const send = async ({ body, signature, status }: Delivery): Promise<number> => {
    const headers = { 'Content-Type': 'application/json', 'X-Gitea-Signature': signature }
    const started = performance.now()
    const response = await fetch(`${server.origin}/hooks/gitea/`, { method: 'POST', headers, body })
    const milliseconds = performance.now() - started
    await response.arrayBuffer()
    if (response.status !== status) wrong.push(`${body.slice(0, 80)}: ${response.status}`)
    return milliseconds
  }
  async function push(translated: number): Promise<void> {
    const after = await addCommit(path, filesOf(translated), translated)
    await send(signed(repo, after))
    const started = performance.now()
    const isServed = async () => (await translatedOf(server, 'p')) === translated
    await waitFor(isServed, 10_000)
    const milliseconds = performance.now() - started
    if (milliseconds > MAX_VISIBLE_MS)
      wrong.push(`push ${translated}: served after ${milliseconds} ms`)
  }
  try {
    await waitFor(async () => (await translatedOf(server, 'p')) === 0, 60_000)
    for (let count = 1; count < PUSHES; count++) await push(count)
    const times = []
    for (let count = 0; count < 200; count++) times.push(await send(signed(repo, commits[0] ?? '')))
    const median = times.sort((a, b) => a - b)[100] ?? 0
    if (median > MAX_MEDIAN_MS) wrong.push(`half of the answers took over ${median.toFixed(1)} ms`)
    const { below } = createChoices(seed)
    const asked = remote.requests.length
    const started = performance.now()
    let left = deliveries
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (left-- > 0) await send(deliveryOf(repo, below))
      }),
    )
    const seconds = (performance.now() - started) / 1000
    const fetches = remote.requests
      .slice(asked)
      .filter((request) => request.includes('/info/refs')).length
    const most = Math.ceil(seconds * LOOKS_PER_SECOND) + 2
    if (fetches > most)
      wrong.push(`the remote was asked ${fetches} times in ${seconds.toFixed(1)} s`)
    await push(PUSHES)
    console.error(`  ${median.toFixed(1)} ms a delivery; ${deliveries} in ${seconds.toFixed(1)} s`)
  } finally {
    await server.kill()
    await remote.close()
  }
  return { what: `webhooks (${engine})`, runs: deliveries, wrong }
}

/** A push of a commit. */
function signed(repo: string, after: string, status = 200): Delivery {
  const repository = { clone_url: repo, ssh_url: '', html_url: '', full_name: 'x/y' }
  return sign(JSON.stringify({ ref: 'refs/heads/main', after, repository }), status)
}

function sign(body: string, status: number, secret = SECRET): Delivery {
  return { body, signature: createHmac('sha256', secret).update(body).digest('hex'), status }
}

/** One of what services and others send. */
function deliveryOf(repo: string, below: (limit: number) => number): Delivery {
  const oid = below(2 ** 32)
    .toString(16)
    .padStart(40, '0')
  const push = signed(repo, oid)
  switch (below(6)) {
    case 0:
      return { ...push, signature: '', status: 403 }
    case 1:
      return { ...sign(push.body, 403, 'guess'), status: 403 }
    case 2:
      return { ...push, body: push.body.replace(oid, oid.replace(/.$/, 'f0')), status: 403 }
    case 3:
      return sign(push.body.slice(below(20) + 1), 400)
    case 4:
      return signed(`${repo}x`, oid, 202)
    default:
      return push
  }
}
