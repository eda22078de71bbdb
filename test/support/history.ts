import fs, { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as git from 'isomorphic-git'
import { createTemporaryFolder, type FileTree, writeFiles } from './git-repository.ts'

/** A commit by a name of its own; parents by name, the one before unless stated. */
export interface Step {
  readonly name: string
  readonly files: FileTree
  readonly parents?: readonly string[]
  /** Its name unless stated. */
  readonly message?: string
  /** Ada Example unless stated. */
  readonly author?: string
  /** Address of the author; that of Ada Example unless stated. */
  readonly email?: string
  /** Days after the first commit; its place in the list unless stated. */
  readonly day?: number
}

export interface History {
  readonly path: string
  /** Id of each commit by its name. */
  readonly oids: Readonly<Record<string, string>>
  /** Id of the last one, which branch `main` points to. */
  readonly tip: string
}

/** Builds a bare repository from commits with any parents; ids are the same on every run. */
export async function createHistory(steps: readonly Step[]): Promise<History> {
  const gitdir = createTemporaryFolder()
  await git.init({ fs, dir: gitdir, gitdir, bare: true, defaultBranch: 'main' })
  return extendHistory({ path: gitdir, oids: {}, tip: '' }, steps)
}

/** Adds commits to a repository; those there already can be named as parents. */
export async function extendHistory(history: History, steps: readonly Step[]): Promise<History> {
  const gitdir = history.path
  const oids: Record<string, string> = { ...history.oids }
  let last = history.tip
  for (const [
    index,
    {
      name,
      files,
      parents,
      message = name,
      author = 'Ada Example',
      email = 'ada@example.com',
      day,
    },
  ] of steps.entries()) {
    const timestamp = 1_704_067_200 + (day ?? Object.keys(history.oids).length + index) * 86_400
    const person = { name: author, email, timestamp, timezoneOffset: 0 }
    last = await git.commit({
      fs,
      gitdir,
      tree: await writeFiles(gitdir, files),
      ref: 'refs/heads/main',
      parent: parents?.map((parent) => oids[parent] ?? '') ?? (last === '' ? [] : [last]),
      message: `${message}\n`,
      author: person,
      committer: person,
    })
    oids[name] = last
  }
  return { path: gitdir, oids, tip: last }
}

/** Makes a repository forget what came before some commits. */
export function makeShallow(path: string, oids: readonly string[]): void {
  writeFileSync(join(path, 'shallow'), oids.map((oid) => `${oid}\n`).join(''))
}
