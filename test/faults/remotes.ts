import { basename, dirname } from 'node:path'
import {
  FAULTS,
  type Fault,
  type FaultyRemote,
  type Phase,
  startFaultyRemote,
} from '../support/faulty-remote.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'
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

/** What one remote does wrong. */
export interface FaultCase {
  readonly fault: Fault
  readonly phase: Phase | undefined
}

/** Each fault at the start of a conversation, and those that can happen later in each phase. */
export const FAULT_CASES: readonly FaultCase[] = FAULTS.flatMap((fault): FaultCase[] => {
  if (fault.startsWith('redirect')) return [{ fault, phase: undefined }]
  const phases: readonly Phase[] = ['start', 'refs', 'pack']
  // Half of the response already has all that is needed.
  const isEnough = fault.startsWith('half') || fault === 'damaged'
  return phases.filter((phase) => !isEnough || phase === 'pack').map((phase) => ({ fault, phase }))
})

interface RemotesOptions {
  readonly main: string
  readonly engine: Engine
  readonly cases: readonly FaultCase[]
}

interface Target extends FaultCase {
  readonly slug: string
  readonly path: string
}

const FAIL_MS = 60_000
const CURE_MS = 120_000
const HEALTHY_MS = 15_000

/**
 * Serves remotes that fail from the first clone on, then are well, then fail while they have a new commit, then are well;
 * and one that is healthy all the time. Each case counts twice.
 */
export async function runRemotes({ main, engine, cases }: RemotesOptions): Promise<Row> {
  const folder = createTemporaryFolder()
  const slugs = [...cases.map((_, i) => `p${i}`), 'healthy']
  const paths = await Promise.all(
    slugs.map(async () => (await createRepository([filesOf(3)])).path),
  )
  const remote = await startFaultyRemote(dirname(paths[0] ?? ''))
  const projects = slugs.map((slug, i) =>
    projectOf(slug, `${remote.origin}/${basename(paths[i] ?? '')}`),
  )
  const targets = cases.map(
    (fault, i): Target => ({ ...fault, slug: `p${i}`, path: paths[i] ?? '' }),
  )
  for (const { path, fault, phase } of targets) remote.set(basename(path), fault, phase)
  const config = {
    projects,
    remote_timeout: 2,
    max_git_memory: '256 MiB',
    max_remote_bytes: '50 MiB',
  }
  const server = await startServer({ main, engine, folder, config })
  const wrong: string[] = []
  try {
    const setting = { server, remote, targets, healthy: paths.at(-1) ?? '', wrong }
    await failFromTheStart(setting)
    await failLater(setting)
    const code = await server.stop()
    if (code !== 0) wrong.push(`exit code ${code}: ${server.output.slice(-300)}`)
  } finally {
    await server.kill()
    await remote.close()
  }
  return { what: `remotes that fail (${engine})`, runs: 2 * cases.length, wrong }
}

interface Setting {
  readonly server: Server
  readonly remote: FaultyRemote
  readonly targets: readonly Target[]
  /** Path of the repository that is always well. */
  readonly healthy: string
  readonly wrong: string[]
}

async function failFromTheStart(setting: Setting): Promise<void> {
  const { server, remote, targets, wrong } = setting
  const isServed = await waitFor(
    async () => (await translatedOf(server, 'healthy')) === 3,
    HEALTHY_MS,
  )
  if (!isServed) wrong.push('first clone: the healthy remote is not served while others fail')
  const reported = await waitForProblems(setting, new Map())
  remote.cure()
  remote.dropAll()
  for (const { slug, fault, phase } of targets) {
    const what = `first clone, ${fault}, ${phase ?? 'always'}`
    const isRight = await waitFor(async () => (await translatedOf(server, slug)) === 3, CURE_MS)
    if (!reported.has(slug)) wrong.push(`${what}: nobody is told`)
    else if (!isRight)
      wrong.push(`${what}: does not recover, ${server.problemsOf(`${slug}/c`).at(-1)}`)
  }
}

async function failLater(setting: Setting): Promise<void> {
  const { server, remote, targets, healthy, wrong } = setting
  const before = new Map(targets.map(({ slug }) => [slug, server.problemsOf(`${slug}/c`).length]))
  for (const { path, fault, phase } of targets) {
    remote.set(basename(path), fault, phase)
    await addCommit(path, filesOf(7), 1)
  }
  await addCommit(healthy, filesOf(7), 1)
  const isFollowed = await waitFor(
    async () => (await translatedOf(server, 'healthy')) === 7,
    HEALTHY_MS,
  )
  if (!isFollowed) wrong.push('later: the healthy remote is not followed while others fail')
  const reported = await waitForProblems(setting, before)
  const served = await Promise.all(targets.map(({ slug }) => translatedOf(server, slug)))
  remote.cure()
  remote.dropAll()
  for (const [i, { slug, fault, phase }] of targets.entries()) {
    const what = `later, ${fault}, ${phase ?? 'always'}`
    const isRight = await waitFor(async () => (await translatedOf(server, slug)) === 7, CURE_MS)
    if (!reported.has(slug)) wrong.push(`${what}: nobody is told`)
    else if (served[i] !== 3)
      wrong.push(`${what}: the last good state is lost, served ${served[i]}`)
    else if (!isRight)
      wrong.push(`${what}: does not recover, ${server.problemsOf(`${slug}/c`).at(-1)}`)
  }
}

/** The targets with newly reported problems. */
async function waitForProblems(
  { server, targets }: Setting,
  before: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  const isReported = ({ slug }: Target) =>
    server.problemsOf(`${slug}/c`).length > (before.get(slug) ?? 0)
  await waitFor(() => targets.every(isReported), FAIL_MS)
  return new Set(targets.filter(isReported).map(({ slug }) => slug))
}
