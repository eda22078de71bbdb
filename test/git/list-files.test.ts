import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import * as git from 'isomorphic-git'
import { beforeAll, expect, test, vi } from 'vitest'
import { type File, listFiles } from '../../src/git/list-files.ts'
import { parseTree } from '../../src/git/objects/tree.ts'
import { openRepository } from '../../src/git/open.ts'
import type { Repository } from '../../src/git/repository.ts'
import { createRepository, hasGit } from '../support/git-repository.ts'
import { blobId } from '../support/pack.ts'

const files = {
  'README.md': 'read me',
  'locales/de/app.json': '{}',
  'locales/de/web.json': '{"a":1}',
  'locales/en/app.json': '{"b":2}',
  'src/deep/er/still/x.txt': 'x',
  'ü/é.txt': 'é',
}
let repository: Repository
let path: string
let tree: string

beforeAll(async () => {
  const made = await createRepository([files])
  path = made.path
  repository = openRepository({ path })
  tree = repository.readCommit(made.commits[0] ?? '').tree
})

function entryOf(path: string, mode: string, oid: string): File {
  return { path, entry: { mode, name: path.slice(path.lastIndexOf('/') + 1), oid } }
}

function fileOf(path: keyof typeof files): File {
  return entryOf(path, '100644', blobId(Buffer.from(files[path])))
}

/** Id of a tree whose entries are written without validation. */
function writeRawTree(rows: readonly [mode: string, name: string, oid: string][]): Promise<string> {
  const object = Buffer.concat(
    rows.map(([mode, name, oid]) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]),
    ),
  )
  return git.writeObject({ fs, gitdir: path, type: 'tree', format: 'content', object })
}

test('files are listed in the order of Git', () => {
  expect([...listFiles(repository, tree)]).toEqual([
    fileOf('README.md'),
    fileOf('locales/de/app.json'),
    fileOf('locales/de/web.json'),
    fileOf('locales/en/app.json'),
    fileOf('src/deep/er/still/x.txt'),
    fileOf('ü/é.txt'),
  ])
})

test('only wanted folders are read', () => {
  const asked: string[] = []
  const read: string[] = []
  const watched: Repository = {
    ...repository,
    readTree(oid) {
      read.push(oid)
      return repository.readTree(oid)
    },
  }
  const wantsFolder = (folder: File): boolean => {
    asked.push(folder.path)
    return folder.path === 'locales' || folder.path === 'locales/de'
  }
  const files = [...listFiles(watched, tree, wantsFolder)]
  expect(files.map((file) => file.path)).toEqual([
    'README.md',
    'locales/de/app.json',
    'locales/de/web.json',
  ])
  expect(asked).toEqual(['locales', 'locales/de', 'locales/en', 'src', 'ü'])
  expect(read).toHaveLength(3)
})

test.runIf(hasGit())('files are listed as by git ls-tree', () => {
  const listed = execFileSync('git', ['-C', path, 'ls-tree', '-r', '-z', tree], {
    encoding: 'utf8',
  })
  const rows = [...listFiles(repository, tree)].map(
    ({ path, entry }) => `${entry.mode} blob ${entry.oid}\t${path}\0`,
  )
  expect(rows.join('')).toBe(listed)
})

test('links are listed, submodules are not, and the old mode of folders is accepted', async () => {
  const blob = blobId(Buffer.from('x'))
  const inner = await writeRawTree([['100755', 'run', blob]])
  const odd = await writeRawTree([
    ['120000', 'link', blob],
    ['160000', 'module', '1'.repeat(40)],
    ['040000', 'old', inner],
    ['100664', 'group', blob],
  ])
  expect([...listFiles(repository, odd)]).toEqual([
    entryOf('link', '120000', blob),
    entryOf('old/run', '100755', blob),
    entryOf('group', '100664', blob),
  ])
})

test.each(['..', '.', '', 'a/b', '../x'])('the file name "%s" is refused', async (name) => {
  const hostile = await writeRawTree([['100644', name, '1'.repeat(40)]])
  const message = `object ${hostile}: expected a file name, found "${name}"`
  expect(() => [...listFiles(repository, hostile)]).toThrow(message)
})

test('a tree with too many entries is refused, and each of its trees is read once', async () => {
  const repeat = (mode: string, oid: string): Promise<string> =>
    writeRawTree([1, 2, 3, 4, 5, 6, 7, 8].map((i) => [mode, `f${i}`, oid]))
  let bomb = await repeat('100644', blobId(Buffer.from('x')))
  for (let i = 0; i < 20; i++) bomb = await repeat('40000', bomb)
  const readTree = vi.fn(repository.readTree)
  const watched: Repository = { ...repository, readTree }
  const list = (): File[] => listFiles(watched, bomb, undefined, 10_000)
  expect(list).toThrow(`tree ${bomb}: more than 10000 entries`)
  expect(readTree).toHaveBeenCalledTimes(21)
})

test.each([
  ['cut off in the id', '100644 a\x0a3'],
  ['without a name', '100644'],
  ['without a mode', ` a\0${'x'.repeat(20)}`],
  ['with a mode that is not octal', `100648 a\0${'x'.repeat(20)}`],
  ['with a mode that is too long', `1000000644 a\0${'x'.repeat(20)}`],
])('a tree entry %s is refused', (_, bytes) => {
  expect(() => parseTree(Buffer.from(bytes, 'latin1'))).toThrow('damaged tree entry at byte 0')
})
