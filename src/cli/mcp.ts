import { once } from 'node:events'
import { oncePerText } from '../cache.ts'
import { ConfigError, NotFoundError, RepositoryError, UsageError } from '../errors.ts'
import type { ToolSource } from '../mcp/source.ts'
import type { Arguments } from './command.ts'
import { findReadTarget, readSelected } from './read-selected.ts'
import { readSides } from './read-sides.ts'

/** Serves a repository to coding agents on standard input and output. Throws like `findReadTarget`. */
export async function mcp(args: Arguments): Promise<number> {
  const target = await findReadTarget(args, 'mcp')
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  const { createToolServer } = await import('../mcp/server.ts')
  // Runs calls one after the other, since each may use all the memory that a command needs.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(read: () => Promise<T>): Promise<T> {
    const result = last.then(read)
    last = result.catch(() => undefined)
    return result
  }
  const find = (ref: string) =>
    findReadTarget({ ...args, values: ref === '' ? args.values : { ...args.values, ref } }, 'mcp')
  const findOnce = oncePerText(find)
  // Components are those of the ref. Each call reads the work tree and its configuration again, so that edits are visible;
  // a remote repository is polled once for each ref.
  const targetAt = async (ref = '') => {
    if (target.place?.folder !== undefined) return find(ref)
    return ref === '' ? target : findOnce(ref)
  }
  const source: ToolSource = {
    read: (options, use) =>
      inTurn(async () => readSelected(await targetAt(options.ref), options, use)),
    readSides: (options, use) =>
      inTurn(async () => readSides(await targetAt(options.head), options, use)),
  }
  const connection = serveStdio(() => createToolServer(() => source, messageOf))
  await once(process.stdin, 'end')
  await last
  await connection.close()
  return 0
}

/** Returns the message of a user's error. */
function messageOf(error: unknown): string | undefined {
  const expected = [ConfigError, NotFoundError, RepositoryError, UsageError]
  return expected.some((type) => error instanceof type) ? (error as Error).message : undefined
}
