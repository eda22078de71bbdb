import type { SideReport } from '../run.ts'

/** The argument that the bench passed on. */
export function sideArgument<T>(): T {
  return JSON.parse(process.argv[2] ?? 'null') as T
}

/** Tells the bench, and ends the process. */
export function finish(report: SideReport): never {
  process.stdout.write(JSON.stringify(report))
  process.exit()
}
