import module from 'node:module'
import { join } from 'node:path'
import { ConfigError, NotFoundError, RepositoryError, UsageError } from '../errors.ts'
import { cacheFolder, makeCacheFolder } from './cache-folder.ts'
import { CANNOT_READ, WRONG_USE } from './command.ts'
import { packageVersion } from './package.ts'

/** Runs a command line, prints errors, and returns the exit code. In a checkout, an empty one means `status`. */
export function run(args: readonly string[]): Promise<number> {
  return runCommand(args).catch(failure)
}

async function runCommand(args: readonly string[]): Promise<number> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    // Scripts call this often, so it does not load the commands.
    process.stdout.write(`${packageVersion()}\n`)
    return 0
  }
  const { parseArguments } = await import('./arguments.ts')
  const { commands } = await import('./commands.ts')
  const parsed = parseArguments(args.length > 0 ? args : await usualArguments(), commands)
  if (parsed.kind === 'run') return parsed.command.run(parsed.args)
  if (parsed.kind === 'version') {
    process.stdout.write(`${packageVersion()}\n`)
    return 0
  }
  const { helpOf } = await import('./help.ts')
  const isMissing = parsed.kind === 'missing'
  const stream = isMissing ? process.stderr : process.stdout
  stream.write(helpOf(parsed, commands))
  return isMissing ? WRONG_USE : 0
}

/** Returns the default arguments: in a checkout its status. */
async function usualArguments(): Promise<readonly string[]> {
  const { findWorkTree } = await import('../git/work-tree.ts')
  return findWorkTree('.') === undefined ? [] : ['status']
}

/** Prints an error and returns the exit code. */
async function failure(error: unknown): Promise<number> {
  const { sanitizeTerminal } = await import('../text.ts')
  const messageOf = ({ message }: Error) => message.split('\n').map(sanitizeTerminal).join('\n')
  if (error instanceof ConfigError || error instanceof UsageError) {
    process.stderr.write(`${messageOf(error)}\n`)
    return WRONG_USE
  }
  // A failed system call, such as listening on a port in use, is no bug: the message is enough.
  const isSystemError = error instanceof Error && 'syscall' in error
  const isExpected =
    isSystemError || error instanceof RepositoryError || error instanceof NotFoundError
  const text = isExpected ? messageOf(error) : (await import('node:util')).inspect(error)
  process.stderr.write(`gitglot: ${text}\n`)
  return CANNOT_READ
}

/** Exit code after writing to a closed pipe, as shells report it: 128 plus SIGPIPE. */
const NOBODY_READS = 141

/** Runs the command line of this process, then ends the process. */
export async function start(): Promise<void> {
  process.stdout.on('error', (error) => {
    const isClosed = 'code' in error && error.code === 'EPIPE'
    process.exit(isClosed ? NOBODY_READS : CANNOT_READ)
  })
  // A command or server works on if nobody reads its warnings; unhandled, the error would end it.
  process.stderr.on('error', () => {})
  makeCacheFolder()
  // Node 22 and later cache compiled code for the next command.
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(join(cacheFolder(), 'compiled'))
  const code = await run(process.argv.slice(2))
  // Waits for the output, because ending the process truncates asynchronous pipes.
  process.stdout.write('', (error) => {
    if (!error) process.exit(code)
  })
}
