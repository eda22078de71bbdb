import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs `gitglot status` with its own cache folder. Each run returns the milliseconds of the whole process. */
export interface CachedStatus {
  /** Runs with an empty cache. */
  first(): Promise<number>
  again(): Promise<number>
}

export function cachedStatus({
  build,
  cache,
  args,
  nodeArgs = [],
  onErrors,
}: {
  /** Folder of the built programs. */
  readonly build: string
  readonly cache: string
  readonly args: readonly string[]
  readonly nodeArgs?: readonly string[]
  /** Called with the standard error of a run. */
  readonly onErrors?: (text: string) => void
}): CachedStatus {
  const again = async (): Promise<number> => {
    const env = { ...process.env, XDG_CACHE_HOME: cache }
    const all = [...nodeArgs, join(build, 'cli/main.js'), 'status', ...args]
    const start = performance.now()
    const { stderr } = await execute(process.execPath, all, { env, maxBuffer: 1 << 24 })
    const milliseconds = performance.now() - start
    onErrors?.(stderr)
    return milliseconds
  }
  const first = (): Promise<number> => {
    rmSync(cache, { recursive: true, force: true })
    return again()
  }
  return { first, again }
}
