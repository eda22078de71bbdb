import { join } from 'node:path'
import { shopConfig } from './command.ts'
import { commitAs } from './commit-as.ts'
import { createTemporaryFolder, type FileTree } from './git-repository.ts'

/** Files of the shop: texts by language. */
export function shop(texts: Readonly<Record<string, Readonly<Record<string, string>>>>): FileTree {
  const files = Object.entries(texts).map(([code, own]) => [`l/${code}.json`, JSON.stringify(own)])
  return { 'gitglot.yml': shopConfig, ...Object.fromEntries(files) }
}

/** A bare repository whose branch has these commits, and their ids. */
export async function createBranch(
  commits: readonly (readonly [day: number, author: string, tree: FileTree])[],
): Promise<{ readonly path: string; readonly oids: readonly string[] }> {
  const path = join(createTemporaryFolder(), 'shop.git')
  const oids: string[] = []
  for (const [day, author, tree] of commits) {
    oids.push(await commitAs({ gitdir: path, tree, author, day, message: `Day ${day}\n` }))
  }
  return { path, oids }
}
