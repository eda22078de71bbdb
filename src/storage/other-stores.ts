import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The store of another build. */
export interface OtherStore {
  readonly path: string
  readonly bytes: number
  /** Time of the last change in milliseconds since 1970. */
  readonly changedAt: number
}

/** Lists the stores of other builds in the folder of a store, the oldest first. */
export function otherStores(path: string): OtherStore[] {
  const parent = dirname(path)
  const others = namesIn(parent).filter((name) => name !== basename(path))
  return others
    .flatMap((name) => measured(join(parent, name)))
    .sort((a, b) => a.changedAt - b.changedAt)
}

function measured(path: string): OtherStore[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  const inner = stats.isDirectory()
    ? namesIn(path).flatMap((name) => measured(join(path, name)))
    : []
  return [
    {
      path,
      bytes: inner.reduce((sum, { bytes }) => sum + bytes, stats.size),
      changedAt: inner.reduce((last, { changedAt }) => Math.max(last, changedAt), stats.mtimeMs),
    },
  ]
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    // The store was deleted meanwhile, or belongs to another user.
    return []
  }
}
