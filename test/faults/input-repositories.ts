import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as git from 'isomorphic-git'
import { createTemporaryFolder, runGit } from '../support/git-repository.ts'

/** Makes a bare repository and returns its path. */
export type WriteRepository = () => Promise<string>

/** What is made of 0, 1 and so on. */
export function count<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index))
}

/** 2024-01-01T00:00:00Z */
const START = 1_704_067_200

/** A repository with what `git fast-import` reads, written in packs. */
export function fromStream(stream: () => Iterable<string>): WriteRepository {
  return async () => {
    const path = createTemporaryFolder()
    runGit(path, 'init', '--quiet', '--bare', '--initial-branch=main', '.')
    runGit(path, 'config', 'core.compression', '1')
    const child = spawn('git', ['fast-import', '--quiet'], { cwd: path, stdio: 'pipe' })
    const ended = once(child, 'exit')
    await pipeline(Readable.from(stream()), child.stdin)
    await ended
    runGit(path, 'pack-refs', '--all')
    return path
  }
}

/** A commit of the stream, a minute after the one before; its parents are its ref's and `merged`. */
export function commitAt(
  minute: number,
  files: Readonly<Record<string, string>> = {},
  { ref = 'refs/heads/main', merged = [] as readonly string[] } = {},
): string {
  const lines = [
    `commit ${ref}\ncommitter A <a@example.org> ${START + 60 * minute} +0000\ndata 1\nx\n`,
    ...merged.map((parent) => `merge ${parent}\n`),
  ]
  for (const [path, text] of Object.entries(files))
    lines.push(`M 100644 inline ${path}\n${dataOf(text)}`)
  return lines.join('')
}

/** A text as the stream has it. */
export function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}

/** One commit of files that share the text of a mark, beside others with texts of their own. */
export function* sharedFiles(
  texts: readonly string[],
  paths: Iterable<string>,
  others: Readonly<Record<string, string>> = {},
): Generator<string> {
  for (const [index, text] of texts.entries()) yield `blob\nmark :${1 + index}\n${dataOf(text)}`
  yield commitAt(0, others)
  let count = 0
  for (const path of paths) yield `M 100644 :${1 + (count++ % texts.length)} ${path}\n`
}

/** A repository whose folder `deep` holds, `levels` times, `width` entries that are all the same folder. */
export function fromLevels(
  levels: number,
  width: number,
  files: Readonly<Record<string, string>>,
): WriteRepository {
  return async () => {
    const gitdir = await fromStream(() => [commitAt(0, files)])()
    const [{ oid: commit }] = (await git.log({ fs, gitdir, ref: 'main', depth: 1 })) as [
      git.ReadCommitResult,
    ]
    const { tree: root } = await git.readTree({ fs, gitdir, oid: commit })
    let { oid = '' } = root.find(({ type }) => type === 'tree') ?? {}
    const folder = (path: string) => ({ mode: '040000', path, oid, type: 'tree' as const })
    for (let level = 0; level < levels; level++) {
      const tree = Array.from({ length: width }, (_, i) => folder(`d${i}`))
      oid = await git.writeTree({ fs, gitdir, tree })
    }
    const tree = await git.writeTree({ fs, gitdir, tree: [...root, folder('deep')] })
    const author = { name: 'A', email: 'a@example.org', timestamp: START, timezoneOffset: 0 }
    await git.commit({ fs, gitdir, ref: 'refs/heads/main', tree, message: 'x', author })
    return gitdir
  }
}
