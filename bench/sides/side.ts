import type { SideReport } from '../run.ts'

/** Returns the argument that the bench passed. */
export function sideArgument<T>(): T {
  return JSON.parse(process.argv[2] ?? 'null') as T
}

/** Starts a clock of the CPU time of all threads in milliseconds, which other programs on the machine hardly affect. */
export function startProcessorClock(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}

/** Prints the report for the bench, and ends the process. */
export function finish(report: SideReport): never {
  process.stdout.write(JSON.stringify(report))
  process.exit()
}
