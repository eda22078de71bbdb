import { execFileSync, spawnSync } from 'node:child_process'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as git from 'isomorphic-git'

/** What a file holds, or where a symbolic link leads. */
type FileContent = string | Uint8Array | { readonly link: string }

/** All files of one commit: path -> content. */
export type FileTree = Readonly<Record<string, FileContent>>

/** Path of a bare repository and its commits, the oldest first. */
export interface TestRepository {
  readonly path: string
  readonly commits: readonly string[]
}

/** The first commit is of 2024-01-01T00:00:00Z, each next one a day later. */
const firstTimestamp = 1_704_067_200
const people = [
  { name: 'Ada Example', email: 'ada@example.com', timezoneOffset: 0 },
  { name: 'Björn Beispiel', email: 'bjorn@example.org', timezoneOffset: -120 },
]

/**
 * Creates a bare repository in the system's temporary folder with one commit for each tree, on branch `main`.
 * Authors alternate and times are fixed, so the ids are the same on every run. It is removed after the tests of the file.
 */
export async function createRepository(trees: readonly FileTree[]): Promise<TestRepository> {
  const gitdir = createTemporaryFolder()
  await git.init({ fs, dir: gitdir, gitdir, bare: true, defaultBranch: 'main' })
  const commits: string[] = []
  const blobs: Blobs = new Map()
  for (const [i, tree] of trees.entries()) {
    commits.push(await addCommit(gitdir, tree, i, 'main', blobs))
  }
  return { path: gitdir, commits }
}

/**
 * Adds a commit with these files to a branch (`main` unless stated) of a bare repository and returns its id.
 * `day` chooses its author and its time.
 */
export async function addCommit(
  gitdir: string,
  tree: FileTree,
  day: number,
  branch = 'main',
  blobs?: Blobs,
): Promise<string> {
  const person = people[day % people.length] ?? { name: '', email: '', timezoneOffset: 0 }
  const author = { ...person, timestamp: firstTimestamp + day * 86_400 }
  const message = `Commit ${day + 1}\n`
  const ref = `refs/heads/${branch}`
  const oid = await writeFiles(gitdir, tree, blobs)
  return git.commit({ fs, gitdir, tree: oid, ref, message, author, committer: author })
}

/** The ids of contents that were written: of thousands of files with the same one, only one is. */
type Blobs = Map<FileContent, string>

/** Writes files as blobs and trees and returns the id of the root tree. */
export async function writeFiles(
  gitdir: string,
  files: FileTree,
  blobs: Blobs = new Map(),
): Promise<string> {
  const entries: git.TreeEntry[] = []
  const folders = new Map<string, Record<string, FileContent>>()
  for (const [path, content] of Object.entries(files)) {
    const [name = '', ...rest] = path.split('/')
    if (rest.length > 0) {
      const folder = folders.get(name) ?? {}
      folder[rest.join('/')] = content
      folders.set(name, folder)
    } else {
      const isLink = typeof content === 'object' && 'link' in content
      const bytes = isLink ? content.link : content
      const blob = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
      const oid = blobs.get(content) ?? (await git.writeBlob({ fs, gitdir, blob }))
      blobs.set(content, oid)
      entries.push({ mode: isLink ? '120000' : '100644', path: name, oid, type: 'blob' })
    }
  }
  for (const [path, folder] of folders) {
    const oid = await writeFiles(gitdir, folder, blobs)
    entries.push({ mode: '040000', path, oid, type: 'tree' })
  }
  return git.writeTree({ fs, gitdir, tree: entries })
}

const temporaryFolders: string[] = []

/** Removes the folders that the tests of a file have made. */
export function removeTemporaryFolders(): void {
  for (const path of temporaryFolders.splice(0)) rmSync(path, { recursive: true, force: true })
}

/** An empty folder that is removed after the tests of the file. */
export function createTemporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'gitglot-test-'))
  temporaryFolders.push(path)
  return path
}

/** Whether the system's `git` is there; tests that need it are skipped without. */
export function hasGit(): boolean {
  return spawnSync('git', ['--version']).status === 0
}

/** Runs the system's `git` without the user's configuration and returns its output. */
export function runGit(folder: string, ...args: readonly string[]): string {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada Example',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_AUTHOR_DATE: `${firstTimestamp} +0000`,
    GIT_COMMITTER_NAME: 'Ada Example',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_COMMITTER_DATE: `${firstTimestamp} +0000`,
  }
  const options = { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 30 } as const
  return execFileSync('git', [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

/** Clones a bundle into a bare mirror with the system's `git`. */
export function cloneBundle(bundlePath: string, target: string): void {
  runGit(tmpdir(), 'clone', '--quiet', '--mirror', bundlePath, target)
}

/** Clones the newest commits of a repository into a bare one with the system's `git`. */
export function cloneShallow(origin: string, target: string, depth: number): void {
  const options = ['--quiet', '--bare', `--depth=${depth}`]
  runGit(tmpdir(), 'clone', ...options, `file://${origin}`, target)
}
