import { execFile, type SpawnOptions } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Setting } from './bench.ts'

/** What a side prints about itself as one line of JSON. */
export interface SideReport {
  /** From the first line of the side's own code (its imports are done) to the result. */
  readonly milliseconds: number
  /** Something both sides must agree on, so that they have done the same work. */
  readonly agreed: number
  /** Further figures by name, in the unit that their bench says. */
  readonly figures?: Readonly<Record<string, number>>
  /** Paths of the files that were read. */
  readonly files?: readonly string[]
}

/** A side's report and how long its whole process took, from start to end. */
export interface SideRun extends SideReport {
  readonly processMilliseconds: number
}

/** A program of `bench/sides` with its argument, which is passed on as JSON. */
export interface Side {
  readonly name: string
  readonly argument: unknown
  /** Options of Node itself. */
  readonly flags?: readonly string[]
}

const execute = promisify(execFile)

/** Runs a side once, in a fresh process. */
export async function runSide(setting: Setting, side: Side): Promise<SideRun> {
  const file = join(setting.build, 'sides', `${side.name}.js`)
  const args = [...(side.flags ?? []), file, JSON.stringify(side.argument)]
  const options: SpawnOptions & { maxBuffer: number } = { maxBuffer: 1 << 24 }
  const start = performance.now()
  const { stdout } = await execute(process.execPath, args, options)
  const processMilliseconds = performance.now() - start
  return { ...(JSON.parse(String(stdout)) as SideReport), processMilliseconds }
}

/**
 * Runs every side `runs` times in turn, each time in a fresh process, after one round that only warms the file system's
 * cache. Returns the runs of each side. Throws when the sides disagree about the work.
 */
export async function runInTurn(setting: Setting, sides: readonly Side[]): Promise<SideRun[][]> {
  const results: SideRun[][] = sides.map(() => [])
  for (let run = -1; run < setting.runs; run++) {
    for (const [index, side] of sides.entries()) {
      const result = await runSide(setting, side)
      if (run >= 0) results[index]?.push(result)
    }
  }
  const counts = new Set(results.flat().map(({ agreed }) => agreed))
  if (counts.size > 1) {
    throw new Error(`${sides.map(({ name }) => name).join(', ')}: different work: ${[...counts]}`)
  }
  return results
}
