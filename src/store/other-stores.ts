import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Lists the stores of other builds in the folder of a store, with their sizes, the one that changed first in front. */
export function otherStores(path: string) {
  const parent = dirname(path)
  const others = namesIn(parent).filter((name) => name !== basename(path))
  return others
    .map((name) => measured(join(parent, name)))
    .sort((a, b) => a.changedAt - b.changedAt)
}

function measured(path: string) {
  const paths = [path, ...namesIn(path, { recursive: true }).map((name) => join(path, name))]
  const stats = paths.flatMap((inner) => lstatSync(inner, { throwIfNoEntry: false }) ?? [])
  return {
    path,
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    changedAt: Math.max(0, ...stats.map(({ mtimeMs }) => mtimeMs)),
  }
}

function namesIn(path: string, { recursive = false } = {}): string[] {
  try {
    return readdirSync(path, { recursive, encoding: 'utf8' })
  } catch {
    // The store was deleted meanwhile, or belongs to another user.
    return []
  }
}
