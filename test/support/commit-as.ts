import fs from 'node:fs'
import * as git from 'isomorphic-git'
import { type FileTree, writeFiles } from './git-repository.ts'

export interface CommitAs {
  readonly gitdir: string
  readonly tree: FileTree
  /** `Name <address>`. */
  readonly author: string
  /** Days since 2024-01-01T00:00:00Z. */
  readonly day: number
  /** `Translate` unless stated. */
  readonly message?: string
  /** On top of `main` unless stated. */
  readonly parents?: readonly string[]
}

/** Adds a commit by somebody to the branch `main` of a bare repository, creating it if need be, and returns its id. */
export async function commitAs(options: CommitAs): Promise<string> {
  const { gitdir, tree, author: person, day, message = 'Translate\n', parents } = options
  if (!fs.existsSync(`${gitdir}/HEAD`)) {
    await git.init({ fs, dir: gitdir, gitdir, bare: true, defaultBranch: 'main' })
  }
  const [, name = '', email = ''] = /^(.*?) *<(.*)>$/.exec(person) ?? []
  const timestamp = 1_704_067_200 + day * 86_400
  const author = { name, email, timestamp, timezoneOffset: 0 }
  const oid = await writeFiles(gitdir, tree)
  const ref = 'refs/heads/main'
  const parent = parents && [...parents]
  return git.commit({
    fs,
    gitdir,
    tree: oid,
    ref,
    message,
    author,
    committer: author,
    ...(parent ? { parent } : {}),
  })
}
