import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** How a run ended, and what it wrote. */
export interface Run {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** A version of wlc that takes one command after the other. */
export interface WlcProgram {
  /** One call after the other; rejects where Python itself fails. */
  run(...args: readonly string[]): Promise<Run>
  stop(): void
}

/** Where `.ci/install-clients` puts a version. */
export function wlcFolder(version: string): string {
  return join(tmpdir(), 'gitglot-clients', `wlc-${version}`)
}

/** Whether a version is installed. */
export function hasWlc(version: string): boolean {
  return existsSync(join(wlcFolder(version), 'bin/wlc'))
}

/** Starts Python with a version loaded; each run is a process of its own that Python forks. */
export function startWlc(version: string): WlcProgram {
  const folder = wlcFolder(version)
  // Debian's package lies beside the Python that has what it depends on.
  const debian = join(folder, 'package/usr')
  const isDebian = existsSync(debian)
  const program = join(isDebian ? debian : folder, 'bin/wlc')
  const child = spawn(
    join(folder, 'bin/python'),
    [join(import.meta.dirname, 'run-many.py'), program],
    {
      env: {
        PATH: process.env['PATH'],
        ...(isDebian && { PYTHONPATH: join(debian, 'lib/python3/dist-packages') }),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(...args) {
      child.stdin.write(`${JSON.stringify(args)}\n`)
      const next = last.then(async () => {
        const { value, done } = await lines.next()
        if (done) throw new Error(`wlc ${version}: Python ended at ${args.join(' ')}`)
        return JSON.parse(value) as Run
      })
      last = next
      return next
    },
    stop() {
      child.stdin.end()
    },
  }
}
