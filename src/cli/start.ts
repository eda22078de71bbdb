import module from 'node:module'
import { join } from 'node:path'
import { cacheFolder, makeCacheFolder } from './cache-folder.ts'
import { CANNOT_READ } from './exit-code.ts'
import { run } from './run.ts'

/** Exit code after writing to a closed pipe, as shells report it: 128 plus SIGPIPE. */
const NOBODY_READS = 141

/** Runs the command line of this process, and ends it. */
export async function start(): Promise<void> {
  process.stdout.on('error', (error) => {
    const isClosed = 'code' in error && error.code === 'EPIPE'
    process.exit(isClosed ? NOBODY_READS : CANNOT_READ)
  })
  makeCacheFolder()
  // Node 22 and later keep compiled code for the next command.
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(join(cacheFolder(), 'compiled'))
  const code = await run(process.argv.slice(2))
  // Waits for the output: where pipes are asynchronous, ending the process cuts them off.
  process.stdout.write('', (error) => {
    if (!error) process.exit(code)
  })
}
