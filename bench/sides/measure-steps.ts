import { readFileSync } from 'node:fs'
import type { ClonedRemote } from '../benches/clone.ts'
import { git } from '../sample.ts'

const SAMPLE_MS = 10

/**
 * Runs the steps of a clone one after the other. Returns the figures of a bench, see `STEPS`. A step that resolves to
 * false has none.
 */
export async function measureSteps(
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const [name, work] of Object.entries(steps)) {
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, ...childrenOf(process.pid).map(anonymousBytes))
    }, SAMPLE_MS)
    const start = performance.now()
    const isDone = await work()
    const milliseconds = performance.now() - start
    clearInterval(timer)
    if (isDone === false) continue
    figures[name] = milliseconds
    if (most > 0) figures[`${name}Memory`] = most / 1e6
  }
  return figures
}

/** Moves the branch of the remote. */
export function moveBranch({ repo, branch }: ClonedRemote, oid: string): void {
  git(repo, ['update-ref', `refs/heads/${branch}`, oid])
}

/** Counts the commits of a clone that are reachable from a commit. */
export function countCommits(gitDir: string, oid: string): number {
  return Number(git(gitDir, ['rev-list', '--count', oid]))
}

/** Returns all descendants of a process; none if the system does not report them. */
function childrenOf(pid: number): number[] {
  const children = readOr(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return children.flatMap((child) => [child, ...childrenOf(child)])
}

function anonymousBytes(pid: number): number {
  return 1024 * Number(/^RssAnon:\s+(\d+) kB$/m.exec(readOr(`/proc/${pid}/status`))?.[1] ?? 0)
}

/** Reads a file; returns an empty text if the process has ended. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
