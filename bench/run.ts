import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Setting } from './bench.ts'

/** The report that a side prints as one line of JSON. */
export interface SideReport {
  /** Milliseconds from the first line of the side's own code, after its imports, to the result. */
  readonly milliseconds: number
  /** A value on which both sides must agree, as proof that they did the same work. */
  readonly agreed: number
  /** Further figures by name, in the units that the bench defines. */
  readonly figures?: Readonly<Record<string, number>>
  /** Paths of the files that were read. */
  readonly files?: readonly string[]
}

/** A side's report, and the run time of its whole process. */
export interface SideRun extends SideReport {
  readonly processMilliseconds: number
}

/** Returns the milliseconds of runs. */
export function timesOf(runs: readonly SideRun[]): number[] {
  return runs.map(({ milliseconds }) => milliseconds)
}

/** Returns one of the further figures of runs; NaN where a run lacks it. */
export function figuresOf(runs: readonly SideRun[], name: string): number[] {
  return runs.map(({ figures }) => figures?.[name] ?? Number.NaN)
}

/** A program in `bench/sides` with its argument, which is passed as JSON. */
export interface Side {
  readonly name: string
  readonly argument: unknown
  /** Command-line options for Node. */
  readonly flags?: readonly string[]
}

const execute = promisify(execFile)

interface ProgramOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** Whether exit code 1 only means that the program found something. */
  readonly mayFind?: boolean
}

/** Runs a program to its end. Returns its run time in milliseconds and what it wrote. Rejects if it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { mayFind = false, ...options }: ProgramOptions = {},
): Promise<{ readonly milliseconds: number; readonly stdout: string; readonly stderr: string }> {
  const start = performance.now()
  const { stdout, stderr } = await execute(program, args, {
    ...options,
    maxBuffer: 1 << 28,
  }).catch((error) => {
    if (mayFind && error.code === 1) return error
    throw error
  })
  return { milliseconds: performance.now() - start, stdout, stderr }
}

/** Runs both functions `runs` times in turn, after one round that only warms caches. Returns their results. */
export async function alternate(
  runs: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number[], number[]]> {
  const results: [number[], number[]] = [[], []]
  for (let run = -1; run < runs; run++) {
    for (const [index, time] of [one, other].entries()) {
      const milliseconds = await time()
      if (run >= 0) results[index]?.push(milliseconds)
    }
  }
  return results
}

/** Runs a side once, in a fresh process. */
export async function runSide(setting: Setting, side: Side): Promise<SideRun> {
  const file = join(setting.build, 'sides', `${side.name}.js`)
  const args = [...(side.flags ?? []), file, JSON.stringify(side.argument)]
  const { stdout, milliseconds } = await runProgram(process.execPath, args)
  return { ...(JSON.parse(stdout) as SideReport), processMilliseconds: milliseconds }
}

/**
 * Runs every side `runs` times in turn, each in a fresh process, after one round that only warms the file system's
 * cache. Returns the runs of each side. Throws if the sides disagree on the work.
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
