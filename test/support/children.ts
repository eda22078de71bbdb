import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

/** Has a process, started with `detached`, end with the file of tests that started it: one that a test gave up goes on else. */
export function endWithFile<T extends ChildProcess>(child: T): T {
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** Ends what goes on, with all that it started. */
export function endChildren(): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
  running.clear()
}
