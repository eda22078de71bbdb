import fs, { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as git from 'isomorphic-git'
import { describe, expect, test } from 'vitest'
import { openRepository } from '../../src/git/open.ts'
import {
  createRepository,
  createTemporaryFolder,
  hasGit,
  runGit,
  type TestRepository,
} from '../support/git-repository.ts'

const missing = 'f'.repeat(40)

async function createExample(): Promise<TestRepository> {
  return createRepository([{ 'a.txt': 'one' }, { 'a.txt': 'two' }])
}

/** Moves a bare repository to `.git` in a work tree. */
function toWorkTree(path: string): string {
  const workTree = createTemporaryFolder()
  renameSync(path, join(workTree, '.git'))
  return workTree
}

describe('a repository is found', () => {
  test('when it is bare', async () => {
    const { path, commits } = await createExample()
    const repository = openRepository({ path })
    expect([repository.place.gitDir, repository.resolve('main')]).toEqual([path, commits[1]])
  })

  test('in a work tree', async () => {
    const { path, commits } = await createExample()
    const workTree = toWorkTree(path)
    const repository = openRepository({ path: workTree })
    expect([repository.place.gitDir, repository.resolve('main')]).toEqual([
      join(workTree, '.git'),
      commits[1],
    ])
  })

  test('from a .git file with a relative path, or its folder', async () => {
    const { path, commits } = await createExample()
    const inner = join(toWorkTree(path), 'inner')
    mkdirSync(inner)
    writeFileSync(join(inner, '.git'), 'gitdir: ../.git\n')
    expect(openRepository({ path: inner }).resolve('main')).toBe(commits[1])
    expect(openRepository({ path: join(inner, '.git') }).resolve('main')).toBe(commits[1])
  })

  test.runIf(hasGit())('in a linked worktree, with a HEAD of its own', async () => {
    const { path, commits } = await createExample()
    const linked = join(createTemporaryFolder(), 'linked')
    runGit(path, 'worktree', 'add', '--quiet', '-b', 'side', linked, commits[0] ?? '')
    const repository = openRepository({ path: linked })
    expect(repository.place.gitDir).toBe(join(path, 'worktrees', 'linked'))
    expect(repository.defaultBranch()).toBe('side')
    expect([repository.resolve('HEAD'), repository.resolve('main')]).toEqual(commits)
  })
})

describe('a path without a usable repository is refused', () => {
  const notFound =
    'expected a bare repository (with HEAD) or a work tree (with .git), found neither'
  const rows: [name: string, files: Record<string, string>, message: string][] = [
    ['an empty folder', {}, `<path>: ${notFound}`],
    ['an empty .git folder', { '.git/x': '' }, `<path>: ${notFound}`],
    [
      'a folder with HEAD only',
      { HEAD: 'ref: refs/heads/main\n' },
      '<path>: expected a Git repository with HEAD, objects and refs, found no such files in <path>',
    ],
    ['another .git file', { '.git': 'hello' }, '<path>/.git: expected a line "gitdir: <folder>"'],
    [
      'a .git file that points to a missing folder',
      { '.git': 'gitdir: gone\n' },
      '<path>/.git: expected a Git folder at <path>/gone, found no HEAD there',
    ],
    [
      'a repository with SHA-256',
      {
        HEAD: '',
        'objects/x': '',
        'refs/x': '',
        config: '[extensions]\n\tobjectFormat = sha256\n',
      },
      '<path>: expected SHA-1 objects and refs in files, found "objectFormat = sha256"',
    ],
    [
      'a repository with reftable',
      { HEAD: '', 'objects/x': '', 'refs/x': '', config: '[extensions]\nrefStorage=reftable' },
      '<path>: expected SHA-1 objects and refs in files, found "refStorage=reftable"',
    ],
  ]
  test.each(rows)('%s', (_, files, message) => {
    const path = createTemporaryFolder()
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(path, name, '..'), { recursive: true })
      writeFileSync(join(path, name), content)
    }
    expect(() => openRepository({ path })).toThrow(message.replaceAll('<path>', path))
  })

  test('a missing folder', () => {
    const path = join(createTemporaryFolder(), 'gone')
    expect(() => openRepository({ path })).toThrow(
      `${path}: expected a Git repository, found nothing`,
    )
  })
})

test('the default branch is the one that HEAD names', async () => {
  const { path, commits } = await createExample()
  const repository = openRepository({ path })
  expect(repository.defaultBranch()).toBe('main')
  writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/a/b\n')
  expect(repository.defaultBranch()).toBe('a/b')
  writeFileSync(join(path, 'HEAD'), `${commits[0]}\n`)
  expect(repository.defaultBranch()).toBe(undefined)
  expect(repository.resolve('HEAD')).toBe(commits[0])
})

test('history ends at the commits in the shallow file', async () => {
  const { path, commits } = await createExample()
  const repository = openRepository({ path })
  const isShallow = (): boolean[] => commits.map((oid) => repository.isShallow(oid))
  expect(isShallow()).toEqual([false, false])
  writeFileSync(join(path, 'shallow'), `${commits[1]}\n`)
  expect(isShallow()).toEqual([false, true])
  writeFileSync(join(path, 'shallow'), '')
  expect(isShallow()).toEqual([false, false])
})

test('an error names an object that is missing or of another type', async () => {
  const { path, commits } = await createExample()
  const repository = openRepository({ path })
  const [commit = ''] = commits
  expect(() => repository.readBlob(missing)).toThrow(`object ${missing}: missing in ${path}`)
  expect(() => repository.readBlob(commit)).toThrow(
    `object ${commit}: expected a blob, found a commit`,
  )
  expect(() => repository.readTree('../../x')).toThrow(
    '../../x: expected an object id of 40 hex digits',
  )
})

test('an error names a malformed object', async () => {
  const { path: gitdir } = await createExample()
  const object = Buffer.from('hello')
  const tree = await git.writeObject({ fs, gitdir, type: 'tree', format: 'content', object })
  const commit = await git.writeObject({ fs, gitdir, type: 'commit', format: 'content', object })
  const repository = openRepository({ path: gitdir })
  expect(() => repository.readTree(tree)).toThrow(`object ${tree}: damaged tree entry at byte 0`)
  expect(() => repository.readCommit(commit)).toThrow(`object ${commit}: commit without a tree`)
})

test('a closed repository refuses to read', async () => {
  const { path, commits } = await createExample()
  const repository = openRepository({ path })
  repository.close()
  expect(() => repository.readCommit(commits[0] ?? '')).toThrow(
    `object ${commits[0]}: the repository is closed`,
  )
})
