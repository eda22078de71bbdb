import type { SideReport } from '../run.ts'

/** The argument that the bench passed on. */
export function sideArgument<T>(): T {
  return JSON.parse(process.argv[2] ?? 'null') as T
}

/** Measures processor time of all threads in milliseconds, which other programs on the machine hardly change. */
export function startProcessorClock(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}

/** Tells the bench, and ends the process. */
export function finish(report: SideReport): never {
  process.stdout.write(JSON.stringify(report))
  process.exit()
}
